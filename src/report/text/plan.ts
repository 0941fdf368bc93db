/** A plan as a report: changes by section, calls, findings, counts, and the next command. */

import { defined } from '../../contract/defined.ts';
import { DEFAULT_SURFACE } from '../../contract/surfaces.ts';
import { type Change, RISKS } from '../../model/change.ts';
import { countOf, type Finding } from '../../model/finding.ts';
import { moment } from '../../model/moment.ts';
import type { Settler } from '../../model/open-call.ts';
import type { Plan, PlannedCall } from '../../model/plan.ts';
import { describeRefusal, findAttention, isCritical } from '../attention.ts';
import { UNREAD } from '../exit.ts';
import type { Face } from '../fix-ways.ts';
import { formatPlanTitle, lossText, revertText } from '../origin.ts';
import { changeRow } from './change.ts';
import { briefText, countsText, isEmpty, keptText, recordsSomething } from './counts.ts';
import {
  type Block,
  code,
  type Doc,
  type Facet,
  type Fact,
  type Grade,
  groupBySection,
  type Inline,
  namedFirst,
  type Span,
  strong,
} from './doc.ts';
import { hostBanner } from './host-notice.ts';
import { count, listCounts, nameSome } from './layout.ts';
import { ledgerLine } from './ledger-line.ts';
import { type Invocation, stepsAfterPlan } from './next.ts';
import { positionText } from './position.ts';
import { ACTION_ORDER } from './words.ts';

export interface PlanDocOptions {
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Lists unchanged resources too. */
  readonly verbose?: boolean;
  /** Reader whom notes address. Default: the terminal. */
  readonly face?: Face;
  /** Apply skips blocked changes. */
  readonly skipBlocked?: boolean;
  /** Flags of the command, which the next command repeats. Without them it is left out. */
  readonly typed?: Invocation | undefined;
  /** Location of the ledger. Undefined if it is unknown. */
  readonly ledger?: string | undefined;
}

export const CHANGE_FACETS: readonly Facet[] = [
  { legend: 'Action', choices: ACTION_ORDER.map((value) => ({ value, word: value })) },
  { legend: 'Risk', choices: RISKS.map((value) => ({ value, word: value })) },
];

export function planDoc(plan: Plan, options: PlanDocOptions): Doc {
  const { face = 'terminal', skipBlocked = false, typed, ledger } = options;
  const { hubId, baseUrl, surface } = plan.account;
  const attention = findAttention(plan);
  const refusal = describeRefusal(plan, skipBlocked);
  const details = [
    ...(hubId === null ? ['account id unknown'] : []),
    baseUrl,
    ...(surface === DEFAULT_SURFACE ? [] : [`${surface} surface`]),
  ];
  const only = plan.targets.length === 0 ? [] : [`Only ${plan.targets.join(', ')} and all dependencies.`];
  return {
    ...hostBanner(plan, face),
    title: formatPlanTitle(plan),
    ...(hubId !== null && { about: `account ${hubId}` }),
    details,
    ...(ledger !== undefined && { line: ledgerLine(plan, ledger) }),
    pageFacts: pageFacts(plan),
    expiresAt: plan.expiresAt,
    warnings: plan.complete ? [] : [NOT_READ],
    summary: buildSummary(plan),
    ...judgePlan(plan, attention),
    ...defined({ refusal }),
    overflow: {
      reason: 'This plan is too large to review here, so merging approves nothing.',
      lost: urgentCounts(plan),
      remedy: ['Split it into several pull requests, or narrow it with ', code('target'), '.'],
    },
    notes: [...only, ...buildNotes(plan, options)],
    findings: [{ items: plan.findings }],
    rows: {
      title: 'Changes',
      facets: CHANGE_FACETS,
      folds: true,
      apart: true,
      blocks: changeBlocks(plan, options, attention),
    },
    calls: plan.calls,
    steps: typed === undefined ? [] : stepsAfterPlan(plan, typed),
  };
}

