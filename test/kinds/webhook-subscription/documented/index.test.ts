import { webhookSubscription as on } from '../../../../src/kinds/webhook-subscription/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import { describeKind } from '../../conformance.ts';

const webhookSubscription = on('documented', NO_NAMES);

const captured = { appId: 2001, active: true, propertyName: 'loyaltytier' };

describeKind({
  kind: webhookSubscription,
  captured: { ...captured, eventType: 'object.propertyChange', objectTypeId: '2-3451' },
  address: 'webhook-subscription:2001/object.propertyChange/2-3451/loyaltytier',
  reply: (call) => ({ ...Object(call.body), id: 77, createdAt: '2026-01-01T00:00:00Z', eventTypeName: null }),
});
