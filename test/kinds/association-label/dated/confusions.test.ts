import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aLabelsWorld, BILLING, BILLING_AT, type LabelsWorld, labelled } from '../labels-world.ts';

let world: LabelsWorld;
beforeEach(async () => {
  world = await aLabelsWorld();
});
afterEach(() => world.close());

const family = (texts: string, limit = '') =>
  `associationLabels: [{ from: contacts, to: contacts, labels: [{ name: family, ${texts} }] }]\n${
    limit === ''
      ? ''
      : `associationLimits: [{ from: contacts, to: contacts, limits: [{ label: ${limit}, maxToObjectIds: 2 }] }]\n`
  }`;

async function textOfType(): Promise<Readonly<Record<number, string | null>>> {
  const { associationLabels } = await world.snapshot();
  return Object.fromEntries(associationLabels.map(({ typeId, label }) => [typeId, label]));
}

describe('the two texts of a label of one object type', () => {
  beforeEach(() => world.applied(family('label: Child, inverseLabel: Parent')));

  it('never change together, because the type of each text stays unknown', async () => {
    const before = await textOfType();
    expect(await world.planned(family('label: Kind, inverseLabel: Elternteil'))).toEqual([
      'blocked association-label:contacts/contacts/family',
    ]);
    await world.applied(family('label: Kind, inverseLabel: Elternteil'));
    expect(await textOfType()).toEqual(before);
  });

  it('change one by one, also past each other in the alphabet', async () => {
    const before = await textOfType();
    await world.applied(family('label: Zoe, inverseLabel: Parent'));
    const after = Object.fromEntries(
      Object.entries(before).map(([typeId, text]) => [typeId, text === 'Child' ? 'Zoe' : text]),
    );
    expect(await textOfType()).toEqual(after);
    expect(await world.planned(family('label: Zoe, inverseLabel: Parent'))).toEqual([
      'keep association-label:contacts/contacts/family',
    ]);
  });

  it('move a limit to the type with the text, against the ledger', async () => {
    await world.untilNamed();
    const typeId = (await world.snapshot()).associationLabels.find(({ label }) => label === 'Child')?.typeId ?? 0;
    const body = { associationTypeId: typeId, label: 'Zoe', inverseLabel: 'Parent' };
    const params = { fromObjectType: 'contacts', toObjectType: 'contacts' };
    await world.colleague({ endpoint: 'updateAssociationLabel', params, body });
    await world.applied(family('label: Zoe, inverseLabel: Parent', 'Zoe'));
    expect(await world.limits()).toEqual(['contacts > contacts Zoe: 2']);
    expect((await world.project(family('label: Zoe, inverseLabel: Parent', 'Zoe')).plan()).summary).toMatchObject({
      keep: 2,
      calls: { write: 0 },
    });
  });
});

describe('a label of a colleague with the texts of a declared label', () => {
  it('is not mistaken for the effect of a lost create', async () => {
    const reconciler = world.project(labelled('{ name: mine, label: Owner }'));
    const plan = await reconciler.plan();
    await world.admin().addLabel({ from: 'contacts', to: 'companies', name: 'theirs', label: 'Owner' });
    await world.called();
    world.service.faults.add({ do: 'drop-before', endpoint: 'createAssociationLabel' });
    const { outcomes } = await reconciler.apply(plan);
    expect(outcomes).toMatchObject([{ status: 'failed', message: expect.stringContaining('does not show yet') }]);
    expect(await world.writes()).toEqual([]);
  });
});

it('a label with a limit of a colleague is not deleted', async () => {
  await world.applied(labelled(BILLING));
  const typeId = (await world.snapshot()).associationLabels.find(({ label }) => label === 'Billing contact')?.typeId;
  const params = { fromObjectType: 'contacts', toObjectType: 'companies' };
  const inputs = [{ category: 'USER_DEFINED', typeId, maxToObjectIds: 7 }];
  await world.colleague({ endpoint: 'updateDatedLimits', params, body: { inputs } });
  const allow = [{ risk: 'association-label-removal', address: BILLING_AT }] as const;
  expect(await world.planned(labelled(), allow)).toEqual([`blocked ${BILLING_AT}`]);
});

it('a label that the files name from its other end is the same label', async () => {
  await world.applied(labelled(BILLING));
  const turned =
    'associationLabels: [{ from: companies, to: contacts, labels: [{ name: billing, label: Billed by, inverseLabel: Billing contact }] }]\n';
  const reconciler = world.project(turned);
  const plan = await reconciler.plan();
  expect(plan.summary).toMatchObject({ create: 0, update: 0, calls: { write: 0 } });
  expect(plan.changes.map(({ reason }) => reason).join(' ')).not.toContain('no longer');
  await reconciler.apply(plan);
  const { records } = await reconciler.ledger.read();
  const address = 'association-label:companies/contacts/billing';
  expect(Object.keys(records)).toEqual([address]);
  expect(records[address]?.found).toBeUndefined();
});
