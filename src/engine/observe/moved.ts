/** Records whose address has changed according to the files. They are read and planned at the new address. */

import { canonicalObjectType } from '../../contract/object-types.ts';
import type { Address } from '../../model/address.ts';
import type { Move } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Ledger, LedgerRecord } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { kindLookup } from '../kind-lookup.ts';
import type { Naming } from './names.ts';
import { isNameOfObject } from './object-names.ts';
import { parseTypeId } from './renamed.ts';

/** The moves of which the ledger still has the old address. */
export function pendingMoves(moved: readonly Move[], { records }: Ledger): readonly Move[] {
  return moved.filter(({ from }) => records[from] !== undefined);
}

/** Returns the ledger with the records at their new addresses only, so that the old addresses are not read. */
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

/** Adds the moves to the renamed records of an observation. */
export function withMoves(live: Live, { made, unproven }: Pick<JudgedMoves, 'made' | 'unproven'>): Live {
  if (made.length === 0) return live;
  const renamed = new Map([...(live.renamed ?? []), ...made.map(({ from, to }) => [from, to] as const)]);
  return { ...live, renamed, ...(unproven.size === 0 ? {} : { unproven }) };
}

/** Moves, judged by the contents of the account. */
export interface JudgedMoves {
  /** Moves that are made. */
  readonly made: readonly Move[];
  /** New addresses of moves that are made on the word of the files: nothing tells that both are the same. */
  readonly unproven: ReadonlySet<Address>;
  /** Of the others, whose records stay where they are: why. */
  readonly findings: readonly Finding[];
}

/** `ledger`: as it is, with the old addresses. `naming`: of both addresses of each move. */
export function judgedMoves(
  moves: readonly Move[],
  { naming, kinds, ledger }: { readonly naming: Naming; readonly kinds: readonly Kind[]; readonly ledger: Ledger },
): JudgedMoves {
  const { kindOf } = kindLookup(kinds);
  const judged = moves.map((move) => ({ move, is: judge(move, { naming, kind: kindOf(move.to), ledger }) }));
  return {
    made: judged.flatMap(({ move, is }) => (typeof is === 'string' ? [move] : [])),
    unproven: new Set(judged.flatMap(({ move, is }) => (is === 'unproven' ? [move.to] : []))),
    findings: judged.flatMap(({ move: { from, to, provenance }, is }) =>
      typeof is === 'string'
        ? []
        : [
            {
              code: 'moved-impossible',
              severity: 'error',
              message: `${from} cannot move to ${to}: ${is.why}`,
              hint: is.hint,
              address: to,
              provenance,
            },
          ],
    ),
  };
}

interface Refusal {
  /** A sentence. */
  readonly why: string;
  readonly hint: string;
}

const CORRECT = 'Remove this entry, or correct its addresses.';

/** `proven`: the account has the same id for both addresses. */
function judge(
  { from, to }: Move,
  { naming, kind, ledger }: { readonly naming: Naming; readonly kind: Kind | undefined; readonly ledger: Ledger },
): 'proven' | 'unproven' | Refusal {
  const [before, now] = [listNamedIds(from, kind, naming, ledger.records[from]), listNamedIds(to, kind, naming)];
  const differing = before.filter(({ part }, at) => part !== now[at]?.part);
  const pairs = before.map((one, at) => [one, now[at]] as const).filter(([one, other]) => one.part !== other?.part);
  const apart = pairs.find(([one, other]) => one.id !== undefined && other?.id !== undefined && one.id !== other.id);
  if (apart !== undefined) {
    const [one, other] = apart;
    return { why: `in this account they are of the ${one.noun} ${one.id} and ${other?.id}.`, hint: CORRECT };
  }
  const isOne = differing.length > 0 && pairs.every(([one, other]) => one.id !== undefined && one.id === other?.id);
  if (isOne) return 'proven';
  const unknown = [naming.gapOf(to), naming.gapOf(from)].find((gap) => gap?.unseen === true);
  if (unknown !== undefined)
    return { why: unknown.reason, hint: unknown.finding.hint ?? 'Plan again once it is known.' };
  const missing = naming.gapOf(to);
  if (missing !== undefined && pairs.every(([one]) => one.id !== undefined))
    return { why: missing.reason, hint: CORRECT };
  if (ledger.records[to] === undefined) return 'unproven';
  return {
    why: 'the ledger has a record of each, and nothing tells that they are the same.',
    hint: `${CORRECT} If they are the same, drop one of the records.`,
  };
}

/** A part of an address with an account-specific name. */
interface NamedPart {
  readonly part: string;
  /** Id of the part in the account. Undefined if it is unknown. */
  readonly id: string | undefined;
  /** Plural. */
  readonly noun: string;
}

function listNamedIds(
  address: Address,
  kind: Kind | undefined,
  { names }: Naming,
  record?: LedgerRecord,
): readonly NamedPart[] {
  const objects = (kind?.objectTypes?.(address) ?? []).map((part): NamedPart => {
    const id = canonicalObjectType(names.typeIdOf(part));
    return { part, id: isNameOfObject(id) ? undefined : id, noun: 'object types' };
  });
  const type = kind?.associationType?.(address);
  if (type === undefined) return objects;
  const told = type.label === undefined ? type.typeId : undefined;
  const byLabel = type.label === undefined ? undefined : names.typeOfLabel(type, type.category, type.label);
  const id = told ?? parseTypeId(record?.id) ?? byLabel;
  const part = String(type.label ?? type.typeId);
  return [...objects, { part, id: id === undefined ? undefined : String(id), noun: 'association types' }];
}

/** Moves that this account has made, or never needed. */
export function spentMoves(moved: readonly Move[], { records }: Ledger): readonly Finding[] {
  return moved
    .filter(({ from }) => records[from] === undefined)
    .map(({ from, to, provenance }) => ({
      code: 'moved-spent',
      severity: 'info',
      message: `The ledger of this account has no record of ${from}, so the move to ${to} is skipped.`,
      hint: 'Remove this entry once every account has been applied with it.',
      address: to,
      provenance,
    }));
}
