/** Something that is created and looks like something that is no longer declared: a person may have renamed it in the files. */

import { defined } from '../../contract/defined.ts';
import { kindIn } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { kindNamed } from '../kind-lookup.ts';
import { impossible } from '../rules/rename.ts';
import { alike, MOST_PAIRS, type Named, namedAt, nameIn } from './alike.ts';
import type { Decision } from './decision.ts';

/** What is declared and not there. */
export interface Made extends Named {
  readonly change: Change;
}

/** What is created, and what would be if nothing blocked it. Where it is not known what it belongs to, that is another matter. */
export function madeIn(
  decisions: readonly Decision[],
  { resources, lacking, unseen }: Pick<Live, 'resources' | 'lacking' | 'unseen'>,
): readonly Made[] {
  return decisions
    .map(({ change }) => change)
    .filter(({ action, address }) => action === 'create' || (action === 'blocked' && !resources.has(address)))
    .filter(({ address }) => lacking?.has(address) !== true && !unseen.has(address))
    .map((change) => ({ ...namedAt({ address: change.address, fields: fieldsOf(change) }), change }));
}

function fieldsOf({ fields }: Change): Fields {
  return Object.fromEntries(fields.flatMap(({ field, after }) => (after === undefined ? [] : [[field, after]])));
}

/** One finding for each resource that is created, at most. `dropped`: records that nobody declares, of what may be in the account. */
export function looksRenamed(
  all: readonly Made[],
  dropped: readonly LedgerRecord[],
  kinds: readonly Kind[],
): readonly Finding[] {
  if (dropped.length === 0) return [];
  // Of kinds whose names somebody chose.
  const made = all.filter(({ change }) => kindNamed(kinds, change.kind).traits.name !== 'none');
  const byHolder = Map.groupBy(dropped.map(namedAt), ({ holder }) => holder);
  return [...Map.groupBy(made, ({ holder }) => holder)].flatMap(([holder, own]) => {
    const others = byHolder.get(holder) ?? [];
    const isFew = own.length * others.length <= MOST_PAIRS;
    return own.flatMap((one) => {
      const found = alike(one, others, isFew);
      return (found === undefined ? otherName(one, dropped, kinds) : renamed(one, found.other, found.why)) ?? [];
    });
  });
}

function renamed({ change }: Made, { address }: Named, why: string): Finding {
  const noun = kindIn(address) === 'property-group' ? 'group' : 'property';
  const lost = noun === 'group' ? `${address} stays as it is` : `the values of ${address} do not move`;
  return {
    ...findingOn(change),
    message: `${change.address} is new and looks like ${address}, which is no longer declared: ${why}. The service cannot rename a ${noun}: ${lost}.`,
    hint: `If it is the same, keep its name and change its label. Else keep both until everything that uses the old one is moved.`,
  };
}

/** The same thing by another of its names: an object or an event. */
function otherName({ change }: Made, dropped: readonly LedgerRecord[], kinds: readonly Kind[]): Finding | undefined {
  const { address } = change;
  const name = nameIn(address);
  const kind = kindNamed(kinds, change.kind);
  const other = dropped.find(
    (one) =>
      one.kind === change.kind && nameIn(one.address) === name && impossible(one.address, address, kind) === undefined,
  );
  if (other === undefined) return undefined;
  return {
    ...findingOn(change),
    message: `${address} is new and may be ${other.address}, which is no longer declared.`,
    hint: `If both mean the same thing, add to the files: moved: { from: "${other.address}", to: "${address}" }.`,
  };
}

function findingOn({ address, provenance }: Change): Pick<Finding, 'code' | 'severity' | 'address' | 'provenance'> {
  return { code: 'looks-renamed', severity: 'warning', address, ...defined({ provenance }) };
}
