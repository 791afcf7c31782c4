// An option of routes at an App.
import { App, WithBody } from "versioned-controllers";
import { NewCat } from "../given";

export const api = new App({}, WithBody(NewCat));
