import { eventDefinitionProperty as on } from '../../../../src/kinds/event-definition-property/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';

describeKind({
  kind: on('dated', NO_NAMES),
  surface: 'dated',
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
  reply: (call) => ({ fieldType: 'select', ...Object(call.body), archived: false, createdUserId: '42' }),
});
