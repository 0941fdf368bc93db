import { expect, it } from 'vitest';
import { eventDefinitionProperty as on } from '../../../../src/kinds/event-definition-property/index.ts';
import { buildSpec } from '../../../../src/kinds/event-definition-property/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating, removing, updating } from '../../desired-changes.ts';

const kind = on('dated', NO_NAMES);
const address = 'event-definition-property:order_placed/channel';
const spec = buildSpec({
  ...{ eventName: 'order_placed', name: 'channel', label: 'Channel', type: 'enumeration', fieldType: 'select' },
  options: [
    { value: 'web', label: 'Web' },
    { value: 'shop', label: 'Shop', displayOrder: 7, hidden: true },
  ],
});
const options = [
  { value: 'web', label: 'Web', displayOrder: 0, hidden: false },
  { value: 'shop', label: 'Shop', displayOrder: 7, hidden: true },
];

it('creates an event property and expects the declared field type', () => {
  const [call] = kind.writer.write([creating(kind, spec)]).calls;
  expect(call).toMatchObject({ endpoint: 'createDatedEventProperty', params: { eventName: 'order_placed' } });
  expect(call?.body).toEqual({ label: 'Channel', type: 'enumeration', options, name: 'channel' });
  expect(call?.expects).toMatchObject({ [address]: { fieldType: 'select' } });
});

it('blocks a create with a field type other than the default', () => {
  expect(kind.writer.write([creating(kind, { ...spec, fieldType: 'radio' })])).toEqual({
    calls: [],
    blocked: [
      {
        address,
        because: 'no-endpoint',
        reason: 'A new event property gets the fieldType that goes with its type: select for enumeration, not radio.',
        section: '11.6',
      },
    ],
  });
});

it.each(['dated', 'documented'] as const)(
  'blocks a create whose name the service would normalize, on %s',
  (surface) => {
    const { writer } = on(surface, NO_NAMES);
    const { calls, blocked } = writer.write([creating(kind, { ...spec, name: 'Channel' })]);
    expect(calls).toEqual([]);
    expect(blocked).toMatchObject([
      { because: 'no-endpoint', reason: expect.stringContaining('A new event property cannot be called "Channel"') },
    ]);
  },
);

it('sends what changes and nothing else, with every member that an option needs', () => {
  const sent = (...changed: string[]) => kind.writer.write([updating(kind, spec, changed)]).calls[0];
  expect(sent('label')).toMatchObject({
    endpoint: 'updateDatedEventProperty',
    params: { eventName: 'order_placed', propertyName: 'channel' },
    body: { label: 'Channel' },
    writes: ['label'],
  });
  expect(sent('label')?.body).toEqual({ label: 'Channel' });
  expect(sent('options')?.body).toEqual({ options });
});

it('cannot change the type or the field type', () => {
  const fixed = Object.entries(kind.fields).filter(([, rule]) => !rule.mutable);
  expect(fixed.map(([name]) => name)).toEqual(['type', 'fieldType']);
});

it('deletes it by its name, and needs consent for that', () => {
  expect(kind.writer.remove).toEqual({ risk: 'event-property-removal' });
  const [call] = kind.writer.write([removing(kind, spec)]).calls;
  expect(call).toMatchObject({
    endpoint: 'deleteDatedEventProperty',
    params: { eventName: 'order_placed', propertyName: 'channel' },
    expects: { [address]: null },
  });
  expect(call && kind.writer.settle(call, call.covers, undefined)).toEqual([{ address, status: 'applied' }]);
});
