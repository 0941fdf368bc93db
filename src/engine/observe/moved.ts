/** Records whose address the files say has changed: looked at, and planned for, under the new one. */

import type { AccountNames } from '../../model/account-names.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import type { Move } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { kindLookup } from '../kind-lookup.ts';
import { typeIdIn } from './renamed.ts';

/** The moves of which the ledger still has the old address. */
export function pendingMoves(moved: readonly Move[], { records }: Ledger): readonly Move[] {
  return moved.filter(({ from }) => records[from] !== undefined);
}

/** What is recorded stands under the new addresses alone, so that nothing is asked about the old ones. */
export function ledgerAfter(ledger: Ledger, moves: readonly Move[]): Ledger {
  if (moves.length === 0) return ledger;
  const records = { ...ledger.records };
  for (const { from, to } of moves) {
    const record = records[from];
    if (record !== undefined) records[to] ??= { ...record, address: to };
    delete records[from];
  }
  return { ...ledger, records };
}

/** With the moves as what the ledger knows by another name. */
export function withMoves(live: Live, moves: readonly Move[]): Live {
  if (moves.length === 0) return live;
  return { ...live, renamed: new Map([...(live.renamed ?? []), ...moves.map(({ from, to }) => [from, to] as const)]) };
}

/** Moves between what the account knows as two things, by the ids that it has for their names. */
export function contradictedMoves(
  moves: readonly Move[],
  {
    names,
    kinds,
    ledger,
    live,
  }: { readonly names: AccountNames; readonly kinds: readonly Kind[]; readonly ledger: Ledger; readonly live: Live },
): readonly Finding[] {
  const { kindOf } = kindLookup(kinds);
  return moves.flatMap(({ from, to, provenance }): readonly Finding[] => {
    const kind = kindOf(to);
    const ids = (address: Address): readonly string[] => {
      const types = kind?.objectTypes?.(address) ?? [];
      return (parseAddress(address)?.parts ?? []).filter((part) => types.includes(part)).map(names.typeIdOf);
    };
    const [before, now] = [ids(from), ids(to)];
    const apart = before.findIndex((id, at) => id !== now[at] && isId(id) && isId(now[at]));
    const isOfType = kind?.associationType !== undefined;
    const [type, next] = [typeIdIn(ledger.records[from]?.id), typeIdIn(live.resources.get(to)?.id)];
    const isOther = isOfType && type !== undefined && next !== undefined && type !== next;
    if (apart < 0 && !isOther) return [];
    const what =
      apart < 0 ? `the association types ${type} and ${next}` : `the object types ${before[apart]} and ${now[apart]}`;
    return [
      {
        code: 'moved-impossible',
        severity: 'error',
        message: `${from} cannot move to ${to}: in this account they are of ${what}.`,
        hint: 'Remove this entry, or correct its addresses.',
        address: to,
        provenance,
      },
    ];
  });
}

function isId(text: string | undefined): boolean {
  return text !== undefined && /^\d+-\d+$/.test(text);
}

/** Moves that this account has made, or never needed. */
export function spentMoves(moved: readonly Move[], { records }: Ledger): readonly Finding[] {
  return moved
    .filter(({ from }) => records[from] === undefined)
    .map(({ from, to, provenance }) => ({
      code: 'moved-spent',
      severity: 'info',
      message: `The ledger of this account has no record of ${from}, so nothing moves to ${to}.`,
      hint: 'Remove this entry once every account has been applied with it.',
      address: to,
      provenance,
    }));
}
