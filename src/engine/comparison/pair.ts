/** Compares a declaration with the same resource of an account, by the decision of a plan. Pure. */

import { defined } from '../../contract/defined.ts';
import type { ComparedResource } from '../../model/comparison.ts';
import type { Fields } from '../../model/json.ts';
import type { FieldRule, Kind } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import type { SnapshotResource } from '../../model/snapshot.ts';
import { setFields } from '../compare.ts';
import { decide } from '../plan/decide.ts';
import type { DecideInput } from '../plan/decision.ts';

export interface Pair {
  readonly declared: SnapshotResource;
  readonly live: LiveResource;
  /** Kind on the surface of the account. */
  readonly kind: Kind;
  /** Field rules of both surfaces. */
  readonly rules: Readonly<Record<string, FieldRule>>;
  /** Compares declared fields only. */
  readonly isFiles: boolean;
}

export interface ComparedPair extends Pick<ComparedResource, 'fields' | 'reason'> {
  /** Fields with a value on one side that the other side does not show, by that side. */
  readonly untold: Readonly<Record<'left' | 'right', readonly string[]>>;
  /** No field was compared, although one side shows some. */
  readonly isBlank: boolean;
}

export function comparePair(pair: Pair, input: DecideInput): ComparedPair {
  const { declared, live, kind, rules, isFiles } = pair;
  const { spec } = declared;
  const free = Object.keys(rules).filter((field) => isFiles || isFree(field, pair));
  const compared = free.filter((field) => spec[field] !== undefined && live.fields[field] !== undefined);
  const saysMore = (from: Fields, to: Fields): readonly string[] =>
    free.filter((field) => to[field] === undefined && says(rules, field, from));
  const untold = { left: isFiles ? [] : saysMore(live.fields, spec), right: saysMore(spec, live.fields) };
  const rest = Object.entries(spec).filter(([field]) => rules[field] === undefined || compared.includes(field));
  const { change } = decide(
    // Options that only the account has are a difference.
    { address: live.address, kind: kind.name, spec: { ...Object.fromEntries(rest), optionsMode: 'exact' } },
    kind,
    input,
  );
  return {
    fields: change.fields,
    ...defined({ reason: change.action === 'blocked' ? change.reason : undefined }),
    untold,
    isBlank: compared.length === 0 && untold.left.length + untold.right.length > 0,
  };
}

/** Between accounts, only the fields of the service's own definitions that a user can change are compared. */
function isFree(field: string, { declared, live, rules }: Pair): boolean {
  if (!declared.isOwn && live.defined !== 'default') return true;
  const isUnlocked = ({ locked, unlocked }: Pick<LiveResource, 'locked' | 'unlocked'>): boolean =>
    locked === undefined || unlocked?.includes(field) === true;
  return rules[field]?.mutable === true && isUnlocked(declared) && isUnlocked(live);
}

function says(fields: Pair['rules'], field: string, { [field]: value }: Fields): boolean {
  return value !== undefined && Object.keys(setFields({ fields }, { [field]: value })).length > 0;
}
