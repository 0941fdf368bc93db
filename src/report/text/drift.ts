/** Drift as a report: differences from the last applied state, by whom and when, and resources that cannot be verified. */

import { defined } from '../../contract/defined.ts';
import { DRIFT_STATUSES, type DriftedResource, type DriftReport, type DriftStatus } from '../../model/drift.ts';
import { moment } from '../../model/moment.ts';
import { sawEverything } from '../exit.ts';
import type { Face } from '../fix-ways.ts';
import { type Block, code, type Doc, dim, type Inline, namedFirst, type Row, strong } from './doc.ts';
import { count, listCounts } from './layout.ts';
import { type Invocation, isRemediedByApply, stepsAfterDrift } from './next.ts';
import { basisText, changedWords, type Sign } from './words.ts';

export interface DriftDocOptions {
  /** Lists resources that are in sync too. */
  readonly verbose?: boolean;
  /** Reader whom notes address. Default: the terminal. */
  readonly face?: Face;
  /** The account has `drift: hold`: apply keeps values that changed in the account. */
  readonly hold?: boolean;
  /** Milliseconds since the epoch at which the account was read. */
  readonly now?: number;
  /** Flags of the command, which the next command repeats. Without them it is left out. */
  readonly typed?: Invocation;
}

const WORDS: Readonly<Record<DriftStatus, string>> = {
  drifted: 'drifted',
  gone: 'gone',
  'in-sync': 'in sync',
  unverifiable: 'not verifiable',
};

export const DRIFT_SIGNS: Readonly<Record<DriftStatus, Sign>> = {
  drifted: { symbol: '~', ink: 'changed' },
  gone: { symbol: '-', ink: 'removed' },
  'in-sync': { symbol: '=', ink: 'dim' },
  unverifiable: { symbol: '?', ink: 'warning' },
};

/** Resources of one cause without --verbose. */
const NAMED = 5;
const FOREIGN_NAMED = 20;
const NOT_SEEN = 'The read of the account is incomplete. This report leaves out the unread resources.';

/** An issue has no next commands. */
const NEXT =
  'To keep a change, make it in the files. To undo it, open a pull request that changes a YAML file of the project, such as by a comment. Its plan shows the values that are overwritten, and its merge overwrites them.';
const NEXT_OF_HELD = [
  ' The account has ',
  code('drift: hold'),
  ', so name it in the input ',
  code('overwrite'),
  ' of plan and apply.',
];

export function driftDoc(report: DriftReport, options: DriftDocOptions = {}): Doc {
  const { verbose = false, face, now, typed } = options;
  const { account, resources, summary } = report;
  const { drifted } = summary;
  // Apply creates missing resources again, also with `drift: hold`.
  const isHeld =
    options.hold === true && resources.filter(isRemediedByApply).some(({ status }) => status === 'drifted');
  const synced = resources.filter(({ status }) => status === 'in-sync');
  return {
    title: `Drift of ${account.name}`,
    ...(account.hubId !== null && { about: `account ${account.hubId}` }),
    pageFacts: now === undefined ? [] : [{ name: 'Read at', value: moment(new Date(now).toISOString()) }],
    warnings: sawEverything(report) ? [] : [NOT_SEEN],
    summary: buildSummary(report),
    grade: resources.length === 0 || drifted > 0 ? 'warn' : 'go',
    ...driftVerdict(resources.filter(hasDrifted), isHeld),
    notes: resources.some(isRemediedByApply) && face === 'action' ? [[NEXT, ...(isHeld ? NEXT_OF_HELD : [])]] : [],
    findings: [{ items: report.findings }],
    rows: {
      title: 'Resources',
      facets: [{ legend: 'Status', choices: DRIFT_STATUSES.map((value) => ({ value, word: WORDS[value] })) }],
      blocks: [
        { rows: resources.filter(hasDrifted).map(driftRow), spaced: true },
        ...unverifiableBlocks(resources),
        { rows: verbose ? synced.filter(({ foreign }) => foreign === undefined).map(driftRow) : [] },
        foreignBlock(synced.filter(({ foreign }) => foreign !== undefined)),
      ],
    },
    steps: typed === undefined ? [] : stepsAfterDrift(report, typed),
  };
}

