/** The webhooks file of a project app, made of declared subscriptions: which list each belongs to, and which have no place in it. */

import type { z } from 'zod';
import { canonicalObjectType, objectTypeOfPrefix } from '../../contract/object-types.ts';
import { SubscriptionCreate } from '../../contract/webhooks.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';

interface Subscription {
  readonly subscriptionType: string;
  readonly objectType?: string;
  readonly propertyName?: string;
  readonly active: boolean;
}

/** Contents of the file, as the vendor documents it. */
interface WebhooksFile {
  readonly uid: string;
  readonly type: 'webhooks';
  readonly config: {
    readonly settings: Omit<WebhookSettings, 'uid'>;
    readonly subscriptions: Readonly<Record<(typeof LISTS)[number], readonly Subscription[]>>;
  };
}

export interface WebhookSettings {
  readonly uid: string;
  readonly targetUrl: string;
  readonly maxConcurrentRequests: number;
}

/** A subscription that the file cannot hold. */
export interface NotExported {
  readonly address: Address;
  readonly reason: string;
}

const LISTS = ['crmObjects', 'legacyCrmObjects', 'hubEvents'] as const;
type Placed = { readonly list: (typeof LISTS)[number]; readonly entry: Subscription } | { readonly reason: string };

/** `resources`: subscriptions of one app. */
export function webhooksFile(
  resources: readonly DesiredResource[],
  { uid, targetUrl, maxConcurrentRequests }: WebhookSettings,
): { readonly file: WebhooksFile; readonly notExported: readonly NotExported[] } {
  const placed = resources.map(({ address, spec }) => ({ address, ...placeSubscription(Spec.parse(spec)) }));
  const [crmObjects = [], legacyCrmObjects = [], hubEvents = []] = LISTS.map((list) =>
    placed.flatMap((subscription) =>
      'list' in subscription && subscription.list === list ? [subscription.entry] : [],
    ),
  );
  return {
    file: {
      uid,
      type: 'webhooks',
      config: {
        settings: { targetUrl, maxConcurrentRequests },
        subscriptions: { crmObjects, legacyCrmObjects, hubEvents },
      },
    },
    notExported: placed.flatMap((subscription) =>
      'reason' in subscription ? [{ address: subscription.address, reason: subscription.reason }] : [],
    ),
  };
}

const Spec = SubscriptionCreate().loose();

/** Types whose name in the file is known. */
const OBJECTS = ['contact', 'company', 'deal', 'ticket', 'product', 'line_item'] as const;

function placeSubscription({ eventType, active, propertyName, objectTypeId }: z.infer<typeof Spec>): Placed {
  const [prefix = '', suffix = ''] = eventType.split('.');
  const entry = { subscriptionType: eventType, ...(propertyName === undefined ? {} : { propertyName }), active };
  if (prefix === 'object') {
    const type = canonicalObjectType(objectTypeId ?? '');
    const objectType = OBJECTS.find((name) => objectTypeOfPrefix(name) === type);
    if (objectType === undefined) {
      return { reason: `It is not known how the file names the object type ${objectTypeId ?? ''}.` };
    }
    const { subscriptionType, ...others } = entry;
    return { list: 'crmObjects', entry: { subscriptionType, objectType, ...others } };
  }
  if (prefix === 'conversation' || suffix === 'privacyDeletion') return { list: 'hubEvents', entry };
  if (OBJECTS.some((name) => name === prefix)) return { list: 'legacyCrmObjects', entry };
  return { reason: `No list of the file takes ${eventType}.` };
}
