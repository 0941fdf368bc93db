/** Checks whether a saved plan equals the plan of the same files, account and ledger. Its file could be edited after the review. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import { inKeyOrder } from '../../model/json.ts';
import { compareNatural } from '../../model/natural.ts';
import { PLAN_LIFETIME_MS, type Plan, type PlannedCall } from '../../model/plan.ts';

/**
 * Returns one finding for each address with a different change, call or record. File positions and the last user do not count, because they
 * can change.
 */
export function alteredFindings(saved: Plan, made: Plan): readonly Finding[] {
  const [theirs, ours] = [partsByAddress(saved), partsByAddress(made)];
  const addresses = [...new Set([...theirs.keys(), ...ours.keys()])].sort(compareNatural);
  const altered = addresses.filter((address) => theirs.get(address) !== ours.get(address));
  if (altered.length > 0)
    return altered.map((address) => finding(`a different change, call or record for ${address}`, address));
  if (text({ ...saved.account, labels: {} }) !== text({ ...made.account, labels: {} }))
    return [finding('another account')];
  return text(frameOf(saved)) === text(frameOf(made))
    ? []
    : [finding('a different order of calls, or different counts')];
}

/** Largest difference between the clocks of the planning and the applying machine. */
const CLOCKS_APART_MS = 5 * 60 * 1000;

/** Returns findings for times that no plan has: a wrong lifetime, or a start in the future. */
export function alteredTimes({ createdAt, expiresAt }: Plan, now: number): readonly Finding[] {
  const [created, expires] = [Date.parse(createdAt), Date.parse(expiresAt)];
  if (expires - created === PLAN_LIFETIME_MS && created <= now + CLOCKS_APART_MS) return [];
  return [
    {
      code: 'plan-altered',
      severity: 'error',
      message: `The times in the saved plan are not valid (createdAt ${createdAt}, expiresAt ${expiresAt}): its file was edited, or a clock is wrong.`,
      hint: REMAKE,
    },
  ];
}

const REMAKE = 'Create a new plan, look at it, and apply that one.';

function finding(what: string, address?: Address): Finding {
  return {
    code: 'plan-altered',
    severity: 'error',
    message: `The saved plan has ${what} than the files, the account and the ledger produce: its file was edited, or it was created by another version of trueup.`,
    hint: REMAKE,
    ...defined({ address }),
  };
}

function partsByAddress({ changes, calls, adopt, renamed = {}, unproven = [] }: Plan): ReadonlyMap<Address, string> {
  const parts = [
    ...changes.map((change) => ({ address: change.address, part: shownOf(change) })),
    ...calls.flatMap((call) => call.covers.map((address) => ({ address, part: requestOf(call) }))),
    ...adopt.map((adoption) => ({ address: adoption.address, part: adoption })),
    ...Object.entries(renamed).map(([address, formerly]) => ({ address: address as Address, part: { formerly } })),
    ...unproven.map((address) => ({ address, part: { unproven: true } })),
  ];
  return new Map(
    [...Map.groupBy(parts, ({ address }) => address)].map(([address, own]) => [
      address,
      text(own.map(({ part }) => part)),
    ]),
  );
}

function shownOf(all: Change): unknown {
  const { provenance: _position, overrides: _overrides, changedAt: _at, changedBy: _by, ...change } = all;
  return change;
}

/** Ids and dependencies follow from the other calls of the plan. */
function requestOf({ id: _id, after: _after, ...call }: PlannedCall): unknown {
  return call;
}

function frameOf({ calls, changes, summary, complete, hostChange }: Plan): unknown {
  const { calls: counted, ...counts } = summary;
  return {
    complete,
    hostChange,
    order: [changes.map(({ address }) => address), calls.map(({ id, after, covers }) => ({ id, after, covers }))],
    // A read may need its fallback at one time and not at another.
    counts: { ...counts, writes: counted.write },
  };
}

function text(value: unknown): string {
  return JSON.stringify(inKeyOrder(value));
}
