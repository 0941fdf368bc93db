import { afterEach, beforeEach, expect, test } from 'vitest';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, BOARD, type NamesWorld } from '../observe/names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
  await converge(world.reconciler(1001, limit('Board member', 3)), []);
  await relabel('Director');
});
afterEach(() => world.close());

const NO_LIMITS = 'associationLimits: [{ from: contacts, to: companies, limits: [] }]\n';
const limit = (label: string, most: number) =>
  NO_LIMITS.replace('[]', `[{ label: ${label}, maxToObjectIds: ${most} }]`);
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED';
const FORMERLY = `${LIMIT}/Board%20member` as const;
const NOW = `${LIMIT}/${BOARD[1001]}` as const;

/** A colleague's call. */
async function relabel(label: string): Promise<void> {
  const { status } = await world.service.transport.send({
    method: 'PUT',
    url: 'http://127.0.0.1/crm/associations/2026-03/contacts/companies/labels',
    headers: { authorization: 'Bearer pat-na1-names-1001', 'content-type': 'application/json' },
    body: JSON.stringify({ associationTypeId: BOARD[1001], label }),
  });
  expect(status).toBe(204);
}

const plan = (text: string, more = {}) => world.reconciler(1001, text).plan(more);
const records = async () => (await world.reconciler(1001, NO_LIMITS).ledger.read()).records;

test('a limit whose label has another text now goes on under that text, as what trueup created', async () => {
  const { changes, findings, renamed } = await plan(limit('Director', 4));
  expect(findings).toEqual([]);
  expect(renamed).toEqual({ [`${LIMIT}/Director`]: FORMERLY });
  expect(changes.map(({ address, action, because }) => [address, action, because])).toEqual([
    [FORMERLY, 'forget', 'not-declared'],
    [`${LIMIT}/Director`, 'update', 'file-differs'],
  ]);
  await converge(world.reconciler(1001, limit('Director', 4)), []);
  const left = await records();
  expect(Object.values(left).map(({ address, found, fields }) => [address, found, fields])).toEqual([
    [`${LIMIT}/Director`, undefined, { maxToObjectIds: 4 }],
  ]);
});

test('one that the files dropped stays known by its type id, and is purged by a consent that names it', async () => {
  const { changes, findings } = await plan(NO_LIMITS);
  expect(changes.map(({ address, action, reason }) => [address, action, reason])).toEqual([
    [FORMERLY, 'forget', `It is called ${NOW} now.`],
  ]);
  expect(findings).toMatchObject([{ code: 'not-declared', address: NOW }]);
  await converge(world.reconciler(1001, NO_LIMITS), []);
  expect(Object.keys(await records())).toEqual([NOW]);
  const reconciler = world.reconciler(1001, NO_LIMITS);
  await reconciler.apply(await reconciler.plan({ allow: [{ risk: 'limit-purge', address: NOW }] }));
  expect([await records(), (await world.snapshot(1001)).limits]).toEqual([{}, []]);
});

test.each([FORMERLY, NOW])('a consent to purge it at %s works', async (address) => {
  const reconciler = world.reconciler(1001, NO_LIMITS);
  const made = await reconciler.plan({ allow: [{ risk: 'limit-purge', address }] });
  expect(made.findings).toEqual([]);
  expect((await reconciler.apply(made)).summary).toMatchObject({ failed: 0 });
  expect([await records(), (await world.snapshot(1001)).limits]).toEqual([{}, []]);
});

test('drift looks at the type, not at the text of its label', async () => {
  const { resources } = await world.reconciler(1001, limit('Board member', 3)).drift();
  expect(resources).toMatchObject([{ address: FORMERLY, status: 'in-sync' }]);
});

test('nor is one lost that was found in the account: it goes on by its type id', async () => {
  await converge(world.reconciler(1001, NO_LIMITS), []);
  await world.reconciler(1001, NO_LIMITS).ledger.forget([NOW]);
  await relabel('Board member');
  await world.reconciler(1001, limit('Board member', 3)).ledger.adopt([FORMERLY]);
  expect(Object.values(await records())).toMatchObject([{ id: `USER_DEFINED/${BOARD[1001]}`, found: 'recorded' }]);
  await relabel('Director');
  const { renamed, calls } = await plan(limit('Director', 3));
  expect([renamed, calls]).toEqual([{ [`${LIMIT}/Director`]: FORMERLY }, []]);
  const reconciler = world.reconciler(1001, NO_LIMITS);
  const made = await reconciler.plan({ allow: [{ risk: 'limit-purge', address: FORMERLY }] });
  expect((await reconciler.apply(made)).summary).toMatchObject({ failed: 0 });
  expect([await records(), (await world.snapshot(1001)).limits]).toEqual([{}, []]);
});
