import theme from "vitepress/theme";
import "./code-width.css";
import "./tables.css";

export default theme;
