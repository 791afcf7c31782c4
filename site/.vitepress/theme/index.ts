import theme from "vitepress/theme";
import "./code-width.css";

export default theme;
