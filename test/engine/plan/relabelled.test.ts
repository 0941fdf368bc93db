import { afterEach, beforeEach, expect, test } from 'vitest';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, BOARD, type NamesWorld } from '../observe/names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const PAIR = { from: 'contacts', to: 'companies', category: 'USER_DEFINED' };
const LABELLED = 'association-limit:contacts/companies/USER_DEFINED/Board%20member';
const NO_LIMITS = 'associationLimits: [{ from: contacts, to: companies, limits: [] }]\n';
const DECLARED = NO_LIMITS.replace('[]', '[{ label: Board member, maxToObjectIds: 3 }]');
/** Each label takes two ids, one for each direction. */
const ANEW = 3;
const WHY = 'The label "Board member" is that of the association type 3 now. The record is of the type 1.';
const PURGE = ['limit-purge'] as const;

const limits = async () =>
  (await world.snapshot(1001)).limits.map(({ typeId, maxToObjectIds }) => [typeId, maxToObjectIds]);

/** A colleague's calls on labels. */
async function label(method: 'POST' | 'DELETE' | 'PUT', path: string, body?: object): Promise<number> {
  const { status } = await world.service.transport.send({
    method,
    url: `http://127.0.0.1/crm/associations/2026-03/contacts/companies/labels${path}`,
    headers: { authorization: 'Bearer pat-na1-names-1001', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return status;
}

/** The label is deleted, and made again by a colleague who sets a limit for it: the text is that of another type. */
async function madeAnew(): Promise<void> {
  expect(await label('DELETE', `/${BOARD[1001]}`)).toBe(204);
  expect(await label('POST', '', { label: 'Board member', name: 'again' })).toBe(200);
  await world.service.admin(1001).setLimit({ ...PAIR, typeId: ANEW }, 5);
}

test('a limit whose label is that of another type now is not purged: only its record goes, and the plan says why', async () => {
  await converge(world.reconciler(1001, DECLARED), []);
  await madeAnew();
  const before = await limits();
  const { plan } = await converge(world.reconciler(1001, NO_LIMITS), PURGE);
  expect(plan.calls).toEqual([]);
  expect(plan.changes).toMatchObject([
    {
      address: LABELLED,
      action: 'forget',
      because: 'not-declared',
      reason: `It is no longer declared. ${WHY} What the account has of both stays there.`,
    },
  ]);
  expect(await limits()).toEqual(before);
  expect((await world.reconciler(1001, NO_LIMITS).ledger.read()).records).toEqual({});
});

test('nor does a revert touch it', async () => {
  const { result } = await converge(world.reconciler(1001, DECLARED), []);
  await madeAnew();
  const plan = await world
    .reconciler(1001, DECLARED)
    .revert({ run: result.run, allow: [{ risk: 'limit-purge', address: LABELLED }], overwrite: [LABELLED] });
  expect([plan.calls, plan.changes.map(({ action, reason }) => [action, reason])]).toEqual([[], [['keep', WHY]]]);
  expect(plan.findings.filter(({ code }) => code === 'revert-stays')).toEqual([
    {
      code: 'revert-stays',
      severity: 'warning',
      address: LABELLED,
      message: `The run set ${LABELLED}. ${WHY} So what is there stays as it is.`,
      hint: 'Set or purge the limit of the type that is meant by its typeId.',
    },
  ]);
});

test('one whose label is still that of the type is purged with consent', async () => {
  await converge(world.reconciler(1001, DECLARED), []);
  await converge(world.reconciler(1001, NO_LIMITS), PURGE);
  expect(await limits()).toEqual([]);
});
