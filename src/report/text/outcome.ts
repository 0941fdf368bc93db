/** The outcomes of changes as a report: each failure above the changes that were skipped because of it, then exact counts. */

import { defined } from '../../contract/defined.ts';
import {
  type ApplyResult,
  isAllLeftOut,
  isGood,
  type LeftOut,
  type Outcome,
  type OutcomeStatus,
} from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { type Block, code, type Doc, namedFirst, type Row, strong } from './doc.ts';
import { withEntries } from './entries.ts';
import { count, listCounts } from './layout.ts';
import { type Invocation, stepsAfterApply } from './next.ts';
import { blockLines } from './render.ts';
import type { TextStyle } from './style.ts';
import { ACTION_ORDER, STATUS_SIGNS } from './words.ts';

export interface OutcomeDocOptions {
  /** Lists resources that were only recorded. */
  readonly verbose?: boolean;
  /** Flags of the command, which the next command repeats. Without them it is left out. */
  readonly typed?: Invocation;
  /** Account in the title. Without it the title has none, because the report follows the plan. */
  readonly account?: Plan['account'];
}

const STATUS_ORDER: readonly OutcomeStatus[] = ['applied', 'accepted', 'conflict', 'failed', 'uncertain', 'skipped'];
const LEFT_OUT = { value: 'left-out', word: 'left out' };
/** Outcomes of one status listed without --verbose: successes, and changes that only waited for others. */
const STATUS_SHOWN = 50;
/** Outcomes of one failure, conflict or reason, without --verbose. */
const CAUSE_SHOWN = 20;
/** The width of `uncertain`. */
const COLUMNS = 9;
const WORDS = { absentBefore: '(not set)', absentAfter: '(not set)' };
const ALL_LEFT_OUT = 'Nothing was applied: every change is blocked.';
const INTERRUPTED = 'Interrupted: calls that were in flight are settled or recorded in the ledger.';

export function outcomeDoc(result: ApplyResult, { verbose = false, typed, account }: OutcomeDocOptions = {}): Doc {
  const { outcomes, adopted, leftOut, interrupted } = result;
  return {
    title: account === undefined ? 'Outcome' : `Outcome for ${account.name}`,
    ...(account?.hubId != null && { about: `account ${account.hubId}` }),
    continues: true,
    pageFacts: [{ name: 'Run', value: code(result.run) }],
    summary: [strong(outcomeCounts(result)), `. ${count(result.calls.write, 'write')} made.`],
    ...judgeOutcome(result),
    notes: [
      ...(adopted.length === 0 ? [] : [adoptedText(adopted.length)]),
      ...(isAllLeftOut(result) ? [ALL_LEFT_OUT] : []),
      ...(interrupted ? [INTERRUPTED] : []),
    ],
    findings: [{ items: result.findings }],
    rows: {
      title: 'Outcomes',
      columns: COLUMNS,
      facets: [
        { legend: 'Status', choices: [...STATUS_ORDER.map((value) => ({ value, word: value })), LEFT_OUT] },
        { legend: 'Action', choices: ACTION_ORDER.map((value) => ({ value, word: value })) },
      ],
      blocks: [...statusBlocks(outcomes), leftOutBlock(leftOut), { rows: verbose ? adopted.map(adoptedRow) : [] }],
    },
    steps: typed === undefined ? [] : stepsAfterApply(result, typed),
  };
}

/** Names the most urgent outcome, or counts the changes left out, and the next step. */
function judgeOutcome(result: ApplyResult): Pick<Doc, 'grade' | 'verdict'> {
  const { outcomes, leftOut, interrupted } = result;
  const bad = URGENCY.flatMap((status) =>
    outcomes.flatMap((outcome) => (outcome.status === status ? [{ address: outcome.address, status }] : [])),
  );
  const [first] = bad;
  if (first === undefined) {
    if (leftOut.length === 0) return { grade: interrupted ? 'stop' : 'go' };
    const verdict = `${count(leftOut.length, 'blocked change')} left out. Next: plan again to see the remedies.`;
    return { grade: interrupted || isAllLeftOut(result) ? 'stop' : 'warn', verdict };
  }
  const next =
    first.status === 'uncertain' ? 'check it in the account and settle it' : 'plan again to see what remains';
  return {
    grade: 'stop',
    verdict: [...namedFirst(first, bad.length), ` ${BAD_WORDS[first.status]}. Next: ${next}.`],
  };
}