/** Names the first drifted resource, and the next step. */
function driftVerdict(drifted: readonly DriftedResource[], isHeld: boolean): Pick<Doc, 'verdict'> {
  const [first] = drifted;
  if (first === undefined) return {};
  const what = first.status === 'gone' ? ' is gone' : ' has drifted';
  const next = drifted.some(isRemediedByApply)
    ? '. Next: change the files to what the account should keep, and apply them to undo the rest'
    : '. Next: declare it again, or drop its record';
  const hold = isHeld ? [' with ', code('--overwrite ADDRESS')] : [];
  return { verdict: [...namedFirst(first, drifted.length), what, next, ...hold, '.'] };
}

export function hasDrifted({ status }: DriftedResource): boolean {
  return status === 'drifted' || status === 'gone';
}

/** Without records, nothing was compared. Resources of open calls are neither in sync nor drifted. */
function buildSummary({ resources, summary, open = [] }: DriftReport): Inline {
  const { drifted, inSync, unverifiable, foreign } = summary;
  const settled = open.filter(({ settledBy }) => settledBy === 'apply').length;
  const calls = `${count(settled, 'open call')} ${settled === 1 ? 'is' : 'are'} settled by the next apply.`;
  const others = listCounts([
    [unverifiable, 'not verifiable'],
    [foreign, 'with additions by other users'],
  ]);
  const rest = `${others === '' ? '' : `, ${others}`}.${settled === 0 ? '' : ` ${calls}`}`;
  if (drifted > 0)
    return [strong(`${count(drifted, 'resource')} drifted`), ` from what was last applied, ${inSync} in sync${rest}`];
  if (resources.length === 0) return `Nothing was compared: nothing is recorded yet${rest}`;
  return `No drift seen: ${inSync} in sync${rest}`;
}

export function driftRow(resource: DriftedResource): Row {
  const { address, status, basis, appliedAt, fields, foreign, reason } = resource;
  const isDrift = hasDrifted(resource);
  const since = [resource.recordedOnly === true ? 'recorded ' : 'last applied ', { at: appliedAt }];
  const words = changedWords(resource);
  // The service tells the last change of the resource, which may be of another field.
  const changed = words === undefined ? 'changed by an unknown user at an unknown time' : `last changed ${words}`;
  const known = basisText(basis);
  return {
    sign: DRIFT_SIGNS[status],
    status: { value: status, word: WORDS[status] },
    address,
    ...(!isDrift && { about: since }),
    notes: [
      ...(isDrift ? [[`${changed}; `, ...since]] : []),
      ...(reason === undefined ? [] : [reason]),
      ...(known === undefined ? [] : [dim(known)]),
    ],
    values: {
      fields,
      words: { absentBefore: '(not set)', absentAfter: '(gone)' },
      before: 'Last applied',
      after: 'In the account',
    },
    ...defined({ foreign }),
    attention: isDrift,
    open: isDrift,
  };
}

/** Many resources share one reason. */
function unverifiableBlocks(resources: readonly DriftedResource[]): readonly Block[] {
  const members = resources.filter(({ status }) => status === 'unverifiable');
  const byReason = Map.groupBy(members, ({ reason }) => reason ?? 'no information about it');
  return [...byReason].map(([reason, some]) => ({
    title: `${some.length} not verifiable: ${reason}`,
    cause: DRIFT_SIGNS.unverifiable,
    most: NAMED,
    rows: some.map(driftRow),
  }));
}

/** Options that other users added are kept, so they are no drift. */
function foreignBlock(resources: readonly DriftedResource[]): Block {
  if (resources.length === 0) return { rows: [] };
  return {
    title: `${count(resources.length, 'resource')} with additions by other users, which are kept`,
    cause: DRIFT_SIGNS['in-sync'],
    most: FOREIGN_NAMED,
    rows: resources.map(driftRow),
  };
}
