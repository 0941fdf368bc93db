import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Consent } from '../../../../src/model/policy.ts';
import {
  aLabelsWorld,
  BILLING,
  BILLING_AT,
  BOTH,
  type LabelsWorld,
  labelled,
  limited,
  MADE,
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

const gone = (address: Consent['address'], risk: Consent['risk'] = 'association-label-removal'): Consent =>
  ({ risk, address }) as Consent;

describe('new labels', () => {
  it('are created together with a limit, and the next plan is empty', async () => {
    const outcomes = await world.applied(BOTH);
    expect(outcomes.map(({ address, status }) => [address, status])).toEqual([
      [BILLING_AT, 'applied'],
      [OWNER_AT, 'applied'],
      [OWNER_LIMIT_AT, 'applied'],
    ]);
    expect(await world.writes()).toEqual(['createAssociationLabel', 'createAssociationLabel', 'updateDatedLimits']);
    expect(await world.labels()).toEqual(MADE);
    expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
    for (const wait of [async () => {}, () => world.untilNamed()]) {
      await wait();
      const { summary, findings } = await world.project(BOTH).plan();
      expect(summary).toMatchObject({ keep: 3, calls: { write: 0 } });
      expect(findings).toEqual([]);
      expect((await world.project(BOTH).drift()).summary).toMatchObject({ inSync: 3, drifted: 0 });
    }
  });

  it('have their type ids in the ledger', async () => {
    await world.applied(BOTH);
    const { records } = await world.project(BOTH).ledger.read();
    expect(records).toMatchObject({ [BILLING_AT]: { id: '1/2' }, [OWNER_AT]: { id: '3/4' } });
  });

  it('carry the limit of the direction that the limit names', async () => {
    const back =
      'associationLimits: [{ from: companies, to: contacts, limits: [{ label: Billed by, maxToObjectIds: 1 }] }]\n';
    const outcomes = await world.applied(`${labelled(BILLING)}${back}`);
    expect(outcomes).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect(await world.limits()).toEqual(['companies > contacts Billed by: 1']);
    expect((await world.project(`${labelled(BILLING)}${back}`).plan()).summary).toMatchObject({ keep: 2 });
  });

  it('skip their limit if their create fails', async () => {
    world.service.faults.add({ do: 'status', status: 400, endpoint: 'createAssociationLabel' });
    const outcomes = await world.applied(`${labelled(OWNER)}${limited(OWNER_LIMIT)}`);
    expect(outcomes).toMatchObject([
      { address: OWNER_AT, status: 'failed' },
      { address: OWNER_LIMIT_AT, status: 'skipped' },
    ]);
    expect(await world.writes()).toEqual(['createAssociationLabel']);
  });

  it('are a warning if the pair has no room for them, and fail', async () => {
    for (let count = 1; count <= 49; count += 1)
      await world.admin().addLabel({ from: 'contacts', to: 'companies', label: `Label ${count}` });
    await world.untilNamed();
    const { findings } = await world.project(labelled(BILLING, OWNER)).plan();
    expect(findings).toMatchObject([
      {
        code: 'account-limit',
        severity: 'warning',
        message:
          'The plan creates 2 association labels between contacts and companies. The account has 49 of at most 50.',
      },
    ]);
    const outcomes = await world.applied(labelled(BILLING, OWNER));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['applied', 'failed']);
    expect(outcomes.find(({ status }) => status === 'failed')?.message).toContain('at most 50 labels');
    expect(await world.labels()).toHaveLength(100);
  });
});

describe('the texts of a label', () => {
  beforeEach(async () => {
    await world.applied(BOTH);
    await world.called();
  });

  it.each([
    ['before', async () => {}],
    ['after', () => world.untilNamed()],
  ])('change by one call %s the account shows the name', async (_, wait) => {
    await wait();
    const text = labelled(BILLING.replace('Billing contact', 'Pays for'), OWNER.replace('Owner', 'Proprietor'));
    expect(await world.applied(text)).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect((await world.writes()).filter((endpoint) => endpoint !== 'updateDatedLimits')).toEqual([
      'updateAssociationLabel',
      'updateAssociationLabel',
    ]);
    expect(await world.labels()).toEqual([
      'companies > contacts billing: Billed by',
      'companies > contacts owner: Proprietor',
      'contacts > companies billing: Pays for',
      'contacts > companies owner: Proprietor',
    ]);
  });

  it('change together with the limit that names the label', async () => {
    const renamed = `${labelled(BILLING, OWNER.replace('Owner', 'Proprietor'))}${limited(OWNER_LIMIT.replace('Owner', 'Proprietor'))}`;
    expect(await world.planned(renamed)).toEqual([
      `keep ${BILLING_AT}`,
      `update ${OWNER_AT}`,
      `forget ${OWNER_LIMIT_AT}`,
      `keep ${OWNER_LIMIT_AT.replace('Owner', 'Proprietor')}`,
    ]);
    expect(await world.applied(renamed)).toMatchObject([
      { address: OWNER_AT, action: 'update', status: 'applied' },
      { address: OWNER_LIMIT_AT, action: 'forget', status: 'applied' },
    ]);
    expect(await world.writes()).toEqual(['updateAssociationLabel']);
    expect(await world.limits()).toEqual(['contacts > companies Proprietor: 3']);
    expect((await world.project(renamed).plan()).summary).toMatchObject({ keep: 3, forget: 0, calls: { write: 0 } });
    expect((await world.project(renamed).drift()).summary).toMatchObject({ inSync: 3, drifted: 0 });
  });

  it.each([
    ['two texts', BILLING.replace(', inverseLabel: Billed by', ''), 'A label with two texts keeps two texts.'],
    ['exchanged texts', '{ name: billing, label: Billed by, inverseLabel: Billing contact }', 'cannot be exchanged'],
  ])('of a label with %s stay as they are if the files say so', async (_, label, reason) => {
    const { changes, calls } = await world.project(labelled(label)).plan();
    expect(changes.find(({ address }) => address === BILLING_AT)).toMatchObject({
      action: 'blocked',
      reason: expect.stringContaining(reason),
    });
    expect(calls).toEqual([]);
  });

  it('stay equal if the label has one text', async () => {
    const { changes } = await world.project(labelled('{ name: owner, label: Owner, inverseLabel: Owned by }')).plan();
    expect(changes.find(({ address }) => address === OWNER_AT)).toMatchObject({
      action: 'blocked',
      reason: expect.stringContaining('A label with one text never gets a second text.'),
    });
  });

  it('come back when the run is reverted', async () => {
    const text = `${labelled(BILLING.replace('Billed by', 'Invoiced by'), OWNER)}${limited(OWNER_LIMIT)}`;
    await world.applied(text);
    const reconciler = world.project(text);
    const { outcomes } = await reconciler.apply(await reconciler.revert());
    expect(outcomes).toMatchObject([{ address: BILLING_AT, status: 'applied' }]);
    expect(await world.labels()).toEqual(MADE);
  });
});

