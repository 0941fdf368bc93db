/** Checks before a call, and after each wait, that the run continues and that the overwritten values have not changed. */

import type { Precheck } from '../../contract/calls.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Address } from '../../model/address.ts';
import type { Fields } from '../../model/json.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { RUN_AGAIN } from '../hints.ts';
import { listed } from '../listed.ts';
import type { Found } from '../observe/reread.ts';
import { changedFields, listLags, provingReader } from '../observe/reread.ts';
import { computeAge, type Moment, readMoment } from '../observe/seen-at.ts';
import type { CallResult } from './call-result.ts';
import { conflicting, notSent, unread } from './not-sent.ts';
import type { Run } from './run.ts';

/** Milliseconds for which a check is valid. A call that leaves later is checked again. */
const CHECK_HOLDS_MS = 1000;

/** Resources that one message names. */
const NAMED = 3;

/**
 * Reads the values that a call overwrites. Returns the time of the read, or undefined if there is nothing to read.
 * @throws NotSent
 */
export type Look = () => Promise<Moment | undefined>;

/** Expected state of a resource that the call overwrites. */
interface Expected {
  readonly address: Address;
  /** Null: it has to be absent. */
  readonly values: Fields | null;
  /** True if the call removes the resource. An earlier removal by another user is no conflict. */
  readonly goes: boolean;
  /** Time at which this run wrote the resource. A read must show that write. */
  readonly wroteAt?: Moment;
  /** True if the reply to that write did not show all values. */
  readonly unshown?: true;
}

/** The look before a call: as the plan saw it, or as the reply to the call of this run before it did. */
export function planLook(run: Run, call: PlannedCall): Look {
  const expected = call.covers.flatMap((address) => listExpected(run, call, address));
  // The service refuses a second create, unless the endpoint sets a value, makes a second resource, or replaces an archived one. What has no
  // name yet could be taken for the effect of the create.
  const isRefusedTwice = ENDPOINTS[call.endpoint].effect === 'natural-key-create' && !call.covers.some(needsLook(run));
  if (expected.length === 0 || (isRefusedTwice && expected.every(({ values }) => values === null)))
    return async () => undefined;
  let replied = expected.every(({ wroteAt, unshown }) => wroteAt !== undefined && unshown !== true)
    ? expected.flatMap(({ wroteAt }) => wroteAt ?? []).reduce((a, b) => (a.elapsed < b.elapsed ? a : b))
    : undefined;
  let wait = waitBefore(run, expected);
  return async () => {
    const at = replied;
    replied = undefined;
    // A reply that shows the resource is a look at it.
    if (at !== undefined && holds(at, run)) return at;
    if (wait > 0) await run.clock.sleep(wait);
    wait = 0;
    return look(run, call, expected);
  };
}

/** A resource that the ledger knows may have been archived a moment ago, and the list of archived resources can be late. */
function waitBefore(run: Run, expected: readonly Expected[]): number {
  const lags = expected.flatMap(({ address, values }) => {
    const reader = provingReader(run.kindOf(address));
    const isLosable = values === null && reader?.losesArchived !== undefined;
    return isLosable && run.known.records[address] !== undefined ? [reader.lagMs ?? 0] : [];
  });
  return Math.max(0, ...lags);
}

/** True if a create at the address can lose an archived resource, or be mistaken for another one. */
function needsLook(run: Run): (address: Address) => boolean {
  return (address) => {
    const reader = provingReader(run.kindOf(address));
    return reader?.losesArchived !== undefined || reader?.unclear !== undefined;
  };
}

/** Asked before each try of a call. `at`: when it was checked first. */
export function createPrecheck(run: Run, covers: readonly Address[], at: Moment, again: Look): Precheck {
  let checked = at;
  return {
    // Once the lock is lost nothing may leave, however recent the check is.
    isRecent: () => run.lost?.aborted !== true && holds(checked, run),
    renew: async () => {
      await requireGoingOn(run, covers);
      checked = (await again()) ?? readMoment(run.clock);
    },
  };
}

function holds(at: Moment, run: Run): boolean {
  return computeAge(at, readMoment(run.clock)) < CHECK_HOLDS_MS;
}

/** A run that lost its lock, or was stopped, while the call waited. */
async function requireGoingOn(run: Run, covers: readonly Address[]): Promise<void> {
  await run.ledger.append([]).catch(run.halt);
  const message = run.halted();
  if (message !== undefined) throw notSent(covers, { status: 'skipped', message });
}

