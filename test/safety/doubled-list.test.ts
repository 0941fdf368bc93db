import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { aWorld, converge, type World } from '../laws/world.ts';
import { answering } from './replies.ts';

const ADDRESS = 'property:contacts/tier';

let world: World;

beforeEach(async () => {
  world = await aWorld();
});

afterEach(() => world.close());

function labelled(label: string) {
  const tier = { label, type: 'string', fieldType: 'text' };
  const objects = { contacts: { groups: { contactinformation: { properties: { tier } } } } };
  return [{ path: 'trueup.yaml', text: JSON.stringify({ version: 1, objects }) }];
}

/** The service, with one more row of the property in every list. */
function doubling(more: object): { readonly transport: Transport } {
  const transport = answering(world.service.transport, (reply, { method, url }) => {
    if (method !== 'GET' || !url.endsWith('/contacts/properties')) return reply;
    const rows: readonly { readonly name: string }[] = JSON.parse(reply.body);
    const own = rows.find(({ name }) => name === 'tier');
    return { ...reply, body: JSON.stringify([...rows, { ...own, ...more }]) };
  });
  return { transport };
}

test('nothing is planned on a list that shows one property twice', async () => {
  await converge(world.reconciler(labelled('One')), []);
  const plan = await world.reconciler(labelled('Two'), doubling({ label: 'Other' })).plan();
  expect([plan.complete, plan.calls, plan.changes.map(({ because }) => because)]).toEqual([false, [], ['unseen']]);
  expect(plan.findings.find(({ code }) => code === 'read-failed')?.message).toContain(
    '"tier" appears in the list twice',
  );
});

test('nothing is sent when the list that a write rests on shows one property twice', async () => {
  await converge(world.reconciler(labelled('One')), []);
  const plan = await world.reconciler(labelled('Two')).plan();
  const { outcomes } = await world.reconciler(labelled('Two'), doubling({ label: 'Other' })).apply(plan);
  expect(outcomes.map(({ address, status }) => [address, status])).toEqual([[ADDRESS, 'failed']]);
  const { properties } = await world.snapshot();
  expect(properties['contacts']?.find(({ name }) => name === 'tier')?.label).toBe('One');
});

test('a deleted definition beside the one that took its name is none of the two', async () => {
  await converge(world.reconciler(labelled('One')), []);
  const plan = await world.reconciler(labelled('Two'), doubling({ label: 'Old', deleted: true })).plan();
  expect([plan.complete, plan.changes.map(({ action }) => action)]).toEqual([true, ['update']]);
});
