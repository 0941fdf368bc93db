import { expect, it } from 'vitest';
import { eventDefinitionProperty as on } from '../../../../src/kinds/event-definition-property/index.ts';
import { buildSpec } from '../../../../src/kinds/event-definition-property/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { creating } from '../../desired-changes.ts';

const eventDefinitionProperty = on('documented', NO_NAMES);

const captured = {
  ...{ eventName: 'order_placed', name: 'channel', label: 'Channel', type: 'enumeration' },
  options: [
    { value: 'web', label: 'Web' },
    { value: 'shop', label: 'Shop', displayOrder: 7, hidden: true, description: 'In person' },
  ],
};

it('sends every required member of an option, and expects the declared members', () => {
  const [call] = eventDefinitionProperty.writer.write([creating(eventDefinitionProperty, buildSpec(captured))]).calls;
  expect(call).toMatchObject({ endpoint: 'createEventProperty', params: { eventName: 'order_placed' } });
  expect(call?.body).toEqual({
    ...{ label: 'Channel', type: 'enumeration', name: 'channel' },
    options: [
      { value: 'web', label: 'Web', displayOrder: 0, hidden: false },
      { value: 'shop', label: 'Shop', displayOrder: 7, hidden: true, description: 'In person' },
    ],
  });
  expect(call?.expects).toEqual({
    'event-definition-property:order_placed/channel': {
      label: 'Channel',
      type: 'enumeration',
      options: captured.options,
    },
  });
});

it('omits the options of a property that declares none', () => {
  const { options: _none, ...plain } = { ...captured, type: 'string' };
  const [call] = eventDefinitionProperty.writer.write([creating(eventDefinitionProperty, buildSpec(plain))]).calls;
  expect(call?.body).toEqual({ label: 'Channel', type: 'string', name: 'channel' });
});
