import { property as on } from '../../../../src/kinds/property/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';
import { captured, definitionReply } from '../example.ts';

const property = on('documented', NO_NAMES);

describeKind({ kind: property, captured, address: 'property:contacts/loyaltytier', reply: definitionReply });

/** The two-step route passes the same suite. */
describeKind({
  kind: property,
  captured: { ...captured, objectType: 'company', type: 'enumeration', fieldType: 'booleancheckbox' },
  address: 'property:companies/loyaltytier',
  reply: definitionReply,
});
