import { propertyGroup } from '../../../src/kinds/property-group/index.ts';
import { describeKind } from '../conformance.ts';

describeKind({
  kind: propertyGroup,
  captured: { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty programme', displayOrder: 2 },
  address: 'property-group:contacts/loyalty',
  reply: (call) => ({ ...Object(call.body), serviceDefined: false, portalId: 1001 }),
});
