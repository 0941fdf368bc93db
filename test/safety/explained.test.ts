/** Tests that the explanation of a resource equals its part of the whole plan, with fewer reads. */

import { expect, onTestFinished, test } from 'vitest';
import { SURFACES } from '../../src/contract/surfaces.ts';
import type { Address } from '../../src/model/address.ts';
import { RISK_NAMES } from '../../src/model/risk.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { aWorld, converge } from '../laws/world.ts';

test.each(SURFACES)('every resource of every kind on %s, in sync or edited', async (surface) => {
  const world = await aWorld(surface);
  onTestFinished(() => world.close());
  await converge(world.reconciler(ALL_KINDS), RISK_NAMES);
  const edited = {
    ...ALL_KINDS,
    properties: ALL_KINDS.properties.map((one) => ({ ...one, label: `${one.label} now` })),
    limits: ALL_KINDS.limits.map((one) => ({ ...one, maxToObjectIds: one.maxToObjectIds + 1 })),
  };
  for (const declared of [ALL_KINDS, edited]) {
    const { plan, explain, ledger } = world.reconciler(declared);
    const made = await plan();
    for (const address of Object.keys((await ledger.read()).records) as Address[]) {
      const { change, findings } = await explain(address);
      expect(change, address).toEqual(made.changes.find((one) => one.address === address));
      expect(findings, address).toEqual(
        made.findings.filter((one) => one.address === address || one.mentioned === address),
      );
    }
  }
});
