import { objectSchema as on } from '../../../../src/kinds/object-schema/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';

const kind = on('dated', NO_NAMES);

describeKind({
  kind,
  surface: 'dated',
  captured: {
    objectType: 'boats',
    schema: {
      labels: { singular: 'Boat', plural: 'Boats' },
      description: 'Boats of our customers',
      primaryDisplayProperty: 'boat_name',
      secondaryDisplayProperties: ['length', 'berth'],
      requiredProperties: ['boat_name'],
      searchableProperties: ['berth', 'boat_name'],
    },
  },
  address: 'object-schema:boats',
  reply: ({ body }) => {
    const { clearDescription: _, ...sent } = Object(body);
    return { id: '7', objectTypeId: '2-7', name: 'boats', ...sent };
  },
});
