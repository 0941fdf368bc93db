import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunEvent } from '../../src/model/event.ts';
import { NOTHING, type Schema, textProperty } from '../laws/schema.ts';
import { aWorld, type World } from '../laws/world.ts';

const TWO: Schema = {
  ...NOTHING,
  properties: [textProperty('one'), textProperty('two')],
  subscriptions: [{ eventType: 'contact.creation', active: true }],
};

let world: World;
beforeEach(async () => {
  world = await aWorld();
});
afterEach(() => world.close());

test.each([
  [
    'throws',
    () => {
      throw new Error('The listener is broken.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The listener is broken.'))],
])('a listener that %s at every event changes nothing about a run', async (_, listener: () => unknown) => {
  const seen: RunEvent['type'][] = [];
  const ann = world.reconciler(TWO, {
    onEvent: (event) => {
      seen.push(event.type);
      return listener() as undefined;
    },
  });
  const result = await ann.apply(await ann.plan());
  expect(result.summary).toMatchObject({ applied: 3, uncertain: 0 });
  expect(result.open).toBeUndefined();
  expect(new Set(seen)).toEqual(
    new Set([
      'account-check',
      'read-start',
      'read-done',
      'apply-start',
      'call-start',
      'call-done',
      'check-start',
      'outcome',
    ]),
  );
  expect((await world.reconciler(TWO).plan()).calls).toEqual([]);
});
