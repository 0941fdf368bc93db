/** A limit that names its association type by id. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { AssociationLabels } from '../../src/contract/association-labels.ts';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const limits = (some: string) =>
  world.project(`associationLimits: [{ from: contacts, to: companies, limits: [${some}] }]\n`);

/** Type ids of the labels that a colleague makes now, in both directions. */
async function aLabel(): Promise<number> {
  const params = { fromObjectType: 'contacts', toObjectType: 'companies' };
  await world.colleague({ endpoint: 'createAssociationLabel', params, body: { name: 'board', label: 'Board member' } });
  const { results } = AssociationLabels().parse(await world.colleague({ endpoint: 'listAssociationLabels', params }));
  return results.find(({ label }) => label === 'Board member')?.typeId ?? 0;
}

test('a limit of an unknown label id is blocked', async () => {
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
