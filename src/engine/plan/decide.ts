/** Decides the action for a declared resource, with its reason. */

import { defined } from '../../contract/defined.ts';
import { equalJson } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Adoption } from '../../model/plan.ts';
import { isSameId } from '../observe/standing.ts';
import { homeless, invalid, losing, openCall, unchangeable, unseen } from './decide-blocked.ts';
import { buildCase, type Case } from './decide-case.ts';
import { unconsented, written } from './decide-consent.ts';
import type { DecideInput, Decision, DeclaredOrRestored } from './decision.ts';
import { keptUnseen, reasonText } from './reasons.ts';

/** The first decision that applies counts: obstacles, then resources in sync, then consents. */
export function decide(resource: DeclaredOrRestored, kind: Kind, input: DecideInput): Decision {
  const one = buildCase(resource, kind, input);
  return (
    openCall(one) ??
    unseen(one) ??
    decideKept(one) ??
    homeless(one) ??
    losing(one) ??
    unchangeable(one) ??
    invalid(one) ??
    unconsented(one) ??
    written(one)
  );
}

/** Decides a resource that stays unchanged, and the record that the ledger gets without a call. */
function decideKept(one: Case): Decision | undefined {
  const { base, diff, findings } = one;
  if (base.action !== 'keep') return undefined;
  const isHeld = diff.held.length > 0;
  return {
    change: { ...base, because: isHeld ? 'held' : 'in-sync', reason: formatKeptReason(one) },
    record: diff.record,
    ...defined({ adopt: isHeld ? undefined : adoption(one) }),
    findings,
  };
}

function formatKeptReason({ resource, input, base, diff, record }: Case): string {
  if (input.live.unseen.has(resource.address)) return keptUnseen(record, input.live.lacking?.get(resource.address));
  return reasonText(diff.held.length > 0 ? 'held' : 'in-sync', base, record);
}

/** Returns an adoption for a resource in sync whose record is missing, outdated, or without the current id of the service. */
function adoption({ resource, live, diff, record }: Case): Adoption | undefined {
  const same = record !== undefined && equalJson(record.fields, diff.record);
  const id = idToRecord(live?.id, record?.id);
  if (live?.basis !== 'observed' || (same && id === undefined)) return undefined;
  return {
    address: resource.address,
    kind: resource.kind,
    fields: diff.record,
    ...defined({ id }),
  };
}

/** A recorded id stays unless only its order differs. A resource with another id was created again by another user. */
function idToRecord(live: string | undefined, recorded: string | undefined): string | undefined {
  const isOther = live === undefined || (recorded !== undefined && !isSameId(recorded, live));
  return isOther || live === recorded ? undefined : live;
}
