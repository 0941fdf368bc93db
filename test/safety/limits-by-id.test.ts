/** The limit of a type that somebody made and only its id names is purged by a consent that names it, and by no other. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { AssociationLabels } from '../../src/contract/association-labels.ts';
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

/** Type ids of the labels that a colleague makes now, in both directions. */
async function aLabel(): Promise<number> {
  const params = { fromObjectType: 'contacts', toObjectType: 'companies' };
  await world.colleague({ endpoint: 'createAssociationLabel', params, body: { name: 'board', label: 'Board member' } });
  const { results } = AssociationLabels().parse(await world.colleague({ endpoint: 'listAssociationLabels', params }));
  return results.find(({ label }) => label === 'Board member')?.typeId ?? 0;
}

test('of a label', async () => {
  const typeId = await aLabel();
  const address = `association-limit:contacts/companies/USER_DEFINED/${typeId}` as const;
  await converge(limits(`{ category: USER_DEFINED, typeId: ${typeId}, maxToObjectIds: 3 }`), []);
  const { plan } = await converge(limits(''), ['limit-purge']);
  expect(plan.changes).toEqual([]);
  expect(plan.findings.find((one) => one.address === address)?.message).toContain(
    'It is the limit of a label that only its id names',
  );
});

test('of a label id that the account does not have is blocked before anything is sent', async () => {
  const typeId = await aLabel();
  const address = 'association-limit:contacts/companies/USER_DEFINED/31' as const;
  const reconciler = limits('{ category: USER_DEFINED, typeId: 31, maxToObjectIds: 3 }');
  const plan = await reconciler.plan();
  const reason = 'The account has no label with the id 31 from contacts to companies.';
  expect(plan.changes).toMatchObject([{ address, action: 'blocked', because: 'holder-missing', reason }]);
  expect([plan.calls, plan.applyable]).toEqual([[], false]);
  expect(plan.findings.find(({ code }) => code === 'holder-missing')).toMatchObject({
    message: reason,
    hint: `Ids of labels differ from account to account, and a label can be declared by its text instead. The account has ${typeId} (Board member).`,
    provenance: { file: 'trueup.yaml' },
  });
});

test("of the service's own types a consent to every address will do", async () => {
  await converge(limits('{ category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 3 }'), []);
  const { changes } = await limits('').plan({ allow: [{ risk: 'limit-purge' }] });
  expect(changes.map(({ action }) => action)).toEqual(['remove']);
});
