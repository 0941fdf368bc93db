import { eventDefinitionProperty as on } from '../../../../src/kinds/event-definition-property/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';

const eventDefinitionProperty = on('documented', NO_NAMES);

describeKind({
  kind: eventDefinitionProperty,
  captured: {
    eventName: 'order_placed',
    name: 'channel',
    label: 'Channel',
    type: 'enumeration',
    fieldType: 'select',
    description: 'Where it was ordered',
    options: [{ value: 'web', label: 'Web' }],
  },
  address: 'event-definition-property:order_placed/channel',
  reply: (call) => ({ ...Object(call.body), archived: false, createdUserId: '42' }),
});
