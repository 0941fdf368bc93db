/** Snapshots that hold a part of an account: what they were not asked about is neither missing nor the same. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CompareOperand, type CompareOptions, compare, type Snapshot } from '../../../src/index.ts';
import { exitOfComparison } from '../../../src/report/exit.ts';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, type NamesWorld } from '../observe/names-world.ts';

const property = (name: string) => `${name}: { label: ${name}, type: string, fieldType: text }`;
const TEXT = `objects: { contacts: { groups: { g: { displayName: G, properties: { ${property('aa')}, ${property('bb')} } } } } }\n`;

let world: NamesWorld;
let full: Snapshot;
beforeEach(async () => {
  world = await aNamesWorld();
  await converge(world.reconciler(1001, TEXT), []);
  full = await world.reconciler(1001, TEXT).snapshot();
});
afterEach(() => world.close());

const saved = (snapshot: Snapshot): CompareOperand => ({ source: 'snapshot', snapshot, name: 'saved' });
const taken = (options: Parameters<ReturnType<NamesWorld['reconciler']>['snapshot']>[0]) =>
  world.reconciler(1001, TEXT).snapshot(options);
const others = (): readonly CompareOperand[] => [
  saved(full),
  { source: 'files', reconciler: world.reconciler(1001, TEXT) },
  { source: 'account', reconciler: world.reconciler(1001, TEXT) },
];

async function told(one: CompareOperand, other: CompareOperand, options: CompareOptions = {}) {
  const comparison = await compare(one, other, options);
  const reasons = comparison.notCompared.filter(({ because }) => because === 'not-read').map(({ reason }) => reason);
  return { ...comparison, reasons: new Set(reasons), code: exitOfComparison(comparison) };
}

test('what a snapshot was not asked about is not missing in it', async () => {
  const narrow = saved(await taken({ patterns: ['property:contacts/a*'] }));
  for (const other of others()) {
    const { resources, notCompared, reasons, code, complete } = await told(narrow, other);
    expect([resources, code, complete]).toEqual([[], 1, false]);
    expect(reasons).toContain('saved was narrowed to property:contacts/a*.');
    const bb = notCompared.find(({ addresses }) => addresses.includes('property:contacts/bb'));
    expect(bb).toMatchObject({ kind: 'property', side: 'left', because: 'not-read' });
    const back = await told(other, narrow);
    expect([back.resources, back.code, back.complete]).toEqual([[], 1, false]);
  }
});

test.each<[object, string, CompareOptions, CompareOptions]>([
  [{ patterns: ['property'] }, 'saved was not asked about it.', { kinds: ['property'] }, { kinds: ['property-group'] }],
  [
    { patterns: ['property:contacts/a*'] },
    'saved was narrowed to property:contacts/a*.',
    { patterns: ['property:contacts/aa', 'property:contacts/a*b'] },
    { patterns: ['property:contacts/*a'] },
  ],
  [
    { objects: ['companies'] },
    'Nobody looked at contacts in saved.',
    { objects: ['companies'] },
    { kinds: ['property'] },
  ],
])(
  'a comparison with a snapshot of %j ends with 0 only where it is narrowed alike',
  async (scope, why, alike, wider) => {
    const narrow = await taken(scope);
    for (const other of others()) {
      const whole = await told(saved(narrow), other);
      expect([whole.resources, whole.code, whole.complete]).toEqual([[], 1, false]);
      expect(whole.reasons).toContain(why);
      expect((await told(saved(narrow), other, wider)).code).toBe(1);
      const within = await told(saved(narrow), other, alike);
      expect([within.resources, [...within.reasons], within.code]).toEqual([[], [], 0]);
    }
    const itself = await told(saved(narrow), saved(narrow));
    expect([itself.resources, [...itself.reasons], itself.code]).toEqual([[], [], 0]);
  },
);

test('whole snapshots are asked about the same as the account and the files', async () => {
  for (const other of others()) expect((await told(saved(full), other)).reasons).toEqual(new Set());
});

test('what somebody added after a narrowed snapshot is only on the other side', async () => {
  const narrow = saved(await taken({ patterns: ['property:contacts/a*'] }));
  await converge(world.reconciler(1001, TEXT.replace('aa:', `${property('ab')}, aa:`)), []);
  const other = { source: 'account', reconciler: world.reconciler(1001, TEXT) } as const;
  const { resources } = await told(narrow, other, { patterns: ['property:contacts/a*'] });
  expect(resources.map(({ address, status }) => [address, status])).toEqual([['property:contacts/ab', 'only-right']]);
});