type BadStatus = Exclude<OutcomeStatus, 'applied' | 'accepted'>;
const URGENCY: readonly BadStatus[] = ['uncertain', 'failed', 'conflict', 'skipped'];
const BAD_WORDS: Readonly<Record<BadStatus, string>> = {
  uncertain: 'may or may not have taken effect',
  failed: 'has failed',
  conflict: 'was changed by another user',
  skipped: 'was skipped',
};

/** Every outcome that needs a reader, and the counts. */
export function outcomeBrief(result: ApplyResult, style: TextStyle): string {
  const { rows } = outcomeDoc({ ...result, outcomes: result.outcomes.filter(({ status }) => status !== 'applied') });
  return [
    ...rows.blocks.flatMap((block) => blockLines(block, style, COLUMNS)),
    `${outcomeCounts(result)}.`,
    ...(isAllLeftOut(result) ? [ALL_LEFT_OUT] : []),
    '',
  ].join('\n');
}

/** Returns for example `3 applied, 1 failed`, or `Nothing to do`. */
function outcomeCounts(result: ApplyResult): string {
  const { applied, accepted, skipped, failed, conflict, uncertain } = result.summary;
  const counts = listCounts([
    [applied, 'applied'],
    [accepted, 'accepted'],
    [skipped, 'skipped'],
    [failed, 'failed'],
    [conflict, 'conflict', 'conflicts'],
    [uncertain, 'uncertain'],
    [result.leftOut.length, 'left out'],
    [result.adopted.length, 'recorded'],
    [result.settled, 'open call settled', 'open calls settled'],
    [openElsewhere(result), 'still open'],
  ]);
  return counts === '' ? 'Nothing to do' : counts;
}

/** Returns the number of open calls outside of the uncertain outcomes. */
function openElsewhere({ open = [], outcomes }: ApplyResult): number {
  const named = new Set(outcomes.filter(({ status }) => status === 'uncertain').map(({ address }) => address));
  return open.filter(({ covers }) => !covers.some((address) => named.has(address))).length;
}

function adoptedText(amount: number): string {
  return `${count(amount, 'resource')} already in sync ${amount === 1 ? 'is' : 'are'} now recorded in the ledger; that took no calls.`;
}

/** Blocks in the order of `STATUS_ORDER`, equal outcomes next to each other. */
function statusBlocks(outcomes: readonly Outcome[]): readonly Block[] {
  const byStatus = Map.groupBy(outcomes, ({ status }) => status);
  return STATUS_ORDER.map((status) => {
    const byCause = Map.groupBy(byStatus.get(status) ?? [], findCause);
    const rows = [...byCause].flatMap(([cause, equal]) =>
      equal.map((outcome, at) => outcomeRow(outcome, cause, at === 0)),
    );
    // Changes are skipped because of a failure above. Every uncertain change is listed.
    const asOne = isGood({ status }) || status === 'skipped';
    return {
      rows,
      ...(status !== 'uncertain' && {
        most: asOne ? STATUS_SHOWN : CAUSE_SHOWN,
        ...(!asOne && { mostOf: 'cause' as const }),
      }),
    };
  });
}

/** Returns the same text for outcomes that differ in address and call only. An advice with an address belongs to one outcome. */
function findCause({ status, action, message, hint, fix, fields }: Outcome): string {
  return JSON.stringify([status, action, message, hint, fix, fields]);
}

function outcomeRow(outcome: Outcome, cause: string, isFirst: boolean): Row {
  const { address, status, action, message, hint, fix, fields = [] } = outcome;
  const attention = !isGood(outcome);
  return {
    sign: STATUS_SIGNS[status],
    status: { value: status, word: status },
    column: action,
    address,
    notes: [message],
    advice: defined({ hint, fix }),
    ...(fields.length > 0 && {
      values: {
        fields: fields.map(withEntries),
        words: WORDS,
        before: status === 'conflict' ? 'When planned' : 'Expected',
        after: 'Found',
        captioned: true,
      },
    }),
    cause,
    brief: status === 'applied',
    attention,
    open: attention && isFirst,
  };
}

/** Blocked changes of the plan. They were not made. */
function leftOutBlock(changes: readonly LeftOut[]): Block {
  const byReason = Map.groupBy(changes, ({ reason }) => reason);
  return {
    most: CAUSE_SHOWN,
    mostOf: 'cause',
    rows: [...byReason.values()].flat().map(({ address, reason }) => ({
      sign: { symbol: '!', ink: 'error' },
      status: LEFT_OUT,
      address,
      notes: [reason],
      cause: reason,
      attention: true,
    })),
  };
}

function adoptedRow(address: Row['address']): Row {
  return {
    sign: { symbol: '.', ink: 'dim' },
    status: { value: 'recorded', word: 'recorded' },
    address,
    attention: false,
  };
}
