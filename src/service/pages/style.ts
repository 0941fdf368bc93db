/** The style sheet of the pages; its hash is in their Content-Security-Policy. */

export const STYLE = `
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5b6875; --paper: #ffffff; --panel: #f5f7f9; --line: #d8dee4;
  --accent: #0b62c4; --good: #14713d; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e9ee; --soft: #9aa7b4; --paper: #14191f; --panel: #1c232b; --line: #323c47; --accent: #7cb4ff;
    --good: #6fce96; --bad: #ff8f86; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 78rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; }
p { margin: .35rem 0; }
a { color: var(--accent); }
code, .code { font: .875em/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.good { color: var(--good); }
.bad { color: var(--bad); }
nav { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; }
nav a { border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .7rem; text-decoration: none; }
nav a[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--paper); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; background: var(--panel); }
summary { cursor: pointer; padding: .55rem .9rem; font-weight: 600; }
details > div { padding: 0 .9rem .9rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); }
td:first-child code { overflow-wrap: normal; }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
.card { max-width: 34rem; margin: 6vh auto 0; border: 1px solid var(--line); border-radius: .75rem; padding: 1.75rem;
  background: var(--panel); }
ul { margin: .35rem 0; padding-left: 1.2rem; }
label { display: block; padding: .2rem 0; }
select { font: inherit; padding: .35rem; max-width: 100%; }
.buttons { display: flex; gap: .75rem; margin-top: 1.5rem; }
button { font: inherit; padding: .5rem 1.4rem; border-radius: .45rem; border: 1px solid var(--line); background: var(--paper);
  color: var(--ink); cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--paper); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
