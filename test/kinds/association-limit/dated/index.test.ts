import { associationLimit as on } from '../../../../src/kinds/association-limit/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';
import { batchReply } from '../documented/batch-reply.ts';

const associationLimit = on('dated', NO_NAMES);

describeKind({
  kind: associationLimit,
  surface: 'dated',
  captured: { from: 'contact', to: '0-2', category: 'HUBSPOT_DEFINED', typeId: 279, maxToObjectIds: 1 },
  address: 'association-limit:contacts/companies/SERVICE_DEFINED/279',
  reply: batchReply,
});
