/** Resolves association labels to their type ids in this account, with one list for each pair of objects that has a label. */

import type { AssociationType, NameReads, Pair } from '../../model/account-names.ts';
import { nearest } from '../../model/nearest.ts';
import { ambiguousGap, type Gap, type Lookup, missingGap, unreadGap } from './gaps.ts';
import { type Performed, performRead, type ReadContext } from './perform-read.ts';
import { readFailed } from './read-failed.ts';
import { chooseSpellings, type Spelled } from './spellings.ts';

/** Type ids by the key of the type, and labels by that of its id. */
export type LabelNames = Lookup<number>;

/**
 * Association types of addresses, with their pairs as type ids. `meant` names decide the spelling, `known` names follow them, and `asked`
 * names come from a command.
 */
export interface WantedTypes {
  readonly meant: readonly AssociationType[];
  readonly known: readonly AssociationType[];
  readonly asked: readonly AssociationType[];
}

/** Labels of a pair in the account. */
type Labels = ReturnType<NameReads['labelsIn']>;

/** Of a type within its pair, by label or by id. */
export function typeKey({ from, to, category, label, typeId }: AssociationType): string {
  return JSON.stringify([from, to, category, label ?? typeId]);
}

export interface LabelReads extends Pick<NameReads, 'labels' | 'labelsIn'> {
  /** True if a resource of the project makes the type. Its absence in the account is no gap. */
  isMade(type: AssociationType): boolean;
  /** Returns the id that the ledger has for such a type. */
  madeIdOf(type: AssociationType): number | undefined;
  /** True if another resource of the project than the maker of the type has the id. That resource had the text of the type before. */
  isOfAnother(type: AssociationType, typeId: number): boolean;
  /** Takes the id that the account has for such a type. */
  show(type: AssociationType, typeId: number | undefined): void;
}

/** Returns the ids of the labels. Makes no call without a label of unknown id. Throws AuthError and TransportError. */
export async function labelNames(wanted: WantedTypes, reads: LabelReads, context: ReadContext): Promise<LabelNames> {
  const all = [...wanted.meant, ...wanted.known, ...wanted.asked].filter(({ label }) => label !== undefined);
  const byPair = Map.groupBy(all, ({ from, to }) => JSON.stringify([from, to]));
  const seen = await Promise.all(
    [...byPair.values()].map(async (own) => {
      const [first] = own;
      return first === undefined ? undefined : { own, ...(await readLabels(first, reads, context)) };
    }),
  );
  const gaps = new Map<string, Gap>();
  const ids = new Map<string, number>();
  for (const one of seen) {
    if (one === undefined) continue;
    for (const type of one.own) {
      const found =
        'failed' in one
          ? unreadGap(`The meaning of the label ${quoted(type)}`, one.failed)
          : (findMadeId(type, one.labels, reads) ?? findTypeId(type, withoutOthers(type, one.labels, reads)));
      if (!('failed' in one)) reads.show(type, typeof found === 'number' ? found : undefined);
      if (typeof found === 'number') ids.set(typeKey(type), found);
      else if (found.unseen || !reads.isMade(type)) gaps.set(typeKey(type), found);
    }
  }
  const { spellings, doubled } = listSpelledTypes(wanted, ids);
  return {
    ids,
    spellings,
    gaps: new Map([...gaps, ...doubled]),
    reads: seen.reduce((sum, one) => sum + (one?.calls ?? 0), 0),
  };
}

/**
 * Returns the id of the ledger if the account still has it. Another user can have deleted the label and made it again. Of one object type,
 * only the text tells which of two ids is meant.
 */
function findMadeId(type: AssociationType, labels: Labels, { madeIdOf }: LabelReads): number | undefined {
  const id = madeIdOf(type);
  const row = labels.find(({ typeId, category }) => typeId === id && category === type.category);
  return row === undefined || (type.from === type.to && row.label !== type.label) ? undefined : id;
}

/** A new resource can take the text of an older resource. */
function withoutOthers(type: AssociationType, labels: Labels, { isOfAnother }: LabelReads): Labels {
  return labels.filter(({ typeId, category }) => category !== type.category || !isOfAnother(type, typeId));
}

async function readLabels(pair: Pair, { labels: callFor, labelsIn }: LabelReads, context: ReadContext) {
  const call = callFor({ from: pair.from, to: pair.to });
  const { path, result, calls }: Performed = await performRead({ call, covers: [] }, 1, context);
  if ('error' in result) return { failed: readFailed(path, call, result.error), calls };
  return { labels: labelsIn(result.value), calls };
}

function findTypeId(type: AssociationType, labels: Labels): number | Gap {
  const alike = labels.filter(({ label }) => label === type.label);
  const [found, ...others] = alike.filter(({ category }) => category === type.category);
  const direction = `from ${type.from} to ${type.to}`;
  if (found === undefined) {
    const reason = `The account has no label ${quoted(type)} of the category ${type.category} ${direction}.`;
    const texts = labels.map(({ label, category }) => (alike.length > 0 ? `${label} (${category})` : label));
    return missingGap(reason, nearest(type.label ?? '', texts), { what: 'labels', others: texts });
  }
  if (others.length === 0) return found.typeId;
  const all = [found, ...others].map(({ typeId }) => typeId).join(', ');
  return ambiguousGap(
    `The account has several labels ${quoted(type)} of the category ${type.category} ${direction}.`,
    `Declare the typeId of the label that is meant: ${all}.`,
  );
}

/** A type that is named by its label and by its id is two addresses for one limit. */
function listSpelledTypes({ meant, known, asked }: WantedTypes, ids: ReadonlyMap<string, number>) {
  const types = new Map<string, AssociationType>();
  const spelled = (some: readonly AssociationType[]): readonly Spelled[] =>
    some.flatMap((type) => {
      const typeId = type.typeId ?? ids.get(typeKey(type));
      if (typeId === undefined) return [];
      const { label: _, ...plain } = { ...type, typeId };
      const id = typeKey(plain);
      types.set(`${id} ${type.label ?? typeId}`, type);
      return [{ id, spelling: type.label ?? String(typeId), literal: type.label === undefined }];
    });
  const { chosen, doubled } = chooseSpellings(spelled(meant), spelled(known), spelled(asked));
  return {
    spellings: chosen,
    doubled: doubled.flatMap(({ id, spelling, chosen: other }): readonly (readonly [string, Gap])[] => {
      const type = types.get(`${id} ${spelling}`);
      if (type === undefined) return [];
      const reason = `The label ${quoted(type)} from ${type.from} to ${type.to} is the association type ${other} in this account, which is named too.`;
      return [[typeKey(type), ambiguousGap(reason, 'Declare the label or the typeId, not both.')]];
    }),
  };
}

function quoted({ label }: AssociationType): string {
  return JSON.stringify(label);
}
