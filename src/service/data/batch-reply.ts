/** The reply to a batch: complete, unless a batch fault wants another state (interface 2.10, 3; assumption A45). */

import type { BatchState } from '../../contract/batches.ts';

export type BatchError = {
  readonly status: 'error';
  readonly category: string;
  readonly message: string;
  /** Which input it is. */
  readonly context: Record<string, string[]>;
  readonly [more: string]: unknown;
};

export interface Batch<T> {
  /** The address of the batch itself. */
  readonly self: string;
  /** ISO time. */
  readonly at: string;
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

/** Without a state there are no links, as nothing of a batch that is complete is left to look at. */
export function batchReply<T>(batch: Batch<T>, state: BatchState | undefined): Reply<T> {
  // The interface does not show the members of links.
  const links = state === undefined ? {} : { links: { self: batch.self } };
  const { at: requestedAt, results } = batch;
  switch (state) {
    case 'PENDING':
      return { body: { status: state, results: [], requestedAt, ...links } };
    case 'PROCESSING': {
      const shown = results.slice(0, Math.floor(results.length / 2));
      return { body: { status: state, results: shown, requestedAt, startedAt: batch.at, ...links } };
    }
    case 'CANCELED':
      return { body: { status: state, results: [], ...timesOf(batch), ...links } };
    case 'COMPLETE':
    case undefined:
      return complete(batch, links);
  }
}

function complete<T>(batch: Batch<T>, links: Pick<BatchBody<T>, 'links'>): Reply<T> {
  const { results, errors } = batch;
  const body: BatchBody<T> = { status: 'COMPLETE', results, ...timesOf(batch), ...links };
  return errors.length === 0 ? { body } : { status: 207, body: { ...body, numErrors: errors.length, errors } };
}

function timesOf<T>({ at }: Batch<T>) {
  return { requestedAt: at, startedAt: at, completedAt: at };
}
