/** Compares two accounts, or an account and the files. Reads each account with its own session, both at once. Writes nothing. */

import { canonicalObjectType } from '../contract/object-types.ts';
import { compareStates } from '../engine/comparison/comparison.ts';
import type { Operand } from '../engine/comparison/side.ts';
import { kindLookup } from '../engine/kind-lookup.ts';
import { partOf } from '../engine/observe/parts.ts';
import { KINDS, kindsOn } from '../kinds/index.ts';
import type { Address, KindName } from '../model/address.ts';
import { matchesPattern } from '../model/address-pattern.ts';
import type { Comparison } from '../model/comparison.ts';
import { requirePattern, USUAL } from './pull/scope.ts';
import { requireMatched } from './require-matched.ts';
import { inStoredForm } from './stored-forms.ts';
import type { CompareOperand, CompareOptions } from './types.ts';

/**
 * Throws ConfigError when a finding is an error; UsageError for a pattern of no kind and for one that matches nothing; ApiError, TransportError, AuthError, LedgerError.
 * A read that is refused is no error: what it would show is listed as not compared.
 */
export async function compare(
  left: CompareOperand,
  right: CompareOperand,
  options: CompareOptions = {},
): Promise<Comparison> {
  const { patterns = [], include = [], kinds, objects } = options;
  for (const pattern of [...patterns, ...include]) requirePattern(pattern);
  const known = await Promise.all([left, right].map(knownTo));
  const states = await Promise.all([stateOf(left, options, known[1] ?? []), stateOf(right, options, known[0] ?? [])]);
  const [first, second] = await Promise.all([
    asStored(left, states[0], states[1]),
    asStored(right, states[1], states[0]),
  ]);
  const narrowed = {
    patterns,
    ...(kinds === undefined ? {} : { kinds }),
    ...(objects === undefined ? {} : { objects: objects.map(canonicalObjectType) }),
  };
  const comparison = compareStates(first, second, (surface) => kindsOn(surface), {
    ...narrowed,
    include,
    usual: USUAL,
  });
  requireMatched(narrowed, { comparison, operands: [first, second] });
  return comparison;
}

async function stateOf(
  operand: CompareOperand,
  { patterns = [], kinds = [], objects, concurrency }: CompareOptions,
  also: readonly Address[],
): Promise<Operand> {
  switch (operand.source) {
    case 'files':
      return { source: 'files', name: 'files', state: operand.reconciler.declared() };
    case 'account': {
      const { reconciler } = operand;
      const state = await reconciler.snapshot({
        patterns: withHeld(patterns.length > 0 ? patterns : kinds),
        ...(objects === undefined ? {} : { objects }),
        ...(concurrency === undefined ? {} : { concurrency }),
        also,
      });
      return { source: 'account', name: reconciler.account.name, state };
    }
  }
}

/** Files against the account that they were applied to: what it stored in a form of its own is what they declare. */
async function asStored(operand: CompareOperand, own: Operand, { state: read }: Operand): Promise<Operand> {
  const { state } = own;
  if (operand.source !== 'files' || 'takenAt' in state || !('takenAt' in read)) return own;
  const { records } = await operand.reconciler.ledger.read();
  return { ...own, state: inStoredForm(state, read, { records, kinds: kindsOn(state.account.surface) }) };
}

/** Whose a group is, its properties tell: what rests on something is read with it. */
function withHeld(patterns: readonly string[]): readonly string[] {
  const isAsked = (kind: KindName): boolean =>
    patterns.some((pattern) => matchesPattern(pattern.split(':')[0] ?? '', kind));
  const holding = KINDS.filter(({ needs }) => needs?.firm === true && needs.kinds.some(isAsked));
  return patterns.length === 0 ? [] : [...new Set([...patterns, ...holding.map(({ name }) => name)])];
}

/** What the other side is asked about too: of what no list shows, somebody has to name what it belongs to. */
async function knownTo(operand: CompareOperand): Promise<readonly Address[]> {
  const { ledger } = operand.reconciler;
  const { records } = await ledger.read();
  return witnesses([...ledger.declared(), ...(Object.keys(records) as Address[])]);
}

/** One of each object type, pair and event, and each that has a name which has to be looked up. */
function witnesses(addresses: readonly Address[]): readonly Address[] {
  const { kindOf } = kindLookup(KINDS);
  const seen = new Set<string>();
  return addresses.filter((address) => {
    const kind = kindOf(address);
    if (kind === undefined) return false;
    if (kind.associationType?.(address).label !== undefined) return true;
    const part = `${kind.name} ${partOf(kind, address)}`;
    if (seen.has(part)) return false;
    seen.add(part);
    return true;
  });
}
