/** The limit of a type that somebody made and only its id names is purged by a consent that names it, and by no other. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';
import { converge } from '../laws/world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const limits = (some: string) =>
  world.project(`associationLimits: [{ from: contacts, to: companies, limits: [${some}] }]\n`);

test.each([
  ['INTEGRATOR_DEFINED', 'an association type'],
  ['WORK', 'an association type'],
  ['USER_DEFINED', 'a label'],
])('of the category %s', async (category, what) => {
  const address = `association-limit:contacts/companies/${category}/31` as const;
  await converge(limits(`{ category: ${category}, typeId: 31, maxToObjectIds: 3 }`), []);
  const { plan } = await converge(limits(''), ['limit-purge']);
  expect(plan.changes).toEqual([]);
  expect(plan.findings.find((one) => one.address === address)?.message).toBe(
    `${address} was applied and is no longer declared, so it stays in the account. It is the limit of ${what} that only its id names, so only a consent that names it deletes it.`,
  );
  const named = await limits('').plan({ allow: [{ risk: 'limit-purge', address }] });
  expect(named.changes.map((one) => [one.address, one.action])).toEqual([[address, 'remove']]);
});

test("of the service's own types a consent to every address will do", async () => {
  await converge(limits('{ category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 3 }'), []);
  const { changes } = await limits('').plan({ allow: [{ risk: 'limit-purge' }] });
  expect(changes.map(({ action }) => action)).toEqual(['remove']);
});
