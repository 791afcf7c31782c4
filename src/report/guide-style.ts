/** The styles of the guide; nothing is loaded, so that it is one file and works under a strict Content-Security-Policy. */
export const guideStyle = `
:root { color-scheme: light dark; --page: #ffffff; --text: #1a1d21; --soft: #5b6470; --line: #d5dae0; --head: #f3f5f7;
  --link: #0b57d0; --before: #b3262d; --before-page: #fdf3f3; --after: #24784a; --after-page: #f0faf4; --note: #fff6d6; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --text: #e8eaed; --soft: #a5adb8; --line: #3a4149; --head: #1f2429;
  --link: #8ab4f8; --before: #e0656b; --before-page: #2a1b1d; --after: #3fae70; --after-page: #16261d; --note: #3a3210; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 64rem; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .1rem 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .35rem 0; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.soft { color: var(--soft); }
.life { padding-left: .9rem; border-left: 4px solid var(--before); }
nav { margin: 1.5rem 0 0; padding: .75rem 1rem; background: var(--head); border: 1px solid var(--line); border-radius: 8px; }
nav ol { margin: 0; padding-left: 1.4rem; }
section { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.routes { list-style: none; margin: .5rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem .6rem; }
.routes code, .places code { display: inline-block; padding: .05rem .45rem; background: var(--head); border: 1px solid var(--line);
  border-radius: 5px; }
.arrow, .places { color: var(--soft); font-size: .9rem; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; margin-top: .6rem; }
figure { margin: 0; min-width: 0; border: 1px solid var(--line); border-top: 4px solid var(--before); border-radius: 8px;
  background: var(--before-page); overflow: hidden; }
figure.after { border-top-color: var(--after); background: var(--after-page); }
figcaption { padding: .4rem .8rem; font-size: .88rem; font-weight: 600; border-bottom: 1px solid var(--line); }
figure p { padding: .5rem .8rem; margin: 0; }
pre { margin: 0; padding: .7rem .8rem; overflow-x: auto; font-size: .9rem; line-height: 1.5; }
pre code { overflow-wrap: normal; }
.note { margin-top: .7rem; padding: .5rem .8rem; background: var(--note); border-radius: 6px; }
@media (max-width: 40rem) { body { padding: 1.25rem 1rem 3rem; } h1 { font-size: 1.5rem; } .sides { grid-template-columns: minmax(0, 1fr); } }
@media print { :root { color-scheme: light; --page: #ffffff; --text: #000000; --soft: #333333; --line: #999999; --head: #ffffff;
    --before-page: #ffffff; --after-page: #ffffff; --note: #ffffff; }
  body { max-width: none; padding: 0; } nav { display: none; } figure { break-inside: avoid; } h2, h3 { break-after: avoid; }
  pre { white-space: pre-wrap; overflow: visible; } pre code { overflow-wrap: anywhere; } .note { border: 1px solid var(--line); } }
`;
