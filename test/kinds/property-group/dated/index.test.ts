import { propertyGroup as on } from '../../../../src/kinds/property-group/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';

describeKind({
  kind: on('dated', NO_NAMES),
  surface: 'dated',
  captured: { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty programme', displayOrder: 2 },
  address: 'property-group:contacts/loyalty',
  reply: (call) => ({ ...Object(call.body), archived: false }),
});
