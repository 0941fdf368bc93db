/** Limits that the service deletes together with an association label. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome, Plan } from '../../../../src/index.ts';
import type { RiskName } from '../../../../src/model/risk.ts';
import { planAllowing, revertAllowing } from '../../../support/consents.ts';
import { aLabelsWorld, type LabelsWorld, labelled, limited, OWNER_LIMIT, OWNER_LIMIT_AT } from '../labels-world.ts';

let world: LabelsWorld;
beforeEach(async () => {
  world = await aLabelsWorld();
});
afterEach(() => world.close());

const FIRST = '{ name: first, label: Owner, inverseLabel: Owned }';
const FIRST_AT = 'association-label:contacts/companies/first';
const SECOND = '{ name: second, label: Owner, inverseLabel: Held }';
const SECOND_AT = 'association-label:contacts/companies/second';
const OLD_LIMIT_AT = 'association-limit:contacts/companies/USER_DEFINED/1';

const LABEL = 'association-label-removal';
const LIMIT = 'limit-purge';

function actionsOf({ changes }: Plan): readonly string[] {
  return changes.map(({ action, address }) => `${action} ${address}`);
}

/** Plans with consent for the risks wherever they occur. */
async function planned(text: string, risks: readonly RiskName[]): Promise<readonly string[]> {
  return actionsOf(await planAllowing(world.project(text), risks));
}

async function applied(text: string, risks: readonly RiskName[]): Promise<readonly Outcome['status'][]> {
  const reconciler = world.project(text);
  const { outcomes } = await reconciler.apply(await planAllowing(reconciler, risks), { skipBlocked: true });
  return outcomes.map(({ status }) => status);
}

/** A colleague sets a limit on the direction of the label that has the text. */
async function limitByColleague(name: string, text: string): Promise<void> {
  const { associationLabels } = await world.snapshot();
  const row = associationLabels.find((label) => label.name === name && label.label === text);
  if (row === undefined) throw new Error(`The account has no label ${name} with the text ${text}.`);
  await world.admin().setLimit({ from: row.from, to: row.to, category: 'USER_DEFINED', typeId: row.typeId }, 7);
}

it('is reported if a label changes its text and the limit does not', async () => {
  const RENAMED = '{ name: first, label: Lead, inverseLabel: Owned }';
  await world.applied(labelled(FIRST) + limited(OWNER_LIMIT));
  const reported = async (text: string) =>
    (await world.project(text).plan()).findings.map(({ code, address, message }) => [code, address, message]);
  expect(await reported(labelled(FIRST) + limited(OWNER_LIMIT))).toEqual([]);
  expect(await reported(labelled(RENAMED) + limited(OWNER_LIMIT))).toEqual([
    [
      'reference-missing',
      OWNER_LIMIT_AT,
      `${OWNER_LIMIT_AT} names ${FIRST_AT} by a text that the files no longer give it.`,
    ],
  ]);
  expect(await reported(labelled(RENAMED) + limited(OWNER_LIMIT.replace('Owner', 'Lead')))).toEqual([]);
});

describe('the removal of a label of one object type with itself', () => {
  const within = (type: string, texts: string) =>
    `associationLabels: [{ from: ${type}, to: ${type}, labels: [{ name: family, ${texts} }] }]\n`;
  const BOATS = 'objects: { boats: { schema: { labels: { singular: Boat, plural: Boats } } } }\n';
  const LIMIT_ON_P =
    'associationLimits: [{ from: contacts, to: contacts, limits: [{ label: P, maxToObjectIds: 2 }] }]\n';
  const PQ = within('contacts', 'label: P, inverseLabel: Q');

  it.each([
    { what: 'a label with two texts', before: PQ, after: '', text: 'Q' },
    { what: 'a label with one text', before: within('contacts', 'label: S'), after: '', text: 'S' },
    {
      what: 'a label of a custom object',
      before: `${BOATS}${within('boats', 'label: P, inverseLabel: Q')}`,
      after: BOATS,
      text: 'Q',
    },
    { what: 'a label with another limit that goes too', before: `${PQ}${LIMIT_ON_P}`, after: '', text: 'Q' },
  ])('is blocked by a limit of a colleague: $what', async ({ before, after, text }) => {
    await world.applied(before);
    await world.untilNamed();
    await limitByColleague('family', text);
    const limits = await world.limits();
    const plan = await planned(after, [LABEL, LIMIT]);
    expect(plan).toContainEqual(expect.stringMatching(/^blocked association-label:.*\/family$/));
    await applied(after, [LABEL, LIMIT]);
    expect(await world.limits()).toEqual(limits.filter((limit) => limit.endsWith(': 7')));
  });

  it('is blocked in the revert of the run that created it', async () => {
    await world.applied(PQ);
    await world.untilNamed();
    await limitByColleague('family', 'Q');
    expect(actionsOf(await revertAllowing(world.project(PQ), [LABEL]))).toEqual([
      'blocked association-label:contacts/contacts/family',
    ]);
  });
});