function listExpected(run: Run, call: PlannedCall, address: Address): readonly Expected[] {
  if (provingReader(run.kindOf(address)) === undefined) return [];
  const goes = call.expects[address] === null;
  if (!run.written.has(address)) return [{ address, values: call.before[address] ?? null, goes }];
  const left = run.written.get(address);
  if (left === undefined) {
    // The plan has the values after the previous call.
    const values = call.before[address] ?? null;
    return values === null ? [] : [{ address, values, goes, wroteAt: readMoment(run.clock), unshown: true }];
  }
  const writes = [...Object.keys(call.body ?? {}), ...Object.keys(call.before[address] ?? {})];
  const shown = Object.entries(left.fields).filter(([field]) => writes.includes(field));
  // The plan has the values that the reply did not show.
  const unshown = Object.entries(call.before[address] ?? {}).filter(([field]) => left.fields[field] === undefined);
  const values = Object.fromEntries([...shown, ...unshown]);
  return [{ address, values, goes, wroteAt: left.at, ...(unshown.length === 0 ? {} : { unshown: true as const }) }];
}

async function look(run: Run, call: PlannedCall, expected: readonly Expected[]): Promise<Moment> {
  let conflicts: readonly CallResult[];
  let at: Moment;
  try {
    ({ conflicts, at } = await findConflicts(run, expected));
    if (conflicts.length === 0) conflicts = await findLosses(run, call);
  } catch (error) {
    throw unread(run, call, error);
  }
  if (conflicts.length === 0) return at;
  throw conflicting(call, conflicts);
}

interface ConflictsAt {
  readonly conflicts: readonly CallResult[];
  readonly at: Moment;
}

async function findConflicts(run: Run, expected: readonly Expected[]): Promise<ConflictsAt> {
  const addresses = expected.map(({ address }) => address);
  const detectConflicts = (found: Found) =>
    expected.flatMap((one) => findConflict(run, one, found.get(one.address)?.fields) ?? []);
  if (expected.every(({ wroteAt }) => wroteAt === undefined)) {
    const { found, at } = await run.live.recent(addresses);
    const created = expected.filter(({ address, values }) => values === null && !found.has(address));
    const lost = await run.live.losable(created.map(({ address }) => address));
    return { conflicts: [...detectConflicts(found), ...[...lost].map(losing)], at };
  }
  for (const lag of listLags(run, addresses)) {
    const conflicts = detectConflicts(await run.live.fresh(addresses));
    if (conflicts.length === 0) return { conflicts, at: readMoment(run.clock) };
    await run.clock.sleep(lag);
  }
  return { conflicts: detectConflicts(await run.live.fresh(addresses)), at: readMoment(run.clock) };
}

/** Finds resources that the service would delete together with a removed resource. The plan removes them first if it knows of them. */
async function findLosses(run: Run, call: PlannedCall): Promise<readonly CallResult[]> {
  const going = call.covers.filter((address) => call.expects[address] === null);
  let lost = await run.live.findDeletedWith(going);
  // A list can still show a resource that this run removed.
  const isLate = (): boolean => [...lost.values()].flat().every((address) => run.effects.get(address) === null);
  for (const lag of listLags(run, going)) {
    if (lost.size === 0 || !isLate()) break;
    await run.clock.sleep(lag);
    lost = await run.live.findDeletedWith(going);
  }
  return [...lost].map(([address, by]) => ({
    address,
    status: 'conflict',
    message: `Not sent: the call would also delete ${listed(by, NAMED)}, which the account has now.`,
    hint: RUN_AGAIN,
  }));
}

/** Another user archived a resource of the name since the plan. */
function losing([address, reason]: readonly [Address, string]): CallResult {
  return { address, status: 'conflict', message: `Not sent. ${reason}`, hint: RUN_AGAIN };
}

function findConflict(
  run: Run,
  { address, values: before, goes, wroteAt }: Expected,
  found: Fields | undefined,
): CallResult | undefined {
  const kind = run.kindOf(address);
  const since = wroteAt === undefined ? 'since the plan' : 'since the call before this one';
  const conflict = (message: string, fields: CallResult['fields'] & object): CallResult => ({
    address,
    status: 'conflict',
    message,
    hint: RUN_AGAIN,
    fields,
  });
  if (found === undefined) {
    if (before === null || goes) return undefined;
    const fields = Object.entries(before).map(([field, value]) => ({ field, before: value }));
    return conflict('Not sent: it is no longer in the account.', fields);
  }
  if (before === null) {
    const fields = Object.entries(found).map(([field, after]) => ({ field, after }));
    // Another user created it, or a call of trueup took effect late.
    return conflict(`Not sent: it was created ${since}.`, fields);
  }
  const changed = kind === undefined ? [] : changedFields(kind, before, found);
  if (changed.length === 0) return undefined;
  const names = changed.map(({ field }) => field).join(', ');
  return { ...conflict(`Not sent: it changed in the account ${since} (${names}).`, changed), isThere: true };
}
