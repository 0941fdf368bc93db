/** A plan as text: what it rests on, the changes by section, the calls, the counts, the findings, the next command. */

import type { Basis } from '../../model/basis.ts';
import type { Change } from '../../model/change.ts';
import type { Plan } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';
import { revertText, titleOf } from '../origin.ts';
import { callLines } from './calls.ts';
import { changeLines } from './change.ts';
import { findingsText } from './findings.ts';
import { count, wrap } from './layout.ts';
import { ledgerLine } from './ledger-line.ts';
import { type Invocation, stepsAfterPlan } from './next.ts';
import { stepLines } from './steps.ts';
import type { TextStyle } from './style.ts';
import { ACTION_ORDER, sectionOf } from './words.ts';

/** `ledger`: where it is; undefined where nobody can say. */
export function planText(plan: Plan, style: TextStyle, typed?: Invocation, ledger?: string): string {
  const blocks = [
    headerLines(plan, style, ledger),
    ...sectionBlocks(plan, style),
    callBlock(plan, style),
    plan.findings.length === 0 ? [] : [findingsText(plan.findings, style)],
    summaryLines(plan, style),
    typed === undefined ? [] : stepLines(stepsAfterPlan(plan, typed), style),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** `1 to create, 2 to update, 12 unchanged`; what is zero is left out. */
export function countsText(plan: Plan): string {
  const { create, update, remove, forget, blocked, keep } = plan.summary;
  const parts: readonly (readonly [number, string])[] = [
    [create, 'to create'],
    [update, 'to update'],
    [remove, 'to remove'],
    [forget, 'to forget'],
    [blocked, 'blocked'],
    [keep, 'unchanged'],
  ];
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, words]) => `${amount} ${words}`)
    .join(', ');
}

/** Whether apply would have anything to do. */
export function isEmpty(plan: Plan): boolean {
  const { create, update, remove, forget, blocked } = plan.summary;
  return create + update + remove + forget + blocked === 0;
}

function headerLines(plan: Plan, style: TextStyle, ledger: string | undefined): readonly string[] {
  const { hubId, baseUrl, surface } = plan.account;
  const id = hubId === null ? 'account id not known' : `account ${hubId}`;
  const narrowed = plan.targets.map(terminalLine).join(', ');
  return [
    style.palette.heading(terminalLine(titleOf(plan))) +
      style.palette.dim(` (${id}, ${terminalLine(baseUrl)}, ${surface} surface)`),
    ...(ledger === undefined ? [] : [ledgerLine(plan, ledger)]),
    ...(plan.complete
      ? []
      : wrap('The account was not read completely: what was not seen is neither created nor removed.', style.width, {
          first: '',
          rest: '',
        }).map((line) => style.palette.warning(line))),
    ...(narrowed === ''
      ? []
      : wrap(`Only ${narrowed} and what it depends on.`, style.width, { first: '', rest: '  ' })),
    ...(plan.changes.length === 0 || isEmpty(plan)
      ? []
      : wrap(`Known how: ${knownText(plan)}.`, style.width, { first: '', rest: '' })),
  ];
}

/** How the before-values are known: `12 read back, 3 from the ledger only`. */
export function knownText(plan: Plan): string {
  const tally = new Map<Basis, number>();
  for (const change of plan.changes) tally.set(change.basis, (tally.get(change.basis) ?? 0) + 1);
  const of = (...bases: readonly Basis[]): number => bases.reduce((sum, basis) => sum + (tally.get(basis) ?? 0), 0);
  const parts = [
    [of('observed'), 'read back'],
    [of('inferred'), 'inferred'],
    [of('recorded', 'echoed'), 'from the ledger only'],
    [of('unknown'), 'not known before'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, words]) => `${amount} ${words}`)
    .join(', ');
}

function sectionBlocks(plan: Plan, style: TextStyle): readonly (readonly string[])[] {
  if (isEmpty(plan) && !style.verbose) return [];
  const sections = new Map<string, { readonly title: string; readonly rank: number; readonly changes: Change[] }>();
  for (const change of plan.changes) {
    const { title, rank } = sectionOf(change.address);
    const section = sections.get(title) ?? { title, rank, changes: [] };
    if (section.changes.length === 0) sections.set(title, section);
    section.changes.push(change);
  }
  return [...sections.values()]
    .filter((section) => style.verbose || section.changes.some((change) => change.action !== 'keep'))
    .sort((one, other) => one.rank - other.rank || (one.title < other.title ? -1 : 1))
    .map((section) => sectionLines(section.title, section.changes, style));
}

function sectionLines(title: string, changes: readonly Change[], style: TextStyle): readonly string[] {
  const byAction = Map.groupBy(changes, (change) => change.action);
  const kept = byAction.get('keep') ?? [];
  const blocks = ACTION_ORDER.filter((action) => action !== 'keep' || style.verbose)
    .flatMap((action) => byAction.get(action) ?? [])
    .map((change) => changeLines(change, style).join('\n'));
  const folded = kept.length > 0 && !style.verbose ? [style.palette.dim(`  ${keptText(kept)}`)] : [];
  return [style.palette.heading(terminalLine(title)), [...blocks, ...folded].join('\n\n')];
}

/** `12 unchanged (3 of them known from the ledger only)`. */
function keptText(kept: readonly Change[]): string {
  const recorded = kept.filter((change) => change.basis !== 'observed' && change.basis !== 'inferred').length;
  return `${kept.length} unchanged${recorded === 0 ? '' : `, ${recorded} of them known from the ledger only`}`;
}

function callBlock(plan: Plan, style: TextStyle): readonly string[] {
  if (plan.calls.length === 0) return [];
  return [style.palette.heading('Calls that apply makes'), ...callLines(plan.calls, style)];
}

function summaryLines(plan: Plan, style: TextStyle): readonly string[] {
  const { calls, destructive } = plan.summary;
  if (isEmpty(plan)) {
    const kept = plan.changes.filter((change) => change.action === 'keep');
    const known = kept.length === plan.summary.keep ? keptText(kept) : `${plan.summary.keep} unchanged`;
    return [`Nothing to do: ${known}. ${count(calls.read, 'read')} made.`, ...adoptLines(plan)];
  }
  const revert = revertText(plan);
  const lost = destructive === 0 ? '' : ` ${style.palette.error(`${destructive} destructive.`)}`;
  return [
    ...wrap(
      `${style.palette.strong(`${countsText(plan)}.`)}${lost} ${count(calls.read, 'read')} made, ${count(calls.write, 'write')} to make.`,
      style.width,
      { first: '', rest: '' },
    ),
    ...adoptLines(plan),
    ...(revert === undefined ? [] : wrap(revert, style.width, { first: '', rest: '' })),
  ];
}

/** What is in sync and not in the ledger yet: apply only writes it down. */
function adoptLines(plan: Plan): readonly string[] {
  if (plan.adopt.length === 0) return [];
  return [
    `Apply also records ${count(plan.adopt.length, 'resource')} in the ledger that the account has already as declared.`,
  ];
}
