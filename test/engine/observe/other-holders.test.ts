/** Tests of holders that the list finds: each is seen once for any pages, and an endless list shows none. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadCall, Reader } from '../../../src/contract/calls.ts';
import type { Looked } from '../../../src/engine/observe/near.ts';
import { otherHolders } from '../../../src/engine/observe/other-holders.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { NO_NAMES } from '../../../src/model/account-names.ts';

const kinds = listKinds('dated', NO_NAMES);
const kind = kinds.find(({ name }) => name === 'event-definition-property');

const event = (name: string, more: object = {}) => ({
  ...{ id: name, name, fullyQualifiedName: `pe1001_${name}`, objectTypeId: `6-${name}`, labels: { singular: name } },
  ...{ archived: false, associations: [], properties: [], ...more },
});

/** Answers the list with the page that `after` asks for. */
function aReader(pageOf: (after: string | undefined) => object) {
  const calls: ReadCall[] = [];
  const reader = {
    read: async (call: ReadCall) => {
      calls.push(call);
      return { value: pageOf(call.query?.['after']) };
    },
  } as unknown as Reader;
  return { reader, calls };
}

const named = (name: string): Looked => {
  const call = { endpoint: 'readEventDefinition', params: { eventName: name } } as const;
  const read = { call, covers: [], kinds: kind === undefined ? [] : [kind] };
  return [
    [
      read,
      { path: '', calls: 1, refused: [], result: { call, value: event(name.replace(/^pe1001_/, '')), others: [] } },
    ],
  ];
};
const namesOf = ({ looked }: { readonly looked: Looked }) => looked.map(([{ call }]) => call.params['eventName']);

test('an endless list has no holders, and reading stops after a hundred pages', async () => {
  let page = 0;
  const { reader, calls } = aReader(() => {
    page += 1;
    return { total: 1, results: [event(`e${page}`)], paging: { next: { after: String(page) } } };
  });
  const found = await otherHolders(kinds, [], { reader });
  expect([namesOf(found), [...found.entire], calls.length]).toEqual([[], [], 100]);
});

test('each event is listed once, except those that were read by name', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('', 'pe1001_'),
      async (names, size, prefix) => {
        const { reader, calls } = aReader((after) => {
          const from = after === undefined ? 0 : names.indexOf(after) + 1;
          const results = names.slice(from, from + size).map((name) => event(name));
          const next = from + size < names.length ? { paging: { next: { after: names[from + size - 1] } } } : {};
          return { total: names.length, results, ...next };
        });
        const [first = 'none', ...others] = names;
        const found = await otherHolders(kinds, named(prefix + first), { reader });
        expect([namesOf(found), found.reads]).toEqual([others, Math.max(1, Math.ceil(names.length / size))]);
        expect(calls).toHaveLength(found.reads);
        expect([...found.entire]).toEqual(['event-definition-property']);
      },
    ),
  );
});

test('archived events, and those of the service, are left out', async () => {
  const others = [event('gone', { archived: true }), event('visit', { fullyQualifiedName: 'e_visited_page' })];
  const { reader } = aReader(() => ({ total: 3, results: [...others, event('mine')] }));
  expect(namesOf(await otherHolders(kinds, [], { reader }))).toEqual(['mine']);
});

test('a list with a circular page reference has no holders', async () => {
  const { reader, calls } = aReader(() => ({ total: 9, results: [event('a')], paging: { next: { after: 'a' } } }));
  const found = await otherHolders(kinds, [], { reader });
  expect([namesOf(found), [...found.entire], calls.length]).toEqual([[], [], 2]);
});