describe('a label that left the files', () => {
  const allow = [gone(BILLING_AT)];

  it('stays without consent', async () => {
    await world.applied(BOTH);
    await world.called();
    const { changes, calls, findings } = await world.project(`${labelled(OWNER)}${limited(OWNER_LIMIT)}`).plan();
    expect(changes.map(({ action }) => action)).toEqual(['keep', 'keep']);
    expect(calls).toEqual([]);
    expect(findings).toMatchObject([{ code: 'not-declared', address: BILLING_AT }]);
  });

  it('is deleted with consent, in both directions', async () => {
    await world.applied(BOTH);
    await world.called();
    const text = `${labelled(OWNER)}${limited(OWNER_LIMIT)}`;
    expect(await world.applied(text, allow)).toMatchObject([{ address: BILLING_AT, status: 'applied' }]);
    expect(await world.writes()).toEqual(['deleteAssociationLabel']);
    expect(await world.labels()).toEqual(MADE.filter((label) => label.includes('owner')));
    expect((await world.project(text).ledger.read()).records).not.toHaveProperty([BILLING_AT]);
  });

  it('stays while the files have a limit on it', async () => {
    await world.applied(BOTH);
    await world.called();
    const { changes, calls } = await world
      .project(`${labelled(BILLING)}${limited(OWNER_LIMIT)}`)
      .plan({ allow: [gone(OWNER_AT)] });
    expect(changes).toContainEqual(expect.objectContaining({ address: OWNER_AT, action: 'blocked' }));
    expect(calls).toEqual([]);
  });

  it('is deleted after its limit, with a consent for each', async () => {
    await world.applied(BOTH);
    await world.called();
    expect(await world.planned(labelled(BILLING), [gone(OWNER_AT)])).toContain(`blocked ${OWNER_AT}`);
    const both = [gone(OWNER_AT), gone(OWNER_LIMIT_AT, 'limit-purge')];
    await world.called();
    expect(await world.applied(labelled(BILLING), both)).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect(await world.writes()).toEqual(['purgeDatedLimits', 'deleteAssociationLabel']);
    expect(await world.limits()).toEqual([]);
  });

  it('comes back without its links, and the revert warns about them', async () => {
    await world.applied(BOTH);
    await world.applied(`${labelled(OWNER)}${limited(OWNER_LIMIT)}`, allow);
    const plan = await world.project(BOTH).revert();
    expect(plan.changes).toMatchObject([{ address: BILLING_AT, action: 'create' }]);
    expect(plan.findings).toMatchObject([
      {
        code: 'revert-empty',
        severity: 'warning',
        message: `${BILLING_AT} comes back. It is created again without the links of records that had the label.`,
      },
    ]);
  });

  it('is deleted by the revert of its create, with consent', async () => {
    await world.applied(labelled(OWNER));
    await world.applied(labelled(BILLING, OWNER));
    const reconciler = world.project(labelled(OWNER));
    const { outcomes } = await reconciler.apply(await reconciler.revert({ allow }));
    expect(outcomes).toMatchObject([{ address: BILLING_AT, status: 'applied' }]);
    expect(await world.labels()).toEqual(MADE.filter((label) => label.includes('owner')));
  });

  it('stays when its create is reverted without consent', async () => {
    await world.applied(labelled(BILLING));
    const { changes, calls } = await world.project(labelled(BILLING)).revert();
    expect(changes).toMatchObject([{ address: BILLING_AT, action: 'blocked', risks: ['association-label-removal'] }]);
    expect(calls).toEqual([]);
  });
});