/** Blocks of changes by section. Unchanged resources are counted, unless they are asked for or need attention. */
export function changeBlocks(
  plan: Plan,
  { now, verbose = false }: Pick<PlanDocOptions, 'now' | 'verbose'>,
  attention = findAttention(plan),
): readonly Block[] {
  const calls = callsByAddress(plan.calls);
  const isShown = ({ action, address }: Change): boolean => verbose || action !== 'keep' || attention.has(address);
  return groupBySection(plan.changes).flatMap(({ title, items }) => {
    const byAction = Map.groupBy(items.filter(isShown), ({ action }) => action);
    const shown = ACTION_ORDER.flatMap((action) => byAction.get(action) ?? []);
    const kept = items.filter((change) => !isShown(change));
    if (shown.length === 0) return [];
    const rows = shown.map((change) =>
      changeRow(change, {
        now,
        verbose,
        calls: calls.get(change.address) ?? [],
        attention: attention.has(change.address),
      }),
    );
    return [{ title, rows, spaced: true, folded: true, ...(kept.length > 0 && { rest: keptText(kept) }) }];
  });
}

function callsByAddress(calls: readonly PlannedCall[]): ReadonlyMap<string, readonly PlannedCall[]> {
  const found = new Map<string, PlannedCall[]>();
  for (const call of calls) {
    for (const address of call.covers) found.set(address, [...(found.get(address) ?? []), call]);
  }
  return found;
}

function buildSummary(plan: Plan): Inline {
  const { calls, destructive, keep } = plan.summary;
  if (isEmpty(plan)) {
    const kept = plan.changes.filter((change) => change.action === 'keep');
    const isDone = !recordsSomething(plan) && plan.open === undefined;
    return `${isDone ? 'Nothing to do' : 'Nothing to change'}: ${kept.length === keep ? keptText(kept) : `${keep} unchanged`}.`;
  }
  const lost = destructive === 0 ? [] : [' ', strong(`${destructive} destructive.`)];
  return [strong(`${countsText(plan)}.`), ...lost, ` ${count(calls.write, 'write')} to make.`];
}

/** `400 destructive changes, 12 blocked changes`. */
function urgentCounts({ summary, findings }: Plan): string {
  return listCounts([
    [summary.destructive, 'destructive change', 'destructive changes'],
    [summary.blocked, 'blocked change', 'blocked changes'],
    [countOf(findings, 'error'), 'error', 'errors'],
  ]);
}

/** Names the first change that needs attention, and the next step. `attention`: addresses of the changes that need it. */
function judgePlan(plan: Plan, attention: ReadonlySet<string>): { readonly grade: Grade; readonly verdict: Inline } {
  const refusal = describeRefusal(plan);
  if (refusal !== undefined) return { grade: 'stop', verdict: refusedVerdict(plan, refusal) };
  if (isEmpty(plan)) return { grade: 'go', verdict: 'Nothing to do: the account is as declared.' };
  const urgent = plan.changes.filter(({ address }) => attention.has(address));
  const [first] = [...urgent.filter(isCritical), ...urgent];
  if (first !== undefined) {
    const what = first.risk === 'safe' ? 'needs attention' : `is ${first.risk}`;
    const named = [`It can be applied, but `, ...namedFirst(first, urgent.length), ` ${what}`] as const;
    return {
      grade: 'warn',
      verdict: [...named, '. Next: check each change that needs attention, then apply the plan.'],
    };
  }
  const losses = lossText(plan);
  const warnings = countOf(plan.findings, 'warning');
  const read = warnings === 0 ? '' : `read ${count(warnings, 'warning')}, then `;
  const verdict = [`It can be applied; ${losses ?? 'nothing is lost'}. Next: ${read}apply `, ...nameChanges(plan), '.'];
  return { grade: losses === undefined && warnings === 0 ? 'go' : 'warn', verdict };
}

function nameChanges({ changes }: Plan): readonly (string | Span)[] {
  const made = changes.filter(({ action }) => action !== 'keep');
  const [first] = made;
  return first === undefined || made.length > 1
    ? [`the ${made.length} changes`]
    : [`the ${first.action} of `, ...namedFirst(first, 1)];
}

