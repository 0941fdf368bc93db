/**
 * Defines a complete call of each endpoint of event definitions on the dated surface, and the definitions that it
 * needs.
 */

const OPTION = { label: 'Gold', value: 'gold', description: 'The best', displayOrder: 0, hidden: false };
const GIVEN = { label: 'At', description: 'When', options: [OPTION] };
const CARRIER = { eventName: 'shipped', propertyName: 'carrier' };

export const DATED_EVENT_SAMPLES = {
  listEventDefinitions: {
    query: { limit: '10', includeProperties: 'true', searchString: 'SHIP', sortOrder: 'ASC' },
  },
  readEventDefinition: { params: { eventName: 'shipped' } },
  createEventDefinition: {
    body: {
      label: 'Refund',
      includeDefaultProperties: false,
      propertyDefinitions: [{ ...GIVEN, name: 'at', type: 'enumeration' }],
      name: 'refund',
      description: 'Money back',
      primaryObject: 'CONTACT',
    },
  },
  updateEventDefinition: { params: { eventName: 'shipped' }, body: { label: 'Sent', description: 'Left the house' } },
  deleteEventDefinition: { params: { eventName: 'shipped' } },
  createDatedEventProperty: {
    params: { eventName: 'shipped' },
    body: { ...GIVEN, name: 'at', type: 'enumeration' },
  },
  updateDatedEventProperty: { params: CARRIER, body: GIVEN },
  deleteDatedEventProperty: { params: CARRIER },
} as const;

/** A property that the definition `shipped` has. */
export const CARRIERS = [{ name: 'carrier', label: 'Carrier', type: 'enumeration' as const, options: [OPTION] }];
