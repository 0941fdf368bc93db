/** Decides what blocks a change: an open call, a failed read, or a missing call in the interface. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Change, ReasonCode } from '../../model/change.ts';
import { isList, mapping } from '../../model/json.ts';
import { isUnsupported, type Kind, type SpecIssue } from '../../model/kind.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { isGone } from '../../model/live.ts';
import { text } from '../field-diff.ts';
import type { Case } from './decide-case.ts';
import type { DecideInput, Decision } from './decision.ts';
import { goneText } from './reasons.ts';

export function blocked(
  { base, diff, findings }: Case,
  because: ReasonCode,
  reason: string,
  more: Partial<Change> = {},
): Decision {
  return { change: { ...base, action: 'blocked', because, reason, ...more }, record: diff.record, findings };
}

/** Obstacle to any change of a resource. */
export type Obstacle = Pick<Change, 'because' | 'reason'>;

export function openCall(one: Case): Decision | undefined {
  const found = findOpenCallObstacle(one.resource.address, one.input);
  return found && blocked(one, found.because, found.reason);
}

export function unseen(one: Case): Decision | undefined {
  const { base, record, input } = one;
  const { address } = one.resource;
  const found = findUnseenObstacle(address, input);
  if (found === undefined) return undefined;
  // A kept resource needs no read, unless it is known to be gone.
  if (base.action !== 'keep') return blocked(one, found.because, found.reason, findUnknownBasis(address, input));
  if (!isGone(address, input.live)) return undefined;
  return blocked(one, found.because, goneText(found.reason, record), { basis: 'observed' });
}

function findUnknownBasis(address: Address, { live }: Pick<DecideInput, 'live'>): Pick<Change, 'basis'> | undefined {
  return live.unseen.has(address) ? { basis: 'unknown' } : undefined;
}

export function findOpenCallObstacle(
  address: Address,
  { unsettled }: Pick<DecideInput, 'unsettled'>,
): Obstacle | undefined {
  const settler = unsettled.get(address);
  if (settler === undefined) return undefined;
  return settler === 'run'
    ? { because: 'under-way', reason: 'A run in progress has an open call on it.' }
    : { because: 'unsettled', reason: 'It is unknown whether an earlier call took effect; settle it first.' };
}

/** Returns an obstacle if the holder is missing or unknown, or the resource itself was not read. */
export function findUnseenObstacle(address: Address, { live }: Pick<DecideInput, 'live'>): Obstacle | undefined {
  const lacking = live.lacking?.get(address);
  if (lacking !== undefined) return { because: 'holder-missing', reason: lacking };
  const reason = 'The reads of the account do not tell its current state.';
  return live.unseen.has(address) ? { because: 'unseen', reason } : undefined;
}

/** Something archived comes back to where it was. */
export function homeless(one: Case): Decision | undefined {
  const { base, kind, resource, archived, input } = one;
  if ((base.action !== 'create' && base.action !== 'update') || archived !== undefined) return undefined;
  const home = input.homeless?.(resource, kind, base.action);
  return home && blocked(one, 'holder-missing', `It needs ${home}, which is neither declared nor in the account.`);
}

/** A create that would lose an archived resource. */
export function losing(one: Case): Decision | undefined {
  const { archived, kind, diff } = one;
  const reason = archived === undefined || isUnsupported(kind.reader) ? undefined : kind.reader.losesArchived;
  return reason === undefined
    ? undefined
    : blocked(one, 'archived', reason, { section: kind.section, fields: diff.fields });
}

/** An update for which there is no call. */
export function unchangeable(one: Case): Decision | undefined {
  const { base, kind, record } = one;
  if (base.action !== 'update') return undefined;
  const lock = describeLock(one);
  if (lock !== undefined) return blocked(one, 'read-only', lock, lockedSection(kind));
  const { update } = kind.writer;
  if (update !== undefined)
    return isUnclaimed(record)
      ? blocked(one, 'exists-unread', 'It exists, but its fields cannot be read.')
      : blocked(one, 'no-endpoint', update.reason, { section: update.section });
  const fixed = base.fields.map(({ field }) => field).filter((field) => kind.fields[field]?.mutable === false);
  if (fixed.length === 0) return undefined;
  const there = fixed.map((field) => `${field} is ${text(one.live?.fields[field])}`).join(' and ');
  const reason = `No endpoint can change ${fixed.join(', ')} once it exists. In the account ${there}: declare that, or another ${kind.words.noun}.`;
  return blocked(one, 'no-endpoint', reason, { section: kind.section });
}

/**
 * Blocks a change to a value that only accounts with this value may keep. A revert restores values that the account
 * had.
 */
export function invalid(one: Case): Decision | undefined {
  const { resource, kind } = one;
  if (resource.provenance === undefined) return undefined;
  const issue = kind.check(resource.spec).find(({ blocks = [] }) => blocks.some((path) => isWritten(path, one)));
  return issue && blocked(one, 'no-endpoint', issue.message, { section: kind.section });
}

/** A restore writes no name: the account has the name already. */
function isWritten([field = '', ...rest]: SpecIssue['path'], { base, resource, kind, archived }: Case): boolean {
  if (base.action === 'create') return archived === undefined || kind.fields[field] !== undefined;
  const change = base.fields.find((one) => one.field === field);
  const [index, member = ''] = rest;
  if (change?.options === undefined || index === undefined) return change !== undefined;
  const list = resource.spec[change.field];
  const option = isList(list) ? mapping(list[Number(index)]) : undefined;
  const touched = change.options.find(({ value }) => value === option?.['value']);
  const [was, now] = [touched?.before, touched?.after].map((one) => mapping(one)?.[String(member)]);
  return now !== undefined && was !== now;
}

/** Returns why the resource, or these fields, cannot be changed. */
function describeLock({ base, live }: Case): string | undefined {
  if (live?.locked === undefined) return undefined;
  const { locked, unlocked } = live;
  if (unlocked === undefined) return `It cannot be changed in the account: ${locked}.`;
  const fixed = base.fields.map(({ field }) => field).filter((field) => !unlocked.includes(field));
  return fixed.length === 0 ? undefined : `The account does not allow changes to ${fixed.join(', ')}: ${locked}.`;
}

/** Returns the section of the interface that names read-only resources of the kind. */
function lockedSection({ reader }: Kind): Pick<Change, 'section'> {
  return isUnsupported(reader) ? {} : defined({ section: reader.lockedSection });
}

/** True if only the existence of the resource is known, because a create was refused. */
function isUnclaimed(record: LedgerRecord | undefined): boolean {
  return record !== undefined && Object.keys(record.fields).length === 0;
}
