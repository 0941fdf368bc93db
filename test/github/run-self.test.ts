import { describe, expect, it } from 'vitest';
import { runSelf, type WorkflowRun } from '../../src/github/run-self.ts';
import { testClock } from '../ledger/clock.ts';

const HOUR_MS = 3_600_000;
const REPOSITORY = { owner: 'acme', name: 'schema' };
const OURS: WorkflowRun = { id: 7, attempt: 2, workflow: 'Apply', actor: 'ann' };

/**
 * Returns true if the holder counts as running for this status of the host. Undefined if the host reports no status.
 */
async function lives(status: string | undefined, { age = 0, pid = 5, started = '1' } = {}): Promise<boolean> {
  const clock = testClock();
  const at = new Date(clock.now() - age).toISOString();
  const github = {
    call: async <T>(): Promise<T> => {
      if (status === undefined) throw new Error('Not allowed.');
      return { status } as T;
    },
    list: async () => [],
  };
  return runSelf(OURS, github, REPOSITORY, clock).alive({ pid, started, at });
}

describe('a workflow run that holds the lock', () => {
  it('is running or completed as the host reports, with any local clock', async () => {
    expect(await lives('in_progress', { age: 100 * HOUR_MS })).toBe(true);
    expect(await lives('in_progress', { age: -100 * HOUR_MS })).toBe(true);
    expect(await lives('completed')).toBe(false);
  });

  it('is over after six hours where the host does not say', async () => {
    expect(await lives(undefined, { age: 6 * HOUR_MS })).toBe(true);
    expect(await lives(undefined, { age: 6 * HOUR_MS + 1 })).toBe(false);
  });

  it('is over if the host is silent and its start is in the future', async () => {
    expect(await lives(undefined, { age: -HOUR_MS })).toBe(true);
    expect(await lives(undefined, { age: -HOUR_MS - 1 })).toBe(false);
  });

  it('is over when it is an earlier attempt of this run', async () => {
    expect(await lives('in_progress', { pid: OURS.id, started: '1' })).toBe(false);
    expect(await lives('in_progress', { pid: OURS.id, started: '2' })).toBe(true);
  });
});
