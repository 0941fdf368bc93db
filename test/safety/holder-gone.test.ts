/**
 * Tests of recorded resources whose holder was deleted in the account. They count as gone even if the ledger has them.
 */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { aNamesWorld, BOARD, CARS, LABELS, type NamesWorld } from '../engine/observe/names-world.ts';
import { converge } from '../laws/world.ts';

const TEXT = `objects: { cars: { groups: { body: { displayName: Body, properties: { wheels: { label: Wheels, type: number, fieldType: number } } } } } }
associationLimits: [{ from: contacts, to: companies, limits: [{ label: Board member, maxToObjectIds: 3 }] }]
`;
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED/Board%20member';
const SINCE = 'The account had it when this was last applied: a user deleted, archived or renamed it.';
const NO_LABEL = 'The account has no label "Board member" of the category USER_DEFINED from contacts to companies.';
const NO_OBJECT = 'The account has no object named "cars".';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
  await converge(world.reconciler(1001, TEXT), []);
  await world.colleague(1001, 'DELETE', `${LABELS}/${BOARD[1001]}`);
  for (const name of ['wheels', 'groups/body'])
    await world.colleague(1001, 'DELETE', `/crm/properties/2026-09/${CARS[1001]}/${name}`);
  await world.colleague(1001, 'DELETE', `/crm-object-schemas/2026-09/schemas/${CARS[1001]}`);
});
afterEach(() => world.close());

test('a plan is blocked by a deleted object or label, and names the deletion', async () => {
  const { changes, calls } = await world.reconciler(1001, TEXT).plan();
  expect(calls).toEqual([]);
  expect(changes.map(({ action, because, basis, reason }) => [action, because, basis, reason])).toEqual(
    [NO_OBJECT, NO_OBJECT, NO_LABEL].map((lacking) => ['blocked', 'holder-missing', 'observed', `${lacking} ${SINCE}`]),
  );
});

test('drift counts it as gone', async () => {
  const { summary, resources } = await world.reconciler(1001, TEXT).drift();
  expect(summary).toMatchObject({ drifted: 3, unverifiable: 0 });
  expect(resources.map(({ status, reason }) => [status, reason])).toEqual(
    [NO_LABEL, NO_OBJECT, NO_OBJECT].map((lacking) => ['gone', lacking]),
  );
});

test('an explanation says that it is not in the account', async () => {
  const { sighting, live, change, findings } = await world.reconciler(1001, TEXT).explain(LIMIT);
  expect({ sighting, live, action: change?.action }).toEqual({ sighting: 'absent', live: null, action: 'blocked' });
  expect(findings.map(({ code }) => code)).toEqual(['holder-missing']);
});
