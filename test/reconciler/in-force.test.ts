import { expect, test } from 'vitest';
import { ALL_KINDS } from '../laws/samples.ts';
import { aDiskWorld } from '../safety/disk-world.ts';

const policy = { allow: [], maxChanges: { percent: 30, above: 10 }, rules: {}, waivers: [] };
const inForce = (digit: string) => ({
  terms: { protected: digit === '1', drift: 'hold', policy } as const,
  digest: digit.repeat(64),
  commit: digit.repeat(40),
});

test('a policy takes force only if the policy that judged it is still in force', async () => {
  const { world, ledger } = await aDiskWorld();
  const reconciler = world.reconciler(ALL_KINDS, { ledger: ledger() });
  await reconciler.apply(await reconciler.plan());
  const [first, second, third] = [inForce('1'), inForce('2'), inForce('3')];
  await reconciler.ledger.putInForce(first, undefined);
  expect((await reconciler.ledger.read()).inForce).toEqual(first);
  // A parallel run put another policy in force after this run judged its plan.
  await reconciler.ledger.putInForce(second, undefined);
  await reconciler.ledger.putInForce(second, third);
  expect((await reconciler.ledger.read()).inForce).toEqual(first);
  await reconciler.ledger.putInForce(second, first);
  expect((await reconciler.ledger.read()).inForce).toEqual(second);
});
