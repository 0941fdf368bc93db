import { eventDefinitionProperty as on } from '../../../../src/kinds/event-definition-property/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';
import { CHANNEL } from '../example.ts';

const eventDefinitionProperty = on('documented', NO_NAMES);

describeKind({
  kind: eventDefinitionProperty,
  ...CHANNEL,
  reply: (call) => ({ ...Object(call.body), archived: false, createdUserId: '42' }),
});
