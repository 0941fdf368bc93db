import { eventDefinitionProperty as on } from '../../../../src/kinds/event-definition-property/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';
import { CHANNEL } from '../example.ts';

describeKind({
  kind: on('dated', NO_NAMES),
  surface: 'dated',
  ...CHANNEL,
  reply: (call) => ({ fieldType: 'select', ...Object(call.body), archived: false, createdUserId: '42' }),
});
