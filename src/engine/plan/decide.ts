/** Decides what one declared resource needs: an action with its reason. */

import { defined } from '../../contract/defined.ts';
import { equalJson, type Fields } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Adoption } from '../../model/plan.ts';
import { equalField } from '../compare.ts';
import { storedAfter } from '../options/record.ts';
import { homeless, invalid, openCall, unchangeable, unseen } from './decide-blocked.ts';
import { type Case, caseOf } from './decide-case.ts';
import { unconsented, written } from './decide-consent.ts';
import type { DecideInput, Decision, DeclaredOrRestored } from './decision.ts';
import { keptAsStored, keptUnseen, reasonText } from './reasons.ts';

/** The first decision that applies counts: obstacles, then resources in sync, then consents. */
export function decide(resource: DeclaredOrRestored, kind: Kind, input: DecideInput): Decision {
  const one = caseOf(resource, kind, input);
  return (
    openCall(one) ??
    unseen(one) ??
    kept(one) ??
    homeless(one) ??
    unchangeable(one) ??
    invalid(one) ??
    unconsented(one) ??
    written(one)
  );
}

/** Decides a resource that stays unchanged, and the record that the ledger gets without a call. */
function kept(one: Case): Decision | undefined {
  const { base, diff, findings } = one;
  if (base.action !== 'keep') return undefined;
  const isHeld = diff.held.length > 0;
  return {
    change: { ...base, because: isHeld ? 'held' : 'in-sync', reason: reasonOf(one) },
    record: diff.record,
    ...defined({ adopt: isHeld ? undefined : adoption(one) }),
    findings,
  };
}

function reasonOf({ resource, input, base, diff, record }: Case): string {
  if (input.live.unseen.has(resource.address)) return keptUnseen(record, input.live.lacking?.get(resource.address));
  if (diff.stored.length > 0) return keptAsStored(record);
  return reasonText(diff.held.length > 0 ? 'held' : 'in-sync', base, record);
}

/** Returns an adoption for a resource in sync whose record is missing, outdated, or without the id of the service. */
function adoption(one: Case): Adoption | undefined {
  const { resource, live, diff, record } = one;
  const stored = storedNow(one);
  const same = record !== undefined && equalJson(record.fields, diff.record) && equalJson(record.stored ?? {}, stored);
  // A recorded id stays. A resource with another id was created again by another user.
  const id = record?.id === undefined ? live?.id : undefined;
  if (live?.basis !== 'observed' || (same && id === undefined)) return undefined;
  const some = Object.keys(stored).length > 0;
  return {
    address: resource.address,
    kind: resource.kind,
    fields: diff.record,
    ...(some ? { stored } : {}),
    ...defined({ id }),
  };
}

function storedNow({ kind, live, diff, record }: Case): Fields {
  return Object.fromEntries(
    diff.stored.flatMap(({ field, before = null }) => {
      const [was, now, rule] = [record?.stored?.[field], live?.fields[field], kind.fields[field]];
      if (was === undefined || now === undefined || rule === undefined) return [];
      const is = rule.compare === 'options' ? storedAfter(was, before, now) : undefined;
      return [[field, is === undefined || equalField(rule, was, is) ? was : is]];
    }),
  );
}