describe('the removal of a label whose text another label has', () => {
  it('is blocked by a limit if a new label takes the text', async () => {
    await world.applied(labelled(FIRST));
    await world.untilNamed();
    await limitByColleague('first', 'Owner');
    expect(await planned(labelled(SECOND), [LABEL])).toEqual([`blocked ${FIRST_AT}`, `create ${SECOND_AT}`]);
  });

  it('is blocked by a limit if another label already has the text', async () => {
    await world.applied(labelled(FIRST, SECOND));
    await world.untilNamed();
    await limitByColleague('first', 'Owner');
    expect(await planned(labelled(SECOND), [LABEL])).toEqual([`blocked ${FIRST_AT}`, `keep ${SECOND_AT}`]);
  });

  it.each(['S', 'T'])('is blocked by a limit on %s if the files exchanged its types', async (text) => {
    await world.applied(labelled('{ name: turned, label: S, inverseLabel: T }'));
    await world.applied(
      'associationLabels: [{ from: companies, to: contacts, labels: [{ name: turned, label: T, inverseLabel: S }] }]\n',
    );
    await world.untilNamed();
    await limitByColleague('turned', text);
    expect(await planned(labelled(), [LABEL])).toEqual(['blocked association-label:companies/contacts/turned']);
  });

  it('is blocked without consent for the limit that goes with it', async () => {
    await world.applied(labelled(FIRST) + limited(OWNER_LIMIT));
    await world.untilNamed();
    expect(await planned(labelled(SECOND) + limited(OWNER_LIMIT), [LABEL])).toEqual([
      `blocked ${FIRST_AT}`,
      `create ${SECOND_AT}`,
      `create ${OWNER_LIMIT_AT}`,
    ]);
  });

  it('moves the declared limit to the new label with consent for both', async () => {
    await world.applied(labelled(FIRST) + limited(OWNER_LIMIT));
    await world.untilNamed();
    const next = labelled(SECOND) + limited(OWNER_LIMIT);
    expect(await planned(next, [LABEL, LIMIT])).toEqual([
      `remove ${FIRST_AT}`,
      `create ${SECOND_AT}`,
      `remove ${OLD_LIMIT_AT}`,
      `create ${OWNER_LIMIT_AT}`,
    ]);
    expect(await applied(next, [LABEL, LIMIT])).toEqual(['applied', 'applied', 'applied', 'applied']);
    expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
    expect(await world.planned(next)).toEqual([`keep ${SECOND_AT}`, `keep ${OWNER_LIMIT_AT}`]);
  });
});

it('a declared limit goes to the new label that takes the text', async () => {
  await world.applied(labelled(FIRST) + limited(OWNER_LIMIT));
  await world.untilNamed();
  const next = labelled('{ name: first, label: X, inverseLabel: Owned }', SECOND) + limited(OWNER_LIMIT);
  expect(await planned(next, [LIMIT])).toEqual([
    `update ${FIRST_AT}`,
    `create ${SECOND_AT}`,
    `create ${OWNER_LIMIT_AT}`,
    'remove association-limit:contacts/companies/USER_DEFINED/X',
  ]);
  await applied(next, [LIMIT]);
  expect(await world.limits()).toEqual(['contacts > companies Owner: 3']);
  expect(await world.planned(next)).toEqual([`keep ${FIRST_AT}`, `keep ${SECOND_AT}`, `keep ${OWNER_LIMIT_AT}`]);
});

describe('a limit that a colleague sets after the plan', () => {
  it.each(['Owner', 'Owned'])('on %s stops the removal of the label', async (text) => {
    await world.applied(labelled(FIRST));
    await world.untilNamed();
    const reconciler = world.project(labelled());
    const plan = await planAllowing(reconciler, [LABEL]);
    await limitByColleague('first', text);
    const limits = await world.limits();
    const { outcomes } = await reconciler.apply(plan);
    expect(outcomes).toEqual([
      expect.objectContaining({
        address: FIRST_AT,
        status: 'conflict',
        message: expect.stringMatching(
          new RegExp(
            `^Not sent: the call would also delete association-limit:.*/${text}, which the account has now\\.$`,
          ),
        ),
      }),
    ]);
    expect(await world.limits()).toEqual(limits);
    expect(limits).toHaveLength(1);
  });

  it('is not confused with the limits that the run itself has purged', async () => {
    const before = labelled(FIRST) + limited(OWNER_LIMIT);
    await world.applied(before);
    await world.untilNamed();
    expect(await applied('', [LABEL, LIMIT])).toEqual(['applied', 'applied']);
    expect([await world.labels(), await world.limits()]).toEqual([[], []]);
  });

  it('costs two reads for a removed label, and none for others', async () => {
    await world.applied(labelled(FIRST));
    await world.untilNamed();
    const reconciler = world.project(labelled());
    const plan = await planAllowing(reconciler, [LABEL]);
    await world.called();
    await reconciler.apply(plan);
    expect((await world.called()).filter((endpoint) => endpoint === 'readAssociationLimits')).toHaveLength(2);
    const renaming = world.project(labelled(SECOND));
    const created = await renaming.plan();
    await world.called();
    await renaming.apply(created);
    expect(await world.called()).not.toContain('readAssociationLimits');
  });
});
