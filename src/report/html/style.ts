/** The style sheet of a page, for light, dark, narrow and printed pages. Symbols before words come from one table. */

import { SYMBOLS } from './signs.ts';

const LIGHT =
  '--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--box:#f6f8fa;--go:#116329;--warn:#7d4e00;--stop:#a40e26;--link:#0550ae;--old:#ffebe9;--new:#e6f6ea;--press:#0550ae;--pressfg:#fff';
const DARK =
  '--bg:#12161b;--fg:#e6e9ed;--soft:#a3adb8;--line:#3b444e;--box:#1c2229;--go:#5fd07a;--warn:#e3b341;--stop:#ff8f8a;--link:#7ab7ff;--old:#4a1d20;--new:#173a22;--press:#7ab7ff;--pressfg:#0d1117';

/** `/ ""` is the empty alternative text; a browser that does not know it takes the declaration before. */
const SIGNS = SYMBOLS.map(([name, symbol]) => `.s-${name}::before{content:"${symbol} ";content:"${symbol} " / ""}`);

export const STYLE: string = [
  `:root{color-scheme:light dark;${LIGHT}}`,
  `@media(prefers-color-scheme:dark){:root{${DARK}}}`,
  '*{box-sizing:border-box}[hidden]{display:none!important}',
  'body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);overflow-wrap:anywhere}',
  'header,main{max-width:76rem;margin:0 auto;padding:1rem}main{padding-top:0}',
  'h1{font-size:1.6rem;margin:.3rem 0}h2{font-size:1.2rem;margin:1.6rem 0 .5rem}h3,h4{font-size:1rem;margin:0;display:inline}',
  'p{margin:.35rem 0}code,pre{font:.87em/1.45 ui-monospace,monospace}.soft{color:var(--soft)}a{color:var(--link)}',
  'a:focus-visible,button:focus-visible,summary:focus-visible,input:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}',
  '.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.4rem .8rem;z-index:3}',
  '.verdict{border:1px solid var(--line);border-left:.4rem solid var(--soft);background:var(--box);padding:.6rem .9rem;margin:.7rem 0;font-weight:600}',
  '.verdict.go{border-left-color:var(--go)}.verdict.warn{border-left-color:var(--warn)}.verdict.stop{border-left-color:var(--stop)}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .9rem;margin:.5rem 0}dt{color:var(--soft)}dd{margin:0;min-width:0}',
  '.findings{padding:0;list-style:none}.findings li{border-left:.25rem solid var(--line);padding:.15rem .8rem;margin:.5rem 0}',
  '.filters{background:var(--bg);border-bottom:1px solid var(--line);padding:.5rem 0}',
  '.filters>div,.filters fieldset{display:flex;flex-wrap:wrap;gap:.35rem;align-items:center;border:0;padding:0;margin:.25rem 0}',
  '.filters legend{float:left;color:var(--soft);margin-right:.4rem;padding:0;min-width:3.5rem}',
  'button,input{font:inherit;font-size:.9rem;color:var(--fg);background:var(--box);border:1px solid var(--soft);border-radius:6px;padding:.2rem .6rem;min-height:1.9rem}',
  'button{cursor:pointer}button:disabled{opacity:.6;cursor:default}input{flex:1 1 16rem;min-width:9rem;background:var(--bg)}',
  'button[aria-pressed=true]{background:var(--press);color:var(--pressfg);border-color:var(--press);font-weight:600}button[aria-pressed=true] span{color:inherit}button[aria-pressed=true]::after{content:" ✓";content:" ✓" / ""}',
  'details.part{border:1px solid var(--line);border-radius:6px;margin:.7rem 0;padding:.1rem .7rem .4rem}details.part details.part{border-width:0 0 0 2px;border-radius:0;margin:.4rem 0}',
  'summary{cursor:pointer;padding:.3rem 0}',
  // Invisible rows have no layout, so that a page with 10,000 rows opens, scrolls and filters quickly.
  '.row{content-visibility:auto;contain-intrinsic-size:auto 2.6rem;border-top:1px solid var(--line)}.row>summary{padding:.42rem .1rem}.row>summary>b{margin-right:.45rem}.row>summary>i{margin-left:.45rem}',
  '.row>summary code{font-weight:600}.row>div{padding:0 0 .8rem 1.1rem}.row>summary b{display:inline-block;min-width:5.6rem}.row>summary i{font-style:normal;font-size:.87rem;color:var(--soft);white-space:nowrap}',
  '.s-create,.s-applied,.s-unchanged,.s-accepted,.s-safe,.s-in-sync,.s-only-left{color:var(--go)}.s-drifted,.s-deferred,.s-moved,.s-update,.s-conflict,.s-warning,.s-different,.s-not-compared{color:var(--warn)}',
  '.s-skipped{color:var(--soft)}.s-left-out,.s-gone,.s-only-right,.s-remove,.s-blocked,.s-destructive,.s-irreversible,.s-failed,.s-uncertain,.s-error{color:var(--stop)}',
  '.row>summary .s-destructive,.row>summary .s-irreversible{border:1px solid currentColor;border-radius:99px;padding:0 .5rem;color:var(--stop);font-weight:600}',
  'table{border-collapse:collapse;width:100%;table-layout:fixed;margin:.5rem 0;font-size:.93rem}caption{text-align:left;color:var(--soft);padding:.2rem 0}',
  'th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top;font-weight:400}thead th{color:var(--soft);background:var(--box)}tbody th{font-weight:600}',
  'td{font:.87em/1.5 ui-monospace,monospace;white-space:pre-wrap}td p{margin:0}',
  '.f th:first-child{width:22%}.p th:first-child,.p th:nth-child(2){width:22%}.o{background:var(--old)}.n{background:var(--new)}.o:empty,.n:empty{background:none}',
  'del,ins{text-decoration:none;font-weight:700}del{text-decoration:line-through}ins{text-decoration:underline}',
  '.cluster{border:1px solid var(--line);border-radius:6px;margin:.9rem 0;padding:.2rem .8rem .5rem}.fold{margin:.35rem 0}.ids{padding-left:1.1rem;font-size:.9rem}',
  'pre{background:var(--box);padding:.6rem;overflow:auto;margin:.3rem 0}',
  '@media(min-width:40.01rem) and (min-height:44rem){.filters{position:sticky;top:0;z-index:2}html{scroll-padding-top:12rem}}',
  '@media(max-width:40rem){.p th:first-child,.p th:nth-child(2){width:27%}dl{grid-template-columns:1fr}dt{margin-top:.3rem}.row>div{padding-left:0}details.part{padding:.1rem .4rem .3rem}table{font-size:.87rem}th,td{padding:.2rem .3rem}}',
  // Each field and each option is a block of its name and both sides.
  '@media(max-width:500px){table,caption,thead,tbody{display:block}tr{display:grid;grid-template-columns:1fr 1fr}tr>*{min-width:0;width:auto!important}th:first-child,.p th:nth-child(2),.p td:nth-child(2){grid-column:1/-1}.p thead th:nth-child(-n+2),.f thead th:first-child{display:none}.f tr>:nth-child(2):last-child{grid-column:1/-1}td:empty{border-color:transparent}}',
  `@media print{:root{${LIGHT}}.filters,.skip{display:none!important}.row{content-visibility:visible}.row,tr{break-inside:avoid}details::details-content{content-visibility:visible;display:block}}`,
  ...SIGNS,
].join('\n');
