/** A plan as text: basis, changes, calls, findings, attention, counts, and the next command. */

import type { Settler } from '../../model/open-call.ts';
import type { Plan } from '../../model/plan.ts';
import { refusalOf } from '../attention.ts';
import { terminalLine } from '../escape.ts';
import { hostText } from '../host-notice.ts';
import { revertText, titleOf } from '../origin.ts';
import { attentionLines } from './attention.ts';
import { callLines } from './calls.ts';
import { briefText, countsText, isEmpty, keptText, knownText, recordsSomething } from './counts.ts';
import { findingsText } from './findings.ts';
import { count, nameSome, wrap } from './layout.ts';
import { planLedgerLine } from './ledger-line.ts';
import { type Invocation, stepsAfterPlan } from './next.ts';
import { blocksText } from './render.ts';
import { oneLineEach, sectionBlocks } from './sections.ts';
import { stepLines } from './steps.ts';
import type { TextStyle } from './style.ts';
import { NOT_READ, unreadLines } from './unread.ts';

/** Number of lines above which a plan counts as long. */
const LONG = 200;
const FLUSH = { first: '', rest: '' };

export interface PlanStyle extends TextStyle {
  /** Shows one line for each change, and no calls. */
  readonly summary?: boolean;
  /** Apply skips blocked changes. */
  readonly skipBlocked?: boolean;
}

/** `ledger` is its location. Undefined if it is unknown. */
export function planText(plan: Plan, style: PlanStyle, typed?: Invocation, ledger?: string): string {
  const text = blocksText([
    hostLines(plan, style),
    headerLines(plan, style, ledger),
    ...changeBlocks(plan, style),
    style.summary === true ? [] : callBlock(plan, style),
    plan.findings.length === 0 ? [] : [findingsText(plan.findings, style)],
    attentionLines(plan, style),
    countLines(plan, style),
    typed === undefined ? [] : stepLines(stepsAfterPlan(plan, typed), style),
  ]);
  return `${text}${shorterLine(text.trimEnd(), style)}`;
}

/** Suggests the short form after a long plan. */
function shorterLine(text: string, style: PlanStyle): string {
  const lines = text.split('\n').length;
  if (style.summary === true || style.verbose || style.everything === true || lines <= LONG) return '';
  return `\n${style.palette.dim(`These are ${lines} lines; --summary prints one line for each change.`)}\n`;
}

/** The counts in one sentence, below what could not be read and the errors that are in the way of them. */
export function planBrief(plan: Plan, style: TextStyle): string {
  const errors = plan.findings.filter(({ severity }) => severity === 'error');
  const unread = unreadLines(plan, style);
  const above = [
    ...hostLines(plan, style),
    ...(unread.length === 0 ? [] : [unread.join('\n')]),
    ...(errors.length === 0 ? [] : [findingsText(errors, style)]),
  ];
  return `${above.map((text) => `${text}\n\n`).join('')}${briefText(plan)}\n`;
}

/** Writes one line of any length, so that an address is never broken. */
function hostLines(plan: Plan, { palette, face = 'terminal' }: TextStyle): readonly string[] {
  const text = hostText(plan, face);
  return text === '' ? [] : [palette.warning(text)];
}

function headerLines(plan: Plan, style: TextStyle, ledger: string | undefined): readonly string[] {
  const { hubId, baseUrl, surface } = plan.account;
  const id = hubId === null ? 'account id unknown' : `account ${hubId}`;
  const narrowed = plan.targets.map(terminalLine).join(', ');
  return [
    style.palette.heading(terminalLine(titleOf(plan))) +
      style.palette.dim(` (${id}, ${terminalLine(baseUrl)}, ${surface} surface)`),
    ...(ledger === undefined ? [] : [planLedgerLine(plan, ledger)]),
    ...(plan.complete ? [] : wrap(NOT_READ, style.width, FLUSH).map((line) => style.palette.warning(line))),
    ...(narrowed === ''
      ? []
      : wrap(`Only ${narrowed} and what it depends on.`, style.width, { first: '', rest: '  ' })),
    ...(plan.changes.length === 0 || isEmpty(plan) ? [] : wrap(`Sources: ${knownText(plan)}.`, style.width, FLUSH)),
  ];
}

