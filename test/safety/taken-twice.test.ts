/** A service that would take a second subscription like the first: whatever becomes of the reply, there is never a second one. */

import { afterEach, expect, it } from 'vitest';
import type { Surface } from '../../src/contract/surfaces.ts';
import type { FaultRule } from '../../src/service/index.ts';
import { aWorld, converge, type World } from '../laws/world.ts';

let world: World | undefined;
afterEach(() => world?.close());

const TEXT = `version: 1
webhooks: [{ appId: 2001, subscriptions: [{ eventType: contact.creation, active: true }] }]
`;

/** Not a 429: it says that the call was not made. */
const LOST: readonly FaultRule[] = [
  { do: 'drop-after' },
  { do: 'half-reply' },
  { do: 'not-json' },
  { do: 'status-after-commit', status: 500 },
  { do: 'status-after-commit', status: 503, retryAfter: 1 },
];

const CASES = (['documented', 'dated'] as const).flatMap((surface) => LOST.map((fault) => ({ surface, fault })));

it.each(CASES)('on $surface, after $fault', async ({ surface, fault }: { surface: Surface; fault: FaultRule }) => {
  world = await aWorld(surface);
  const { service } = world;
  const endpoint = 'createSubscription';
  service.faults.add({ do: 'duplicate', endpoint, times: 'always' });
  service.faults.add({ ...fault, endpoint, times: 'always' });
  for (let run = 0; run < 3; run += 1) {
    const project = world.reconciler([{ path: 'trueup.yaml', text: TEXT }]);
    await converge(project, []).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
    expect((await world.snapshot()).subscriptions).toHaveLength(1);
    if (run === 1) service.faults.clear();
  }
  expect((await service.calls()).filter((call) => call.endpoint === endpoint && call.committed)).toHaveLength(1);
});
