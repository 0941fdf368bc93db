/** Makes one read of an observation. Its result is a reply or an error. */

import type { ReadCall, Reader } from '../../contract/calls.ts';
import { ENDPOINTS, formatPath } from '../../contract/endpoints.ts';
import type { Versions } from '../../contract/surfaces.ts';
import { ApiError, ContractError } from '../../errors.ts';
import type { OnEvent } from '../../model/event.ts';
import type { Kind } from '../../model/kind.ts';
import type { Beside, ExtraRead, PlannedRead } from '../../model/kind-reader.ts';

/** A read that several kinds may need. */
export interface SharedRead extends PlannedRead {
  readonly kinds: readonly Kind[];
}

interface Replied {
  readonly call: ReadCall;
  readonly value: unknown;
}

interface Failed {
  readonly call: ReadCall;
  readonly error: ApiError | ContractError;
}

export interface Refused {
  readonly about: ExtraRead['refused'] & object;
  readonly error: ApiError;
}

export interface Performed {
  /** As text, for people. */
  readonly path: string;
  /** `others` are the replies to the further calls of the read. */
  readonly result: (Replied & { readonly others: readonly unknown[] }) | Failed;
  /** Refused extra calls that a user should hear of. */
  readonly refused: readonly Refused[];
  /** Number of calls. */
  readonly calls: number;
}

export interface ReadContext {
  readonly reader: Reader;
  readonly versions?: Versions;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
}

/** Throws AuthError, TransportError, and ApiError where a rate limit ends the reads. `total`: how many reads are known of by now. */
export async function performRead(read: PlannedRead, total: number, context: ReadContext): Promise<Performed> {
  const path = buildPath(read.call, context);
  context.onEvent?.({ type: 'read-start', path, total });
  const first = await send(read.call, context);
  const again = 'error' in first && !isDenied(first.error) ? read.fallback : undefined;
  const last = again === undefined ? first : await send(again, context);
  // A read that fails is named by the first of its calls.
  const own = 'error' in last ? { ...last, call: read.call } : last;
  const further = 'error' in own ? [] : await Promise.all((read.together ?? []).map((call) => send(call, context)));
  const extra = 'error' in own ? [] : await Promise.all((read.extra ?? []).map((one) => sendExtra(one, context)));
  const failed = [own, ...further, ...extra].find((one) => 'error' in one);
  const values = [own, ...further, ...extra].flatMap((one) => ('error' in one ? [] : [one.value]));
  const result = failed ?? { call: own.call, value: values[0], others: values.slice(1) };
  context.onEvent?.({ type: 'read-done', path, ok: !('error' in result) });
  const refused = extra.flatMap((one) => ('refused' in one ? (one.refused ?? []) : []));
  const calls = (again === undefined ? 1 : 2) + further.length + extra.length;
  return { path: buildPath(result.call, context), result, refused, calls };
}

async function sendExtra(
  { call, refused, required }: ExtraRead,
  context: ReadContext,
): Promise<(Replied & { readonly refused?: Refused | undefined }) | Failed> {
  const sent = await send(call, context);
  if (!('error' in sent)) return sent;
  const { error } = sent;
  const isUnshown =
    error instanceof ApiError && (required === true ? [404] : [400, 403, 404]).includes(error.status) && !error.gone;
  return isUnshown ? { call, value: undefined, refused: refused && { about: refused, error } } : sent;
}

/** Returns what belongs to the reply of a read. */
export function buildBeside({ together = [], extra = [], covers }: PlannedRead, others: readonly unknown[]): Beside {
  return { calls: [...together, ...extra.map(({ call }) => call)], others, covers };
}

function buildPath({ endpoint, params, query }: ReadCall, { versions }: ReadContext): string {
  const asked = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return `${ENDPOINTS[endpoint].method} ${formatPath(endpoint, params, versions)}${asked}`;
}

async function send(call: ReadCall, { reader, signal }: ReadContext): Promise<Replied | Failed> {
  try {
    const { value } = await reader.read(call, signal === undefined ? {} : { signal });
    return { call, value };
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    // A rate limit says nothing about the resource, and would stop the next read too.
    if (error.kind === 'rate') throw error;
    return { call, error };
  }
}

function isDenied(error: ApiError | ContractError): boolean {
  return error instanceof ApiError && [401, 403].includes(error.status);
}
