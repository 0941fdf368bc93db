/** A colleague changes what trueup wrote, or what a killed run was about to write: the change is reported and held as drift. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { DriftReport, Plan } from '../../src/index.ts';
import { planAllowing } from '../support/consents.ts';
import { aTierWorld, TIER, type TierWorld } from './tier-world.ts';

const REMOVAL = [{ risk: 'property-removal', address: TIER }] as const;
const NEW = 'label: Tier';
const [FIRST, SECOND] = ['label: L0, description: d0', 'label: L1, description: d1'] as const;

let world: TierWorld;
beforeEach(async () => {
  world = await aTierWorld();
});

const findHeld = ({ findings }: Plan) => findings.filter(({ code }) => code === 'drift-held');
const findDrift = ({ resources }: DriftReport) => resources.find(({ address }) => address === TIER);
const findChange = ({ changes }: Pick<Plan, 'changes'>) => changes.find(({ address }) => address === TIER);
const LEFT = [{ message: `${TIER} was changed in the account (label) and is left unchanged.` }];

describe('a label that a colleague edits after a run was killed', () => {
  test.each([
    ['at its create', null],
    ['at its update', 'label: Before'],
  ])('%s is held drift in every later plan', async (_, before) => {
    if (before !== null) await world.applied(before);
    await world.killed(NEW, 'after');
    await world.edited({ label: 'Theirs' });
    for (const round of ['open', 'settled', 'later']) {
      const { plan, apply, drift } = world.at(NEW);
      const made = await plan();
      expect([round, made.calls]).toEqual([round, []]);
      expect(findHeld(made)).toMatchObject(LEFT);
      expect(findDrift(await drift())).toMatchObject({
        status: 'drifted',
        fields: [{ field: 'label', after: 'Theirs' }],
      });
      await apply(made);
    }
    expect(await world.label()).toBe('Theirs');
    expect((await world.at(NEW).plan({ overwrite: [TIER] })).calls).toMatchObject([{ covers: [TIER] }]);
  });

  test.each(['open', 'settled'])('is overwritten where drift is reverted, and the plan says so: %s', async (state) => {
    const revert = { drift: 'revert' } as const;
    await world.killed(NEW, 'after', revert);
    await world.edited({ label: 'Theirs' });
    // An apply that holds drift settles the call and does nothing else.
    if (state === 'settled') await world.applied(NEW);
    expect(findChange(await world.at(NEW, revert).plan())).toMatchObject({
      action: 'update',
      because: 'account-changed',
      reason: 'It was changed in the account since the last apply.',
      // After the settlement, no time shows that the edit came after the write of the killed run.
      ...(state === 'open' ? { changedAt: expect.any(String) } : {}),
    });
    await world.applied(NEW, revert);
    expect(await world.label()).toBe('Tier');
  });

  test('was not created by trueup: only a consent that names it deletes it', async () => {
    await world.killed(NEW, 'after');
    await world.edited({ label: 'Theirs' });
    await world.applied(NEW);
    const dropped = world.at(null, { drift: 'revert' });
    expect((await planAllowing(dropped, [])).calls).toEqual([]);
    expect((await dropped.plan({ allow: REMOVAL })).calls).toMatchObject([{ covers: [TIER] }]);
  });

  test('is held, and the other fields are applied', async () => {
    await world.applied(FIRST);
    await world.killed(SECOND, 'before');
    await world.edited({ label: 'Theirs' });
    const { plan, apply } = world.at(SECOND);
    const made = await plan();
    expect(made.calls).toMatchObject([{ covers: [TIER], body: { description: 'd1' } }]);
    expect(findHeld(made)).toMatchObject(LEFT);
    await apply(made);
    expect(await world.label()).toBe('Theirs');
    expect(findDrift(await world.at(SECOND).drift())).toMatchObject({
      status: 'drifted',
      fields: [{ field: 'label', before: 'L1', after: 'Theirs' }],
    });
  });

  test('stays, and a revert restores the other fields of the killed call', async () => {
    await world.applied(FIRST);
    await world.killed(SECOND, 'after');
    await world.edited({ label: 'Theirs' });
    await world.applied(SECOND);
    expect(findChange(await world.at(SECOND).revert())?.fields).toMatchObject([
      { field: 'description', before: 'd1', after: 'd0' },
    ]);
  });

  test.each([
    ['sets back what the call did', 'after', 'L0'],
    ['changes what the call never did', 'before', 'Theirs'],
  ] as const)('is drift before and after the call is settled if it %s', async (_, when, label) => {
    await world.applied(FIRST);
    await world.killed(SECOND, when);
    await world.edited({ label });
    for (const state of ['open', 'settled']) {
      const fields = [{ field: 'label', before: 'L1', after: label }];
      expect([state, findDrift(await world.at(SECOND).drift())]).toMatchObject([state, { status: 'drifted', fields }]);
      await world.applied(SECOND);
    }
  });
});

describe('a pull after a run was killed', () => {
  const pulled = (members: string) => world.at(members).pull({ drift: true });
  const NOTHING = { files: [], taken: [], conflicts: [] };
  beforeEach(() => world.applied('label: Before'));

  test.each(['Before', 'Third'])('leaves the files as they are if they declare %s since', async (label) => {
    await world.killed(NEW, 'after');
    expect(await pulled(`label: ${label}`)).toMatchObject({ ...NOTHING, pending: [TIER] });
  });

  test.each(['before', 'after'] as const)('takes nothing if the call was lost %s its effect', async (when) => {
    await world.killed(NEW, when);
    expect(await pulled(NEW)).toMatchObject(NOTHING);
  });

  test('takes the edits of a colleague', async () => {
    await world.killed(NEW, 'after');
    await world.edited({ label: 'Theirs' });
    const fields = [{ field: 'label', before: 'Tier', after: 'Theirs' }];
    expect((await pulled(NEW)).taken).toMatchObject([{ address: TIER, fields }]);
  });
});

describe('a property that the files dropped and a colleague changed', () => {
  beforeEach(async () => {
    await world.applied(NEW);
    await world.edited({ label: 'Theirs' });
  });

  test('is removed with consent, and the plan names the overwritten edit', async () => {
    const reason =
      'It is no longer declared. It was changed in the account since the last apply (label): that is overwritten.';
    const change = { action: 'remove', because: 'both-changed', reason, changedAt: expect.any(String) };
    expect(findChange(await world.at(null, { drift: 'revert' }).plan({ allow: REMOVAL }))).toMatchObject(change);
  });

  test('is kept by held drift until it is overwritten', async () => {
    const { calls, findings } = await world.at(null).plan({ allow: REMOVAL });
    expect(calls).toEqual([]);
    expect(findings).toMatchObject([
      {
        code: 'drift-held',
        message: `${TIER} is no longer declared, but it was changed in the account (label) and is left unchanged.`,
        fix: [{ action: 'overwrite', addresses: [TIER] }],
      },
    ]);
    const forced = await world.at(null).plan({ allow: REMOVAL, overwrite: [TIER] });
    expect(forced.calls).toMatchObject([{ covers: [TIER] }]);
  });
});
