import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  aLabelsWorld,
  BILLING,
  BILLING_AT,
  type LabelsWorld,
  labelled,
  limited,
  OWNER,
  OWNER_AT,
  OWNER_LIMIT,
  OWNER_LIMIT_AT,
} from '../labels-world.ts';

let world: LabelsWorld;
beforeEach(async () => {
  world = await aLabelsWorld();
});
afterEach(() => world.close());

describe('a label whose text a colleague changed', () => {
  const text = `${labelled(BILLING, OWNER)}${limited(OWNER_LIMIT)}`;
  beforeEach(async () => {
    await world.applied(text);
    await world.admin().editLabel('owner', { label: 'Theirs' });
    await world.called();
  });

  it('is drift, and its limit is in sync', async () => {
    const { resources } = await world.project(text).drift();
    expect(resources.map(({ address, status }) => [address, status])).toEqual([
      [BILLING_AT, 'in-sync'],
      [OWNER_AT, 'drifted'],
      [OWNER_LIMIT_AT, 'in-sync'],
    ]);
    expect(resources[1]?.fields).toEqual([
      { field: 'inverseLabel', before: 'Owner', after: 'Theirs' },
      { field: 'label', before: 'Owner', after: 'Theirs' },
    ]);
  });

  it('gets its text back by an apply whose plan says so', async () => {
    const { changes } = await world.project(text).plan();
    expect(changes).toContainEqual(
      expect.objectContaining({ address: OWNER_AT, action: 'update', because: 'account-changed' }),
    );
    expect(await world.applied(text)).toMatchObject([{ address: OWNER_AT, status: 'applied' }]);
    expect(await world.writes()).toEqual(['updateAssociationLabel']);
    expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
  });

  it('keeps the text of a colleague who changes it again before the apply', async () => {
    const reconciler = world.project(text);
    const plan = await reconciler.plan();
    await world.admin().editLabel('owner', { label: 'Third' });
    expect((await reconciler.apply(plan)).outcomes).toMatchObject([
      {
        address: OWNER_AT,
        status: 'conflict',
        fields: [
          { field: 'label', before: 'Theirs', after: 'Third' },
          { field: 'inverseLabel', before: 'Theirs', after: 'Third' },
        ],
      },
    ]);
    expect(await world.writes()).toEqual([]);
    expect(await world.labels()).toContain('contacts > companies owner: Third');
  });
});

describe('a label that a colleague deleted', () => {
  const text = `${labelled(OWNER)}${limited(OWNER_LIMIT)}`;
  const remake = () => world.admin().addLabel({ from: 'contacts', to: 'companies', name: 'owner', label: 'Owner' });
  beforeEach(async () => {
    await world.applied(text);
    await world.untilNamed();
    await world.admin().deleteLabel('owner');
    await world.called();
  });

  it('is created again with its limit, which gets the new type id', async () => {
    expect((await world.project(text).drift()).resources).toMatchObject([{ status: 'gone' }, { status: 'gone' }]);
    expect(await world.applied(text)).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect(await world.writes()).toEqual(['createAssociationLabel', 'updateDatedLimits']);
    expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
    expect((await world.project(text).ledger.read()).records).toMatchObject({ [OWNER_AT]: { id: '3/4' } });
    expect((await world.project(text).plan()).summary).toMatchObject({ keep: 2, calls: { write: 0 } });
  });

  it('and made again is left alone until the account shows its name', async () => {
    await remake();
    const { complete, changes, findings } = await world.project(labelled(OWNER)).plan();
    expect(complete).toBe(false);
    expect(changes[0]).toMatchObject({ address: OWNER_AT, action: 'keep', basis: 'recorded' });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'label-name-unknown', address: OWNER_AT }));
    await world.applied(labelled(OWNER));
    expect(await world.writes()).toEqual([]);
  });

  it('and made again carries its limit on its new type id', async () => {
    await remake();
    expect(await world.applied(text)).toMatchObject([{ address: OWNER_LIMIT_AT, status: 'applied' }]);
    for (const wait of [async () => {}, () => world.untilNamed()]) {
      await wait();
      expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
      expect((await world.project(text).plan()).summary).toMatchObject({ keep: 2, calls: { write: 0 } });
    }
  });

  it('and made again is changed under its name, with its new type id', async () => {
    await remake();
    await world.untilNamed();
    const renamed = labelled(OWNER.replace('Owner', 'Holder'));
    expect(await world.applied(renamed)).toMatchObject([
      { address: OWNER_AT, action: 'update', status: 'applied' },
      { address: OWNER_LIMIT_AT, action: 'forget' },
    ]);
    expect(await world.labels()).toEqual(['companies > contacts owner: Holder', 'contacts > companies owner: Holder']);
  });

  it('and made again is never deleted, because a colleague made it', async () => {
    await remake();
    await world.untilNamed();
    const allow = [
      { risk: 'association-label-removal', address: OWNER_AT },
      { risk: 'limit-purge', address: OWNER_LIMIT_AT },
    ] as const;
    expect(await world.planned('', allow)).toContain(`forget ${OWNER_AT}`);
    await world.applied('', allow);
    expect(await world.labels()).toHaveLength(2);
  });
});

