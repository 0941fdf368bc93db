/**
 * Tests of batches of the dated surface, broken and refused at every input. Each resource is kept, created once and
 * reported truthfully.
 */

import { afterEach, describe, expect, it } from 'vitest';
import type { AccountSnapshot, FaultRule } from '../../src/service/index.ts';
import { aWorld, converge, type World } from '../laws/world.ts';

const worlds: World[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

interface Batch {
  readonly endpoint: 'createDatedProperties' | 'updateDatedLimits';
  readonly text: string;
  readonly addressOf: (input: Input) => string;
  /** The addresses that the account has. */
  readonly held: (account: AccountSnapshot) => readonly string[];
}

interface Input {
  readonly name?: string;
  readonly typeId?: number;
}

const NAMES = ['first', 'second', 'third'];
const PROPERTIES: Batch = {
  endpoint: 'createDatedProperties',
  text: `objects: { contacts: { groups: { contactinformation: { properties: {
    ${NAMES.map((name) => `${name}: { label: ${name}, type: string, fieldType: text }`).join(', ')} } } } } }`,
  addressOf: ({ name }) => `property:contacts/${name}`,
  held: ({ properties }) => (properties['contacts'] ?? []).map(PROPERTIES.addressOf),
};

const TYPES = [279, 280, 281];
const LIMITS: Batch = {
  endpoint: 'updateDatedLimits',
  text: `associationLimits: [{ from: contacts, to: companies, limits: [
    ${TYPES.map((typeId) => `{ category: HUBSPOT_DEFINED, typeId: ${typeId}, maxToObjectIds: 3 }`).join(', ')} ] }]`,
  addressOf: ({ typeId }) => `association-limit:contacts/companies/SERVICE_DEFINED/${typeId}`,
  held: ({ limits }) => limits.map(LIMITS.addressOf),
};

/** Applies while the fault persists for every repeat of the call. */
async function applied(batch: Batch, fault: Omit<FaultRule, 'endpoint' | 'times'>) {
  const world = await aWorld('dated');
  worlds.push(world);
  world.service.faults.add({ ...fault, endpoint: batch.endpoint, times: 'always' });
  const project = () => world.reconciler([{ path: 'trueup.yaml', text: `version: 1\n${batch.text}` }]);
  const { result } = await converge(project(), []);
  world.service.faults.clear();
  const inputs: readonly Input[] = (await batches(world, batch))[0] ?? [];
  const addresses = inputs.map(batch.addressOf);
  const account = batch.held(await world.snapshot());
  const outcomes = addresses.map((address) => result.outcomes.find((one) => one.address === address));
  return { world, project, outcomes, addresses, held: addresses.filter((address) => account.includes(address)) };
}

/** The inputs of each, in their order. */
async function batches({ service }: World, { endpoint }: Batch): Promise<readonly (readonly Input[])[]> {
  return (await service.calls()).filter((call) => call.endpoint === endpoint).map(({ body }) => Object(body).inputs);
}

/** The next apply creates exactly the missing resources. */
async function settles(batch: Batch, { world, project, addresses, held }: Awaited<ReturnType<typeof applied>>) {
  const before = (await batches(world, batch)).length;
  const { result } = await converge(project(), []);
  expect(result.summary).toMatchObject({ failed: 0, uncertain: 0, skipped: 0 });
  const sent = (await batches(world, batch)).slice(before).flatMap((inputs) => inputs.map(batch.addressOf));
  expect(sent.filter((address) => held.includes(address))).toEqual([]);
  expect(batch.held(await world.snapshot())).toEqual(expect.arrayContaining(addresses));
  const plan = await project().plan();
  expect([plan.calls, plan.adopt, plan.open ?? []]).toEqual([[], [], []]);
}

describe.each([PROPERTIES, LIMITS])('a batch of $endpoint', (batch) => {
  it.each([1, 2, 3, 4].flatMap((input) => [undefined, 500, 502].map((status) => ({ input, status }))))(
    'that breaks before input $input, status $status, is completed by the next apply',
    async ({ input, status }) => {
      const ended = await applied(batch, { do: 'batch-break', input, status });
      const { addresses, held, outcomes } = ended;
      expect(addresses).toHaveLength(3);
      expect(held).toEqual(addresses.slice(0, input - 1));
      // A relay that answers with 502 may still have the call under way.
      const missing = status === 502 ? 'uncertain' : 'failed';
      expect(outcomes.map((outcome) => outcome?.status)).toEqual(
        addresses.map((address) => (held.includes(address) ? 'applied' : missing)),
      );
      await settles(batch, ended);
    },
  );

  it.each([1, 2, 3].flatMap((input) => [undefined, 200].map((status) => ({ input, status }))))(
    'in which input $input is refused, with status $status, fails it alone and says why',
    async ({ input, status }) => {
      const ended = await applied(batch, { do: 'batch-refuse', input, status });
      const { addresses, held, outcomes } = ended;
      expect(held).toEqual(addresses.filter((_, index) => index !== input - 1));
      expect(outcomes.map((outcome) => outcome?.status)).toEqual(
        addresses.map((address) => (held.includes(address) ? 'applied' : 'failed')),
      );
      expect(outcomes[input - 1]?.message).toContain('A fault rule refuses this input.');
      await settles(batch, ended);
    },
  );
});

it('a partly ignored update has failed and is planned again', async () => {
  const world = await aWorld('dated');
  worlds.push(world);
  const labelled = (label: string) => {
    const tier = `tier: { label: ${label}, description: Where they stand, type: string, fieldType: text }`;
    const text = `objects: { contacts: { groups: { contactinformation: { properties: { ${tier} } } } } }`;
    return world.reconciler([{ path: 'trueup.yaml', text: `version: 1\n${text}` }]);
  };
  await converge(labelled('Tier'), []);
  world.service.faults.add({ do: 'ignore', endpoint: 'updateDatedProperty', member: 'label' });
  const { result } = await converge(labelled('Rank'), []);
  expect(result.outcomes).toMatchObject([{ address: 'property:contacts/tier', status: 'failed' }]);
  const plan = await labelled('Rank').plan();
  expect(plan.changes).toMatchObject([{ action: 'update', fields: [{ before: 'Tier', after: 'Rank' }] }]);
  expect((await converge(labelled('Rank'), [])).result.summary).toMatchObject({ applied: 1, failed: 0 });
});
