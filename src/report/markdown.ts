/** Plans and outcomes as Markdown for a review comment: counts first, then a folded list; all foreign text escaped. */

import type { Change, FieldChange } from '../model/change.ts';
import type { Finding } from '../model/finding.ts';
import type { ApplyResult } from '../model/outcome.ts';
import type { Plan } from '../model/plan.ts';
import { htmlText, markdownBlock, markdownCode, markdownText } from './escape.ts';
import { callLines } from './text/calls.ts';
import { fieldLines } from './text/fields.ts';
import { count } from './text/layout.ts';
import { outcomeCounts } from './text/outcome.ts';
import { countsText, isEmpty } from './text/plan.ts';
import type { TextStyle } from './text/style.ts';
import { palette } from './text/style.ts';
import {
  ACTION_ORDER,
  ACTION_SIGNS,
  basisWords,
  riskWords,
  STATUS_SIGNS,
  sectionOf,
  statusWord,
} from './text/words.ts';

/** Columns of the blocks with fields: what fits beside a code review. */
const BLOCK_WIDTH = 90;

export function planMarkdown(plan: Plan, options: { readonly verbose: boolean; readonly now: number }): string {
  const style: TextStyle = { palette: palette(false), width: BLOCK_WIDTH, ...options };
  const changes = plan.changes.filter((change) => change.action !== 'keep' || options.verbose);
  const { read, write } = plan.summary.calls;
  const parts = [
    `### Plan for ${markdownText(plan.account.name)}${plan.account.hubId === null ? '' : ` (account ${plan.account.hubId})`}`,
    isEmpty(plan)
      ? `Nothing to do: ${plan.summary.keep} unchanged.`
      : `**${countsText(plan)}**. ${count(read, 'read')} made, ${count(write, 'write')} to make.`,
    ...(plan.summary.destructive > 0
      ? [`> **${plan.summary.destructive} destructive**: values or options are lost.`]
      : []),
    ...(plan.complete
      ? []
      : ['> The account was not read completely: what was not seen is neither created nor removed.']),
    ...findingParts(plan.findings),
    ...[...Map.groupBy(changes, (change) => sectionOf(change.address).title)].map(([title, members]) =>
      sectionPart(title, members, style),
    ),
    ...(plan.calls.length === 0
      ? []
      : [details('Calls that apply makes', markdownBlock(callLines(plan.calls, style).join('\n')))]),
  ];
  return `${parts.join('\n\n')}\n`;
}

export function outcomeMarkdown(result: ApplyResult): string {
  const rows = result.outcomes.map(
    (outcome) =>
      `| ${STATUS_SIGNS[outcome.status].symbol.replace('+', '\\+')} ${statusWord(outcome)} | ${outcome.action} | ${markdownCode(outcome.address)} | ${markdownText(outcome.message)} |`,
  );
  const parts = [
    '### Outcome',
    `**${outcomeCounts(result)}**${result.interrupted ? ', interrupted' : ''}. ${count(result.calls.write, 'write')} made.`,
    ...findingParts(result.findings),
    ...(rows.length === 0
      ? []
      : [['| status | action | address | message |', '|---|---|---|---|', ...rows].join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function findingParts(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  return [
    findings
      .map((finding) => {
        const place = finding.provenance;
        const where = place === undefined ? '' : ` ${markdownCode(`${place.file}:${place.line}:${place.column}`)}`;
        const hint = finding.hint === undefined ? '' : ` ${markdownText(finding.hint)}`;
        return `- **${finding.severity}** ${markdownCode(finding.code)}${where}: ${markdownText(finding.message)}${hint}`;
      })
      .join('\n'),
  ];
}

function sectionPart(title: string, changes: readonly Change[], style: TextStyle): string {
  const sorted = ACTION_ORDER.flatMap((action) => changes.filter((change) => change.action === action));
  const body = sorted.map((change) => changePart(change, style)).join('\n\n');
  return details(`${title} (${changes.length})`, body);
}

function changePart(change: Change, style: TextStyle): string {
  const notes = [
    `${markdownText(change.reason)}${change.section === undefined ? '' : ` (spec ${markdownText(change.section)})`}`,
    ...[riskWords(change)].flatMap((text) => (text === undefined ? [] : [`**${markdownText(text)}**`])),
    ...[basisWords(change, style.now)].flatMap((text) => (text === undefined ? [] : [`_${markdownText(text)}_`])),
  ];
  const fields = fieldsBlock(change.fields, style);
  const head = `**${markdownText(ACTION_SIGNS[change.action].symbol)} ${change.action}** ${markdownCode(change.address)}`;
  return [`${head}: ${notes.join('; ')}`, ...(fields === undefined ? [] : [fields])].join('\n\n');
}

function fieldsBlock(fields: readonly FieldChange[], style: TextStyle): string | undefined {
  if (fields.length === 0) return undefined;
  return markdownBlock(fieldLines(fields, { absentBefore: undefined, absentAfter: '(removed)' }, '', style).join('\n'));
}

function details(title: string, body: string): string {
  // Inside an HTML block Markdown is not read, so the title is escaped as HTML.
  return `<details><summary>${htmlText(title).replace(/@/g, '&#64;')}</summary>\n\n${body}\n\n</details>`;
}
