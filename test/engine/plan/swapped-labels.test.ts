/** Labels that a colleague passes on: each record goes with its association type, and what the files dropped stays known. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, type NamesWorld } from '../observe/names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
  await converge(at({ Owner: 3, Tenant: 4 }), []);
});
afterEach(() => world.close());

const LIMIT = 'association-limit:contacts/companies/USER_DEFINED';
const limits = (most: Readonly<Record<string, number>>) =>
  `associationLimits: [{ from: contacts, to: companies, limits: [${Object.entries(most)
    .map(([label, value]) => `{ label: ${label}, maxToObjectIds: ${value} }`)
    .join(', ')}] }]\n`;
const at = (most: Readonly<Record<string, number>>) => world.reconciler(1002, limits(most));
const records = async () =>
  Object.values((await at({}).ledger.read()).records)
    .map(({ address, id, found }) => [address.replace(`${LIMIT}/`, ''), id?.split('/').at(-1), found])
    .toSorted();
const typesThere = async () => (await world.snapshot(1002)).limits.map(({ typeId }) => typeId);

/** A colleague's calls. */
async function relabel(...labels: readonly (readonly [number, string])[]): Promise<void> {
  for (const [associationTypeId, label] of labels) {
    const { status } = await world.service.transport.send({
      method: 'PUT',
      url: 'http://127.0.0.1/crm/associations/2026-03/contacts/companies/labels',
      headers: { authorization: 'Bearer pat-na1-names-1002', 'content-type': 'application/json' },
      body: JSON.stringify({ associationTypeId, label }),
    });
    expect(status).toBe(204);
  }
}
const swap = () => relabel([3, 'Until then'], [1, 'Tenant'], [3, 'Owner']);
const passOn = () => relabel([3, 'Landlord'], [1, 'Tenant']);

test('two that are swapped and dropped stay known, until they are purged with consent', async () => {
  await swap();
  const plan = await at({}).plan();
  expect(plan.changes).toEqual([]);
  expect(plan.renamed).toEqual({ [`${LIMIT}/Owner`]: `${LIMIT}/Tenant`, [`${LIMIT}/Tenant`]: `${LIMIT}/Owner` });
  expect(plan.findings).toMatchObject([
    { code: 'not-declared', fix: [{}, { addresses: [{}, {}].map(() => expect.any(String)) }, {}, {}] },
  ]);
  await at({}).apply(plan);
  expect(await records()).toEqual([
    ['Owner', '3', undefined],
    ['Tenant', '1', undefined],
  ]);
  expect((await at({}).plan()).findings.map(({ code }) => code)).toEqual(['not-declared']);
  await converge(at({}), ['limit-purge']);
  expect([await records(), await typesThere()]).toEqual([[], []]);
});

test('two that are swapped and declared are not said to have changed in the account', async () => {
  await swap();
  const { plan } = await converge(at({ Owner: 3, Tenant: 4 }), []);
  expect(plan.changes.map(({ action, because }) => [action, because])).toEqual([
    ['update', 'file-differs'],
    ['update', 'file-differs'],
  ]);
  expect((await records()).map(([, , found]) => found)).toEqual([undefined, undefined]);
});

test('a consent to purge one of a swap takes that one alone', async () => {
  await swap();
  const address = `${LIMIT}/Tenant` as const;
  const plan = await at({}).plan({ allow: [{ risk: 'limit-purge', address }], targets: [address] });
  await at({}).apply(plan);
  expect([await records(), await typesThere()]).toEqual([[['Owner', '3', undefined]], [3]]);
});

test('one that takes the label of another displaces no record', async () => {
  await passOn();
  await converge(at({}), []);
  expect((await records()).map(([, id]) => id).toSorted()).toEqual(['1', '3']);
  expect(await typesThere()).toEqual([1, 3]);
});

test('where the label that was passed on is declared, the type that had it stays known by its id', async () => {
  await passOn();
  const { plan } = await converge(at({ Tenant: 3 }), []);
  expect(plan.findings).toMatchObject([{ code: 'not-declared', address: `${LIMIT}/3` }]);
  expect(await records()).toEqual([
    ['3', '3', undefined],
    ['Tenant', '1', undefined],
  ]);
});