function changeBlocks(plan: Plan, style: PlanStyle): readonly (readonly string[])[] {
  if (isEmpty(plan) && !style.verbose) return [];
  return style.summary === true ? [oneLineEach(plan, style)] : sectionBlocks(plan, style);
}

function callBlock(plan: Plan, style: TextStyle): readonly string[] {
  if (plan.calls.length === 0) return [];
  return [style.palette.heading('Calls made by apply'), ...callLines(plan.calls, style)];
}

/** Records that move and are named. */
const MOVES_NAMED = 4;

function countLines(plan: Plan, style: PlanStyle): readonly string[] {
  const { calls, destructive } = plan.summary;
  const revert = isEmpty(plan) ? undefined : revertText(plan);
  const lost = destructive === 0 ? '' : ` ${style.palette.error(`${destructive} destructive.`)}`;
  const counts = isEmpty(plan)
    ? `${!recordsSomething(plan) && plan.open === undefined ? 'Nothing to do' : 'Nothing to change'}: ${keptWords(plan)}. ${count(calls.read, 'read')} made.`
    : `${style.palette.strong(`${countsText(plan)}.`)}${lost} ${count(calls.read, 'read')} made, ${count(calls.write, 'write')} to make.`;
  const refusal = refusalOf(plan, style.skipBlocked);
  const leftOut = style.skipBlocked === true && plan.summary.blocked > 0;
  return [
    counts,
    ...adoptWords(plan),
    ...(plan.moved === undefined ? [] : [`Apply records the new file of ${count(plan.moved.length, 'resource')}.`]),
    ...renamedWords(plan, style.verbose),
    ...(plan.doubtful === undefined
      ? []
      : [`Apply marks ${count(plan.doubtful.length, 'record')} as doubtful in the ledger.`]),
    ...(plan.hostChange === undefined ? [] : [`Apply pins ${terminalLine(plan.hostChange.to)} in the ledger.`]),
    ...openWords(plan),
    ...(revert === undefined ? [] : [revert]),
    ...(leftOut ? [`Left out with --skip-blocked: ${count(plan.summary.blocked, 'blocked change')}.`] : []),
    ...(refusal === undefined ? [] : [style.palette.error(`Apply will refuse this plan: ${refusal}.`)]),
  ].flatMap((text) => wrap(text, style.width, FLUSH));
}

function keptWords(plan: Plan): string {
  const kept = plan.changes.filter((change) => change.action === 'keep');
  return kept.length === plan.summary.keep ? keptText(kept) : `${plan.summary.keep} unchanged`;
}

/** Counts the open calls of earlier runs that apply settles. */
function openWords({ open = [] }: Plan): readonly string[] {
  const of = (settler: Settler): number => open.filter(({ settledBy }) => settledBy === settler).length;
  const [apply, run, person] = [of('apply'), of('run'), of('person')];
  return [
    ...(apply === 0 ? [] : [`Apply settles ${count(apply, 'open call')} of earlier runs.`]),
    ...(run === 0 ? [] : [`A run in progress has ${count(run, 'open call')}: plan again when it has finished.`]),
    ...(person === 0 ? [] : [`A person has to settle ${count(person, 'open call')} of earlier runs.`]),
  ];
}

/** Lists records that move to another name of their object or label. */
function renamedWords({ renamed = {}, unproven = [] }: Plan, verbose: boolean): readonly string[] {
  const moves = Object.entries(renamed).map(([now, formerly]) => `${terminalLine(formerly)} -> ${terminalLine(now)}`);
  if (moves.length === 0) return [];
  const named = nameSome(moves, verbose ? moves.length : MOVES_NAMED);
  const found = nameSome(unproven.map(terminalLine), verbose ? unproven.length : MOVES_NAMED);
  return [
    `Apply moves ${count(moves.length, 'record')} to another address, without any calls: ${named}.`,
    ...(unproven.length === 0
      ? []
      : [
          `Only the files say that they are the same, so they are recorded as found, not as created by trueup: ${found}.`,
        ]),
  ];
}

/** Counts resources in sync that apply only records. */
function adoptWords(plan: Plan): readonly string[] {
  const { length } = plan.adopt;
  if (length === 0) return [];
  const records = `${isEmpty(plan) ? 'records' : 'also records'} ${count(length, 'resource')}`;
  return [`Apply ${records} already in sync, without any calls.`];
}
