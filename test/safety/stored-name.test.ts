import { afterEach, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { SURFACES } from '../../src/contract/surfaces.ts';
import { aWorld, converge, HUB, type World } from '../laws/world.ts';

let world: World;

afterEach(() => world.close());

const FILES = [
  {
    path: 'trueup.yaml',
    text: JSON.stringify({
      version: 1,
      objects: {
        contacts: {
          groups: {
            contactinformation: { properties: { tier: { label: 'Tier', type: 'string', fieldType: 'text' } } },
          },
        },
      },
    }),
  },
];

/** The service, which stores each new property under a name in capitals. */
function capitalizing(): { readonly transport: Transport } {
  const { transport } = world.service;
  return {
    transport: {
      ...transport,
      async send(request, options) {
        const reply = await transport.send(request, options);
        if (request.method !== 'POST' || reply.status > 201) return reply;
        const { name, ...definition } = JSON.parse(reply.body);
        const admin = world.service.admin(HUB);
        await admin.deleteProperty('contacts', name);
        await admin.addProperty('contacts', { ...JSON.parse(String(request.body)), name: name.toUpperCase() });
        return { ...reply, body: JSON.stringify({ ...definition, name: name.toUpperCase() }) };
      },
    },
  };
}

test.each(SURFACES)(
  'a name that the service stores in other letters is reported, and blames nobody (%s)',
  async (surface) => {
    world = await aWorld(surface);
    const reconciler = world.reconciler(FILES, capitalizing());
    const { result } = await converge(reconciler, []);
    expect(result.outcomes).toMatchObject([
      {
        status: 'failed',
        message: 'The service stored it under another name, "TIER": the account has nothing under the declared name.',
        hint: 'Declare it as TIER.',
      },
    ]);
    expect((await reconciler.ledger.read()).records).toEqual({});
    const declared = [{ path: 'trueup.yaml', text: FILES[0]?.text.replace('"tier"', '"TIER"') ?? '' }];
    expect((await world.reconciler(declared).plan()).changes).toMatchObject([{ action: 'keep' }]);
  },
);
