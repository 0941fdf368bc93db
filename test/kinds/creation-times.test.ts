/** Replies say when something was made; what is read of them stands beside the resources, and in none of them. */

import { describe, expect, it } from 'vitest';
import type { ReadCall } from '../../src/contract/calls.ts';
import { reader as events } from '../../src/kinds/event-definition-property/dated/read.ts';
import { readerFor } from '../../src/kinds/property/dated/read.ts';
import { reader as documented } from '../../src/kinds/property/documented/read.ts';
import { NO_NAMES } from '../../src/model/account-names.ts';
import type { KindReader } from '../../src/model/kind-reader.ts';

const AT = '2026-09-01T08:00:00.000Z';
const tier = { name: 'tier', label: 'Tier', type: 'string', fieldType: 'text', groupName: 'g' };
const property = { ...tier, description: '', options: [] };
const visit = {
  ...{ id: '1', name: 'visit', fullyQualifiedName: 'pe1_visit', objectTypeId: '6-1', labels: { singular: 'Visit' } },
  ...{ archived: false, associations: [] },
};

const readers: readonly (readonly [string, KindReader, ReadCall, (...rows: readonly object[]) => unknown, unknown])[] =
  [
    [
      'a property on the dated surface',
      readerFor(NO_NAMES),
      { endpoint: 'listDatedProperties', params: { object_type: '0-1' } },
      (...rows) => ({ results: rows.map((row) => ({ ...property, ...row })) }),
      '2026-09-01T08:00:00Z',
    ],
    [
      'a property on the documented surface',
      documented,
      { endpoint: 'listProperties', params: { objectType: 'contacts' } },
      (...rows) => rows.map((row) => ({ ...property, ...row })),
      Date.parse(AT),
    ],
    [
      'a property of an event',
      events,
      { endpoint: 'readEventDefinition', params: { eventName: 'visit' } },
      (...rows) => ({ ...visit, properties: rows.map((row) => ({ ...tier, ...row })) }),
      AT,
    ],
  ];

describe.each(readers)('%s', (_, reader, call, reply, createdAt) => {
  it('is read with its time of creation, where the reply says it', () => {
    const times = [...(reader.createdIn?.(call, reply({ createdAt }, { name: 'other' })) ?? [])];
    expect(times).toEqual([[expect.stringMatching(/tier$/), AT]]);
  });

  it('is the same resource whatever that time is', () => {
    expect(reader.interpret(call, reply({ createdAt }))).toEqual(reader.interpret(call, reply({})));
  });
});

it('what is archived says nothing of what exists under its name', () => {
  const { createdIn } = readerFor(NO_NAMES);
  const row = { ...property, createdAt: AT, archived: true };
  const call = { endpoint: 'listDatedProperties', params: { object_type: '0-1' } } as const;
  expect(createdIn?.(call, { results: [row] })).toEqual(new Map());
});
