/** The rest of a reviewed plan that was interrupted between two calls, also between those of one change. */

import { expect, test } from 'vitest';
import { isRestOf } from '../../src/engine/shape.ts';
import { planDigest } from '../../src/index.ts';
import { aDatedWorld, type DatedWorld } from './dated-world.ts';

const rules = (validation: string) =>
  `objects: { contacts: { groups: { g: { displayName: G, properties: { p: { label: P, type: string, fieldType: text${validation} } } } } } }\n`;
const stages = (...labels: readonly string[]) =>
  `objects: { deals: { pipelines: { d: { label: D, stages: [${labels
    .map((label, at) => `{ id: s${at}, label: ${label}, probability: ${[0.2, 0.5, 1][at]} }`)
    .join(', ')}] } } } }\n`;
async function countWrites(world: DatedWorld): Promise<number> {
  return (await world.called()).filter((endpoint) => !/^(list|read)/.test(endpoint)).length;
}

/** Applies the reviewed plan until so many writes have been answered, and then its rest. Returns the number of writes. */
async function applyInTwo(start: string | undefined, goal: string, first: number): Promise<number> {
  const world = await aDatedWorld();
  try {
    if (start !== undefined) await world.project(start).apply(await world.project(start).plan());
    await world.called();
    const stop = new AbortController();
    let left = Number.POSITIVE_INFINITY;
    const { transport } = world.service;
    const cut = world.project(goal, {
      signal: stop.signal,
      transport: {
        ...transport,
        async send(request, options) {
          const reply = await transport.send(request, options);
          if (request.method !== 'GET') left -= 1;
          if (left === 0) stop.abort();
          return reply;
        },
      },
    });
    const plan = await cut.plan();
    const reviewed = planDigest(plan);
    left = first;
    await cut.apply(plan, { reviewed }).catch(() => undefined);
    const reconciler = world.project(goal);
    const rest = await reconciler.plan();
    // A fleet compares the shapes of the plans.
    expect(isRestOf(rest, plan)).toBe(true);
    await reconciler.apply(rest, { reviewed });
    const { summary } = await world.project(goal).plan();
    expect([summary.create, summary.update, summary.blocked]).toEqual([0, 0, 0]);
    return await countWrites(world);
  } finally {
    await world.close();
  }
}

test.each([
  ['a new property with rules', undefined, rules(', validation: { MAX_LENGTH: 40, FORMAT: UPPER }'), 4],
  ['rules of a property', rules(''), rules(', validation: { MAX_LENGTH: 40, FORMAT: UPPER, MIN_LENGTH: 2 }'), 3],
  ['the stages of a pipeline', stages('A', 'B', 'C'), stages('X', 'Y', 'Z'), 3],
] as const)('needs no other review: %s', async (_, start, goal, writes) => {
  for (let first = 1; first < writes; first += 1) expect(await applyInTwo(start, goal, first)).toBe(writes);
});
