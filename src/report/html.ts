/** A plan, or outcomes, as one self-contained HTML page: no script, nothing loaded, every text escaped. */

import type { Change } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { htmlText } from './escape.ts';
import { callLines } from './text/calls.ts';
import { placeText } from './text/change.ts';
import { fieldLines } from './text/fields.ts';
import { count } from './text/layout.ts';
import { outcomeCounts } from './text/outcome.ts';
import { countsText, isEmpty } from './text/plan.ts';
import { palette, type TextStyle } from './text/style.ts';
import { ACTION_ORDER, ACTION_SIGNS, basisWords, riskWords, sectionOf, statusWord } from './text/words.ts';

const CSS = [
  'body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}',
  'pre{background:#f5f6f8;padding:.6rem;overflow:auto;margin:.3rem 0}code,pre{font:13px/1.45 ui-monospace,monospace}',
  'article{border-left:4px solid #8a929c;padding:.2rem .8rem;margin:.8rem 0}.create{border-color:#1a7f37}',
  '.update{border-color:#9a6700}.remove,.blocked{border-color:#cf222e}.risk{color:#a40e26;font-weight:600}.note{color:#57606a}',
  '@media(prefers-color-scheme:dark){body{color:#e6e9ed;background:#14171b}pre{background:#22262c}.risk{color:#ff8182}.note{color:#9aa4af}}',
].join('');

export function planHtml(plan: Plan, options: { readonly verbose: boolean; readonly now: number }): string {
  const style: TextStyle = { palette: palette(false), width: 110, ...options };
  const changes = plan.changes.filter((change) => change.action !== 'keep' || options.verbose);
  const title = `Plan for ${plan.account.name}${plan.account.hubId === null ? '' : ` (account ${plan.account.hubId})`}`;
  const counts = isEmpty(plan) ? `Nothing to do: ${plan.summary.keep} unchanged` : countsText(plan);
  const sections = [...Map.groupBy(changes, (change) => sectionOf(change.address).title)];
  return page(title, [
    `<p class="note">${htmlText(plan.account.baseUrl)}, made ${htmlText(plan.createdAt)}, expires ${htmlText(plan.expiresAt)}</p>`,
    `<p><strong>${htmlText(counts)}</strong>. ${count(plan.summary.calls.read, 'read')} made, ${count(plan.summary.calls.write, 'write')} to make.</p>`,
    ...(plan.summary.destructive > 0
      ? [`<p class="risk">${plan.summary.destructive} destructive: values or options are lost.</p>`]
      : []),
    ...(plan.complete ? [] : ['<p class="risk">The account was not read completely.</p>']),
    ...(plan.findings.length > 0 ? [`<ul>${plan.findings.map(findingItem).join('')}</ul>`] : []),
    ...sections.map(
      ([name, members]) =>
        `<section><h2>${htmlText(name)}</h2>${ordered(members)
          .map((change) => article(change, style))
          .join('')}</section>`,
    ),
    ...(plan.calls.length > 0
      ? [`<details><summary>Calls that apply makes</summary>${block(callLines(plan.calls, style))}</details>`]
      : []),
  ]);
}

export function outcomeHtml(result: ApplyResult): string {
  const rows = result.outcomes.map((outcome) => {
    const cells = [statusWord(outcome), outcome.action, outcome.address, outcome.message];
    return `<tr>${cells.map((cell) => `<td>${htmlText(cell)}</td>`).join('')}</tr>`;
  });
  return page('Outcome', [
    `<p><strong>${htmlText(outcomeCounts(result))}</strong>${result.interrupted ? ', interrupted' : ''}. ${count(result.calls.write, 'write')} made.</p>`,
    ...(result.findings.length > 0 ? [`<ul>${result.findings.map(findingItem).join('')}</ul>`] : []),
    `<table><thead><tr><th>status<th>action<th>address<th>message</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  ]);
}

function page(title: string, body: readonly string[]): string {
  return `${[
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>${htmlText(title)}</title><style>${CSS}</style></head><body>`,
    `<h1>${htmlText(title)}</h1>`,
    ...body,
    '</body></html>',
  ].join('\n')}\n`;
}

function ordered(changes: readonly Change[]): readonly Change[] {
  return ACTION_ORDER.flatMap((action) => changes.filter((change) => change.action === action));
}

function article(change: Change, style: TextStyle): string {
  const risk = riskWords(change);
  const basis = basisWords(change, style.now);
  const place =
    change.provenance === undefined ? '' : ` <span class="note">${htmlText(placeText(change.provenance))}</span>`;
  const section = change.section === undefined ? '' : ` (spec ${change.section})`;
  const fields = fieldLines(change.fields, { absentBefore: undefined, absentAfter: '(removed)' }, '', style);
  return [
    `<article class="${change.action}">`,
    `<p><strong>${htmlText(ACTION_SIGNS[change.action].symbol)} ${change.action}</strong> <code>${htmlText(change.address)}</code>${place}<br>`,
    `${htmlText(change.reason + section)}</p>`,
    risk === undefined ? '' : `<p class="risk">${htmlText(risk)}</p>`,
    basis === undefined ? '' : `<p class="note">${htmlText(basis)}</p>`,
    fields.length === 0 ? '' : block(fields),
    '</article>',
  ].join('');
}

function block(lines: readonly string[]): string {
  return `<pre>${htmlText(lines.join('\n'))}</pre>`;
}

function findingItem(finding: Finding): string {
  const place = finding.provenance === undefined ? '' : ` <code>${htmlText(placeText(finding.provenance))}</code>`;
  return `<li><strong>${finding.severity}</strong> <code>${htmlText(finding.code)}</code>${place}: ${htmlText(finding.message)}</li>`;
}
