import { afterEach, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { aWorld, converge, HUB, type World } from '../laws/world.ts';
import { answering } from './replies.ts';

let world: World;

afterEach(() => world.close());

const tier = { label: 'Tier', type: 'string', fieldType: 'text' };
const files = (name: string) => {
  const objects = { contacts: { groups: { contactinformation: { properties: { [name]: tier } } } } };
  return [{ path: 'trueup.yaml', text: JSON.stringify({ version: 1, objects }) }];
};

/** The service, which stores each new property under a name in capitals. */
function capitalizing(): { readonly transport: Transport } {
  const transport = answering(world.service.transport, async (reply, request) => {
    if (request.method !== 'POST' || reply.status > 201) return reply;
    const { name, ...definition } = JSON.parse(reply.body);
    const admin = world.service.admin(HUB);
    await admin.deleteProperty('contacts', name);
    await admin.addProperty('contacts', { ...JSON.parse(String(request.body)), name: name.toUpperCase() });
    return { ...reply, body: JSON.stringify({ ...definition, name: name.toUpperCase() }) };
  });
  return { transport };
}

test.each(SURFACES)(
  'a name that the service stores in other letters is reported, and blames nobody (%s)',
  async (surface) => {
    world = await aWorld(surface);
    const reconciler = world.reconciler(files('tier'), capitalizing());
    const { result } = await converge(reconciler, []);
    expect(result.outcomes).toMatchObject([
      {
        status: 'failed',
        message: 'The service stored it under another name, "TIER": the account has nothing under the declared name.',
        hint: 'Declare it as TIER.',
      },
    ]);
    expect((await reconciler.ledger.read()).records).toEqual({});
    expect((await world.reconciler(files('TIER')).plan()).changes).toMatchObject([{ action: 'keep' }]);
  },
);
