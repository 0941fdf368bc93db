/** The lock on one account's ledger: who holds it, when a holder counts as dead, and a takeover that only one process can win. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock, NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import { LedgerError } from '../errors.ts';
import { jsonText } from '../model/json.ts';
import type { LedgerHolder } from '../model/ledger.ts';
import { moment } from '../model/moment.ts';
import type { Disk, Self } from './disk.ts';

const HolderShape = z.strictObject({
  token: z.string().min(1),
  owner: z.string(),
  host: z.string(),
  pid: z.int(),
  started: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
  purpose: z.string(),
  at: z.string(),
});
type Holder = z.infer<typeof HolderShape>;

/** A lock file that cannot be read counts as left behind when it is older than this, in milliseconds. */
const TORN_LOCK_MS = 60_000;

/** What to do where a lock was lost. */
export const LOCK_LOST =
  'No further calls are made. Wait until the other run is over; the next run finds out the outcome of open calls.';

/** Location of a lock, and the process that reads it. */
interface LockView {
  readonly disk: Disk;
  readonly file: string;
  readonly self: Self;
  readonly clock: Clock;
  /** The locked thing, as the start of a sentence (default: `The ledger`). */
  readonly what?: string;
  /** Milliseconds after which an unseen holder counts as dead (default: never). */
  readonly unseenMs?: number;
}

export interface LockRequest extends LockView {
  readonly purpose: string;
  readonly newId: NewId;
}

/** Content of a lock file. `mark` identifies the content, even if it is unreadable. */
interface Seen {
  readonly mark: string;
  readonly holder: Holder | undefined;
}

/** Gives the token of the lock taken. Throws LedgerError `ledger-locked` with who holds it and since when. */
export async function acquire(request: LockRequest): Promise<string> {
  const { disk, file } = request;
  const token = request.newId();
  const text = `${jsonText(buildHolder(request, token))}\n`;
  if (await create(disk, file, { token, text })) return token;
  const seen = await look(disk, file);
  if (seen === undefined) {
    // The lock was released between two reads, so it is tried once more.
    if (await create(disk, file, { token, text })) return token;
    throw await refusal(request, await look(disk, file));
  }
  if (!(await stale(request, seen))) throw await refusal(request, seen);
  await takeOver(request, seen, text);
  return token;
}

/** Creates the lock file. A create that fails may still have taken effect, and the lock would never be released. */
async function create(disk: Disk, file: string, lock: { readonly token: string; readonly text: string }) {
  try {
    return await disk.create(file, lock.text);
  } catch (error) {
    // The first error says more than an error of the release.
    await release(disk, file, lock.token).catch(() => undefined);
    throw error;
  }
}

/** Removes the lock if it has this token. */
export async function release(disk: Disk, file: string, token: string): Promise<void> {
  if (await holds(disk, file, token)) await disk.remove(file);
}

/** Returns true if the lock has this token. */
export async function holds(disk: Disk, file: string, token: string): Promise<boolean> {
  return (await look(disk, file))?.holder?.token === token;
}

/** Returns the holder of the lock, for messages. Returns undefined if the lock can be taken. */
export async function currentHolder(request: LockView): Promise<LedgerHolder | undefined> {
  const seen = await look(request.disk, request.file);
  if (seen === undefined || (await stale(request, seen))) return undefined;
  if (seen.holder === undefined) return { owner: 'another process' };
  const { owner, purpose, at } = seen.holder;
  return { owner, purpose, at };
}

/**
 * Replaces a stale lock. The right to replace this content is a lock too, named after the content, so the second read is decisive. A
 * process that dies here is replaced in the same way.
 */
async function takeOver(request: LockRequest, seen: Seen, text: string): Promise<void> {
  const { disk, file } = request;
  const claim = { ...request, file: `${file}.${seen.mark}` };
  const token = await acquire(claim);
  try {
    const now = await look(disk, file);
    if (now?.mark !== seen.mark) throw await refusal(request, now);
    await disk.replace(file, text);
  } finally {
    await release(disk, claim.file, token);
  }
}

function buildHolder({ self, purpose, clock }: LockRequest, token: string): Holder {
  const { owner, host, pid, started, namespace } = self;
  const at = new Date(clock.now()).toISOString();
  return {
    ...{ token, owner, host, pid, purpose, at },
    ...defined({ started, namespace }),
  };
}

async function look(disk: Disk, file: string): Promise<Seen | undefined> {
  const text = await disk.read(file);
  if (text === undefined) return undefined;
  return { mark: createHash('sha256').update(text).digest('hex').slice(0, 12), holder: parseHolder(text) };
}

function parseHolder(text: string): Holder | undefined {
  try {
    return HolderShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function stale(view: LockView, { holder }: Seen): Promise<boolean> {
  const { disk, file, self, clock } = view;
  if (holder !== undefined) {
    const at = Date.parse(holder.at);
    if (!isVisible(holder, self)) return isLongUnseen(view, at);
    // A later process may have the pid by now.
    return !(await self.alive(holder)) || (holder.started === undefined && isLongUnseen(view, at));
  }
  const modifiedAt = await disk.modifiedAt(file);
  if (modifiedAt === undefined) return false;
  return clock.now() - modifiedAt > TORN_LOCK_MS;
}

/** Compares in both directions, because the clock of the holder may be wrong. An invalid time counts too. */
function isLongUnseen({ clock, unseenMs = Number.POSITIVE_INFINITY }: LockView, at: number): boolean {
  return unseenMs < Number.POSITIVE_INFINITY && !(Math.abs(clock.now() - at) <= unseenMs);
}

/**
 * Returns false for a holder on another machine or in another PID namespace, whose process is invisible here. A lock without a namespace
 * counts as such a holder if this process has a namespace.
 */
function isVisible(holder: Holder, self: Self): boolean {
  return holder.host === self.host && holder.namespace === self.namespace;
}

async function refusal(
  { disk, file, self, what = 'The ledger' }: LockRequest,
  seen: Seen | undefined,
): Promise<LedgerError> {
  const path = (await disk.pathOf?.(file)) ?? `${disk.location}/${file}`;
  if (seen?.holder === undefined) {
    return new LedgerError('ledger-locked', `${what} is being locked by another process (${path}).`, {
      hint: 'Try again in a minute.',
    });
  }
  const { owner, host, pid, purpose, at } = seen.holder;
  return new LedgerError(
    'ledger-locked',
    `${what} is locked by ${owner} (process ${pid} on ${host}) for ${purpose} since ${moment(at)}.`,
    { hint: wayOut(seen.holder, self, path) },
  );
}

function wayOut(holder: Holder, self: Self, path: string): string {
  if (isVisible(holder, self)) return 'Wait until that run is over.';
  if (holder.host !== self.host) {
    return `Wait until that run is over. If it died with its machine or container, delete ${path}.`;
  }
  return (
    'Wait until that run is over. Its process is not visible here: it is in another container, or from before a restart of this machine. ' +
    `If you are sure that it has ended (its container is stopped), delete ${path}.`
  );
}
