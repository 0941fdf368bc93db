import { expect, it } from 'vitest';
import { reader } from '../../../../src/kinds/event-definition-property/dated/read.ts';

it('shows who changed a property of an event, and when', () => {
  const times = { updatedAt: '2026-10-01T08:00:00.000Z', updatedUserId: '42' };
  const property = { name: 'channel', label: 'Channel', type: 'string', ...times };
  const call = { endpoint: 'readEventDefinition', params: { eventName: 'visit' } } as const;
  const reply = {
    ...{ id: '1', name: 'visit', fullyQualifiedName: 'pe1_visit', objectTypeId: '6-1', labels: { singular: 'Visit' } },
    ...{ archived: false, associations: [], properties: [property] },
  };
  expect(reader.interpret(call, reply, { calls: [], others: [], covers: [] })).toMatchObject([
    { changedAt: times.updatedAt, changedBy: '42' },
  ]);
});
