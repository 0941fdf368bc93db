/** Checks the size of a batch, acts on its inputs and builds its reply (interface 2.10 and 3, assumption A45). */

import type { BatchState } from '../../contract/batches.ts';
import { invalidMember, Refusal } from '../model/refusal.ts';

/** Rejects a batch of too many inputs (assumptions A05, A51). */
export function checkBatchSize(inputs: readonly unknown[], most: number): void {
  if (inputs.length <= most) return;
  throw invalidMember('inputs', `A batch takes at most ${most} inputs, not ${inputs.length}.`);
}

/** Acts on the inputs in their order: an input may name the result of an earlier input. Each refusal becomes an error. */
export async function each<I, T>(
  inputs: readonly I[],
  contextOf: (input: I, index: number) => Record<string, string[]>,
  act: (input: I) => Promise<T>,
): Promise<{ readonly results: T[]; readonly errors: BatchError[] }> {
  const results: T[] = [];
  const errors: BatchError[] = [];
  for (const [index, input] of inputs.entries()) {
    try {
      // A refusal comes before anything is written.
      results.push(await act(input));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      errors.push(batchError(contextOf(input, index), error));
    }
  }
  return { results, errors };
}

function batchError(context: Record<string, string[]>, { message, body }: Refusal): BatchError {
  const { category, subCategory, errors } = body ?? {};
  return {
    status: 'error',
    category: category ?? 'VALIDATION_ERROR',
    message,
    ...(subCategory == null ? {} : { subCategory }),
    context,
    errors: errors ?? [],
    links: {},
  };
}

export type BatchError = {
  readonly status: 'error';
  readonly category: string;
  readonly message: string;
  /** Input that the error belongs to. */
  readonly context: Record<string, string[]>;
  readonly [more: string]: unknown;
};

export interface Batch<T> {
  /** The address of the batch itself. */
  readonly self: string;
  readonly now: number;
  readonly results: T[];
  readonly errors: BatchError[];
}

type BatchBody<T> = {
  status: BatchState;
  results: T[];
  requestedAt: string;
  startedAt?: string;
  completedAt?: string;
  links?: Record<string, string>;
  numErrors?: number;
  errors?: BatchError[];
};

interface Reply<T> {
  readonly status?: number;
  readonly body: BatchBody<T>;
}

/** Returns links only for a given state, because a complete batch needs no further read. */
export function batchReply<T>(batch: Batch<T>, state?: BatchState): Reply<T> {
  // The interface does not show the members of links.
  const links = state === undefined ? {} : { links: { self: batch.self } };
  const { results } = batch;
  const requestedAt = new Date(batch.now).toISOString();
  switch (state) {
    case 'PENDING':
      return { body: { status: state, results: [], requestedAt, ...links } };
    case 'PROCESSING': {
      const shown = results.slice(0, Math.floor(results.length / 2));
      return { body: { status: state, results: shown, requestedAt, startedAt: requestedAt, ...links } };
    }
    case 'CANCELED':
      return { body: { status: state, results: [], ...formatTimes(batch), ...links } };
    case 'COMPLETE':
    case undefined:
      return complete(batch, links);
  }
}

function complete<T>(batch: Batch<T>, links: Pick<BatchBody<T>, 'links'>): Reply<T> {
  const { results, errors } = batch;
  const body: BatchBody<T> = { status: 'COMPLETE', results, ...formatTimes(batch), ...links };
  return errors.length === 0 ? { body } : { status: 207, body: { ...body, numErrors: errors.length, errors } };
}

function formatTimes<T>({ now }: Batch<T>) {
  const at = new Date(now).toISOString();
  return { requestedAt: at, startedAt: at, completedAt: at };
}
