import { property as on } from '../../../../src/kinds/property/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';
import { capturedDated } from '../example.ts';

describeKind({
  kind: on('dated', NO_NAMES),
  surface: 'dated',
  captured: capturedDated,
  address: 'property:contacts/loyaltytier',
  reply: (call) => ({ ...Object(call.body), archived: false, updatedAt: '2026-10-01T08:00:00Z' }),
});
