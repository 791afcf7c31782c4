/** The styles that the page adds to those of Swagger UI. */
export const swaggerStyle = `
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
:is(.swagger-ui, html.dark-mode .swagger-ui) .opblock.opblock-deprecated .opblock-summary-method { background: #5b6470; color: #fff; }
.pages { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: flex-end; padding: .6rem 1.25rem;
  background: #1b1b1b; font: 600 14px sans-serif; }
.pages a { color: #fff; }
.pages a:focus-visible { outline: 3px solid #89bf04; outline-offset: 2px; }
.swagger-ui .topbar .app-title { overflow-wrap: anywhere; }
/* Swagger UI writes the colour of numbers into the element. On its dark blocks of code, this colour is too dark. */
.swagger-ui .microlight span[style*="rgb(211, 99, 99)"] { color: #ff9f9f !important; }
/* In its dark form, Swagger UI keeps the dark colours of these texts. */
html.dark-mode { color-scheme: dark; }
html.dark-mode .swagger-ui :is(table.headers td, .examples-select__section-label, .examples__section-header, .header-example) {
  color: #e4e6e6; }
/* Swagger UI is made for wide windows: on a phone, its tables would widen the page. */
@media (max-width: 40rem) {
  .swagger-ui .wrapper { padding: 0 .6rem; }
  .swagger-ui .topbar .topbar-wrapper { flex-flow: row wrap; align-items: center; }
  .swagger-ui .topbar .topbar-wrapper > .link { flex: 1 1 0; }
  .swagger-ui .topbar .download-url-wrapper { order: 3; flex: 1 0 100%; }
  .swagger-ui .info { margin: 1.5rem 0; }
  .swagger-ui .opblock-body :is(.responses-inner, .table-container) { padding: .6rem; overflow-x: auto; }
  .swagger-ui :is(.responses-table, .responses-table > tbody, tr.response, tr.response > td) { display: block; width: auto; }
  .swagger-ui .responses-table .responses-header { display: none; }
  .swagger-ui tr.response > td { padding: .4rem 0 0; }
  .swagger-ui tr.response > .response-col_status { font-weight: 700; padding-top: 1rem; }
  .swagger-ui table.headers td { padding-right: .5rem; word-break: normal; overflow-wrap: break-word; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
}
`;