describe('a label that a colleague made', () => {
  const MIRRORED =
    'associationLabels: [{ from: companies, to: contacts, labels: [{ name: owner, label: Owned by, inverseLabel: Owner }] }]\n';
  const MIRRORED_AT = 'association-label:companies/contacts/owner';
  beforeEach(() =>
    world
      .admin()
      .addLabel({ from: 'contacts', to: 'companies', name: 'owner', label: 'Owner', inverseLabel: 'Owned by' }),
  );

  it('is known in the direction that the files declare', async () => {
    expect((await world.project(MIRRORED).plan()).changes).toMatchObject([
      { address: MIRRORED_AT, action: 'blocked', because: 'unseen' },
    ]);
    await world.untilNamed();
    expect((await world.project(MIRRORED).plan()).changes).toMatchObject([{ address: MIRRORED_AT, action: 'keep' }]);
    const changed = MIRRORED.replace('Owned by', 'Belongs to');
    expect(await world.applied(changed)).toMatchObject([{ address: MIRRORED_AT, status: 'applied' }]);
    expect(await world.labels()).toEqual([
      'companies > contacts owner: Belongs to',
      'contacts > companies owner: Owner',
    ]);
    expect((await world.project(changed).drift()).summary).toMatchObject({ inSync: 1, drifted: 0, foreign: 0 });
  });

  it('is not found under another name', async () => {
    await world.untilNamed();
    const other = MIRRORED.replace('name: owner', 'name: holder');
    expect((await world.project(other).plan()).changes).toMatchObject([{ action: 'create' }]);
  });

  it('is in the files that a pull writes, once the account shows its name', async () => {
    const early = await world.project('').pull({ objects: ['contacts'] });
    expect(early.files).toEqual([]);
    expect(early.findings).toMatchObject([{ code: 'label-name-unknown', severity: 'warning' }]);
    await world.untilNamed();
    const late = await world.project('').pull({ objects: ['contacts'] });
    expect(late.findings).toEqual([]);
    expect(late.files.map(({ text }) => text).join('')).toContain(
      '- { name: owner, label: Owner, inverseLabel: Owned by }',
    );
  });
});

describe('a label of one object type', () => {
  const project = (texts: string, limit: string) =>
    `associationLabels: [{ from: contacts, to: contacts, labels: [{ name: family, ${texts} }] }]\n` +
    `associationLimits: [{ from: contacts, to: contacts, limits: [{ label: ${limit}, maxToObjectIds: 2 }] }]\n`;

  it.each([
    ['label: Parent, inverseLabel: Child', 'Parent'],
    ['label: Child, inverseLabel: Parent', 'Parent'],
    ['label: Child, inverseLabel: Parent', 'Child'],
    ['label: Sibling', 'Sibling'],
  ])('stays in sync for %s and a limit on %s', async (texts, limit) => {
    expect(await world.applied(project(texts, limit))).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect(await world.limits()).toEqual([`contacts > contacts ${limit}: 2`]);
    for (const wait of [async () => {}, () => world.untilNamed()]) {
      await wait();
      expect((await world.project(project(texts, limit)).plan()).summary).toMatchObject({
        keep: 2,
        calls: { write: 0 },
      });
    }
  });

  it('keeps two texts in both orders', async () => {
    const there = 'label: Parent, inverseLabel: Child';
    await world.applied(project(there, 'Child'));
    const { summary } = await world.project(project('label: Child, inverseLabel: Parent', 'Child')).plan();
    expect(summary).toMatchObject({ keep: 2, update: 0, blocked: 0 });
  });
});

describe('a name that moves to a label of another pair', () => {
  const deals =
    'associationLabels: [{ from: deals, to: contacts, labels: [{ name: owner, label: Owner }] }]\n' +
    'associationLimits: [{ from: deals, to: contacts, limits: [{ label: Owner, maxToObjectIds: 2 }] }]\n';
  const NEW_AT = 'association-label:deals/contacts/owner';
  const allow = [
    { risk: 'association-label-removal', address: OWNER_AT },
    { risk: 'limit-purge', address: OWNER_LIMIT_AT },
  ] as const;
  beforeEach(() => world.applied(`${labelled(OWNER)}${limited(OWNER_LIMIT)}`));

  it('is free before the create, because the removal comes first', async () => {
    const outcomes = await world.applied(deals, allow);
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied', 'applied']);
    expect(await world.labels()).toEqual(['contacts > deals owner: Owner', 'deals > contacts owner: Owner']);
    expect(await world.limits()).toEqual(['deals > contacts Owner: 2']);
    expect((await world.project(deals).plan()).summary).toMatchObject({ keep: 2, calls: { write: 0 } });
  });

  it('is not created again if the removal fails', async () => {
    await world.called();
    world.service.faults.add({ do: 'status', status: 403, endpoint: 'deleteAssociationLabel', times: 'always' });
    const outcomes = await world.applied(deals, allow);
    expect(outcomes.find(({ address }) => address === NEW_AT)).toMatchObject({ status: 'skipped' });
    expect(await world.writes()).not.toContain('createAssociationLabel');
  });
});