function refusedVerdict({ changes, findings }: Plan, refusal: string): Inline {
  const errors = countOf(findings, 'error');
  if (errors > 0) return `It cannot be applied: ${refusal}. Next: correct ${count(errors, 'error')}, and plan again.`;
  const blocked = changes.filter(({ action }) => action === 'blocked');
  const [first] = blocked;
  if (first === undefined) return `It cannot be applied: ${refusal}. Next: plan again.`;
  const { provenance } = first;
  const edit = provenance === undefined ? [] : ['edit ', code(positionText(provenance)), ', or '];
  return [
    'It cannot be applied: ',
    ...namedFirst(first, blocked.length),
    ' is blocked. Next: ',
    ...edit,
    'follow the advice of the change, and plan again.',
  ];
}

function pageFacts(plan: Plan): readonly Fact[] {
  const consents = plan.allowed.map(({ risk, address }) => (address === undefined ? risk : `${risk} at ${address}`));
  return [
    { name: 'Made', value: moment(plan.createdAt) },
    { name: 'Valid until', value: moment(plan.expiresAt) },
    ...(consents.length === 0 ? [] : [{ name: 'Consent given', value: consents.join(', ') }]),
  ];
}

/** Records that move and are named. */
const MOVES_NAMED = 4;

/** Sentences about the records that apply writes, the open calls, and the limits of a later revert. */
function buildNotes(plan: Plan, { verbose = false, skipBlocked = false }: PlanDocOptions): readonly string[] {
  const { adopt, moved, hostChange, summary } = plan;
  const revert = isEmpty(plan) ? undefined : revertText(plan);
  return [
    ...(adopt.length === 0
      ? []
      : [
          `Apply ${isEmpty(plan) ? 'records' : 'also records'} ${count(adopt.length, 'resource')} already in sync, without any calls.`,
        ]),
    ...(moved === undefined ? [] : [`Apply records the new file of ${count(moved.length, 'resource')}.`]),
    ...renamedWords(plan, verbose),
    ...(hostChange === undefined ? [] : [`Apply pins ${hostChange.to} in the ledger.`]),
    ...openWords(plan),
    ...(revert === undefined ? [] : [revert]),
    ...(skipBlocked && summary.blocked > 0
      ? [`Left out with --skip-blocked: ${count(summary.blocked, 'blocked change')}.`]
      : []),
  ];
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
  const moves = Object.entries(renamed).map(([now, formerly]) => `${formerly} -> ${now}`);
  if (moves.length === 0) return [];
  const named = nameSome(moves, verbose ? moves.length : MOVES_NAMED);
  const found = nameSome(unproven, verbose ? unproven.length : MOVES_NAMED);
  return [
    `Apply moves ${count(moves.length, 'record')} to another address, without any calls: ${named}.`,
    ...(unproven.length === 0
      ? []
      : [
          `Only the files say that they are the same, so they are recorded as found, not as created by trueup: ${found}.`,
        ]),
  ];
}

/** The counts in one sentence, with what could not be read and the errors that are in the way of them. */
export function planBriefDoc(plan: Plan, face: Face = 'terminal'): Doc {
  const failed = failedReads(plan);
  return {
    ...hostBanner(plan, face),
    title: formatPlanTitle(plan),
    continues: true,
    warnings: plan.complete ? [] : [NOT_READ],
    summary: briefText(plan),
    grade: 'go',
    findings: [{ items: plan.findings.filter((finding) => finding.severity === 'error' || failed.includes(finding)) }],
    rows: { title: 'Changes', facets: [], blocks: [] },
  };
}

export const NOT_READ =
  'The read of the account is incomplete. Apply neither creates nor removes the unread resources.';

/** Returns the findings about reads that failed. Returns nothing for a complete plan. */
export function failedReads({ complete, findings }: Pick<Plan, 'complete' | 'findings'>): readonly Finding[] {
  return complete ? [] : findings.filter(({ code }) => UNREAD.includes(code));
}
