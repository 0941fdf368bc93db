/** Resources that the service would delete together with the resource of a call. */

import { describe, expect, it } from 'vitest';
import { NotSent } from '../../../src/engine/apply/not-sent.ts';
import { planLook } from '../../../src/engine/apply/precheck.ts';
import type { Address } from '../../../src/model/address.ts';
import { aCall } from '../../support/builders.ts';
import { aRun } from '../a-run.ts';
import { seen } from '../planning.ts';

const HOLDER: Address = 'property:contacts/holder';
const PART: Address = 'property:contacts/part';
const VALUES = { label: 'Holder' };

interface Scene {
  /** Parts that each read shows, the last read again and again. */
  readonly shown: readonly (readonly Address[])[];
  readonly hasPurged?: boolean;
}

/** Looks at the account before a call that deletes the holder. */
async function lookBeforeRemoval({ shown, hasPurged = false }: Scene) {
  const { run, clock } = await aRun({});
  let reads = 0;
  const live: typeof run.live = {
    ...run.live,
    recent: async () => ({ found: new Map([[HOLDER, seen(HOLDER, VALUES)]]), at: { elapsed: 0, wall: 0 } }),
    findDeletedWith: async () => {
      const parts = shown[Math.min(reads, shown.length - 1)] ?? [];
      reads += 1;
      return parts.length === 0 ? new Map() : new Map([[HOLDER, parts]]);
    },
  };
  const effects = new Map(hasPurged ? [[PART, null] as const] : []);
  const call = aCall({ covers: [HOLDER], before: { [HOLDER]: VALUES }, expects: { [HOLDER]: null } });
  const results = await planLook({ ...run, live, effects }, call)().then(
    () => [],
    (error: unknown) => {
      if (error instanceof NotSent) return error.results;
      throw error;
    },
  );
  return { results: results.map(({ status, message }) => [status, message]), reads, waited: clock.elapsed() };
}

const CONFLICT = ['conflict', `Not sent: the call would also delete ${PART}, which the account has now.`];

describe('the check before a removal', () => {
  it('passes if nothing would be deleted too', async () => {
    expect(await lookBeforeRemoval({ shown: [[]] })).toEqual({ results: [], reads: 1, waited: 0 });
  });

  it('reports an addition by another user at once', async () => {
    expect(await lookBeforeRemoval({ shown: [[PART]] })).toEqual({ results: [CONFLICT], reads: 1, waited: 0 });
  });

  it('waits for a list that still shows a resource purged by the run', async () => {
    const { results, reads, waited } = await lookBeforeRemoval({ shown: [[PART], [PART], []], hasPurged: true });
    expect({ results, reads, hasWaited: waited > 0 }).toEqual({ results: [], reads: 3, hasWaited: true });
  });

  it('stops if the removed resource does not go away', async () => {
    const { results } = await lookBeforeRemoval({ shown: [[PART]], hasPurged: true });
    expect(results).toEqual([CONFLICT]);
  });
});
