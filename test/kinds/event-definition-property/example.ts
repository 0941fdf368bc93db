/** A property of an event with as many fields as go together. */

export const CHANNEL = {
  address: 'event-definition-property:order_placed/channel',
  captured: {
    eventName: 'order_placed',
    name: 'channel',
    label: 'Channel',
    type: 'enumeration',
    fieldType: 'select',
    description: 'Where it was ordered',
    options: [{ value: 'web', label: 'Web' }],
  },
};
