/** Differences between a cluster and the largest cluster of a rollout, as short lines. */

import type { Change, FieldChange, OptionChange } from '../../model/change.ts';
import { DRIFT_FORMAT, selectDiffering } from '../../model/drift.ts';
import type { Plan } from '../../model/plan.ts';
import type { Sample } from '../../model/rollout-report.ts';
import { wholeList } from './fields.ts';
import { nameSome } from './layout.ts';
import { valueText } from './value.ts';
import { ACTION_SIGNS } from './words.ts';

export interface ClusterDifference {
  /** Changes and values that the largest cluster lacks. */
  readonly only: readonly string[];
  /** Changes and values of the largest cluster that this cluster lacks. */
  readonly missing: readonly string[];
  /** Number of lines that both lists leave out. */
  readonly more: number;
}

/** Lines of a cluster, in both lists together. */
const MOST = 10;
/** Values named in the line of a change that only one cluster has. */
const VALUES_NAMED = 4;

/** `sample`: the plan or the drift of one account of the cluster. */
export function compareClusters(
  sample: Sample,
  largest: Sample,
  { verbose }: { readonly verbose: boolean },
): ClusterDifference {
  const [own, others] = [listEntries(sample), listEntries(largest)];
  const [only, missing] = [listLines(own, others), listLines(others, own)];
  const most = verbose ? only.length + missing.length : MOST;
  const shown = only.slice(0, Math.max(most - missing.length, Math.ceil(most / 2)));
  const lacking = missing.slice(0, most - shown.length);
  return {
    only: shown,
    missing: lacking,
    more: only.length + missing.length - shown.length - lacking.length,
  };
}

/** A change or a fact of a sample. */
interface Entry {
  /** Same text in two samples for the same action on the same address. */
  readonly head: string;
  /** Line of an entry that only one sample has. */
  readonly whole: string;
  /** Parts by their complete values. The texts cut long values. */
  readonly parts: ReadonlyMap<string, string>;
}

function listLines(entries: readonly Entry[], others: readonly Entry[]): readonly string[] {
  const byHead = new Map(others.map((entry) => [entry.head, entry] as const));
  return entries.flatMap(({ head, whole, parts }) => {
    const match = byHead.get(head);
    if (match === undefined) return [whole];
    return [...parts].flatMap(([key, text]) => (match.parts.has(key) ? [] : [`${head}: ${text}`]));
  });
}

function listEntries(sample: Sample): readonly Entry[] {
  if (sample.format === DRIFT_FORMAT)
    return [
      ...selectDiffering(sample).map(({ status, address, fields }) => buildEntry(`${status} ${address}`, fields)),
      ...sample.findings.map(({ code, address }) =>
        buildFact(`${code}${address === undefined ? '' : ` at ${address}`}`),
      ),
    ];
  const changes = sample.changes.filter(({ action }) => action !== 'keep');
  return [...changes.map(buildChangeEntry), ...planFacts(sample)];
}

/** A line names the reason of a blocked change, and the values of an update. The files tell the values of a create. */
function buildChangeEntry({ address, action, because, reason, risk, risks, fields }: Change): Entry {
  const head = `${ACTION_SIGNS[action].symbol} ${address}`;
  const entry = buildEntry(head, action === 'update' ? fields : []);
  const parts = new Map([
    [because, reason],
    ...(risk === 'safe' ? [] : [[JSON.stringify([risk, risks]), [risk, ...risks].join(', ')] as const]),
    ...fields.flatMap(fieldParts),
  ]);
  return { ...entry, ...(action === 'blocked' && { whole: `${head}: ${reason}` }), parts };
}

function buildEntry(head: string, fields: readonly FieldChange[]): Entry {
  const parts = new Map(fields.flatMap(fieldParts));
  return {
    head,
    whole: parts.size === 0 ? head : `${head}: ${nameSome([...parts.values()], VALUES_NAMED)}`,
    parts,
  };
}

function planFacts({ complete, hostChange, findings }: Plan): readonly Entry[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [
    ...(complete ? [] : [buildFact('The read of the account is incomplete.')]),
    ...(hostChange === undefined ? [] : [buildFact('The ledger is of another host.')]),
    ...errors.map(({ code, address }) => buildFact(`error ${code}${address === undefined ? '' : ` at ${address}`}`)),
  ];
}

function buildFact(text: string): Entry {
  return { head: text, whole: text, parts: new Map() };
}

function fieldParts(change: FieldChange): readonly (readonly [key: string, text: string])[] {
  const { field, before, after } = change;
  const options = change.options ?? wholeList(change);
  if (options !== undefined)
    return options.map((option) => [JSON.stringify([field, option]), `${field} ${optionText(option)}`] as const);
  const was = before === undefined ? '' : `${valueText(before, '')} -> `;
  return [[JSON.stringify([field, before, after]), `${field} ${was}${valueText(after, '(removed)')}`]];
}

function optionText({ value, change, before, after }: OptionChange): string {
  switch (change) {
    case 'add':
      return `+ ${value}`;
    case 'remove':
      return `- ${value}`;
    case 'hide':
      return `~ ${value} hidden`;
    case 'move':
      return `~ ${value} moved`;
    case 'update':
      return `~ ${value} ${valueText(before, '')} -> ${valueText(after, '')}`;
    case 'foreign':
      return `of others: ${value}`;
  }
}
