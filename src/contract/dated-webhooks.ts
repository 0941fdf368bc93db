/** Bodies and replies of webhook subscriptions and settings on the dated surface (interface 11.5). */

import { z } from 'zod';
import { LimitBatchReply } from './association-limits.ts';
import { lazy } from './lazy.ts';
import { onePage } from './one-page.ts';
import { flag, integer, text } from './shapes.ts';
import { Subscription } from './webhooks.ts';

/** All subscriptions of the app, in one page. */
export const Subscriptions = lazy(() => onePage(z.array(Subscription())));

/** Only `active` can be updated. For other changes, a subscription is deleted and created again. */
export const SubscriptionUpdate = lazy(() => z.strictObject({ active: flag }));

/** Ids are numbers here, although replies give them as strings. */
export const SubscriptionsUpdate = lazy(() =>
  z.strictObject({
    inputs: z.array(z.strictObject({ id: integer, active: flag })).min(1),
  }),
);

/** A partial success (207) adds numErrors and errors, as in a batch of limits. */
export const SubscriptionBatchReply = lazy(() => LimitBatchReply().extend({ results: z.array(Subscription()) }));

export const WebhookSettings = lazy(() =>
  z.strictObject({
    targetUrl: z.string().min(1),
    throttling: z.strictObject({ maxConcurrentRequests: integer }),
  }),
);

export const WebhookSettingsReply = lazy(() =>
  z.looseObject({
    targetUrl: text,
    throttling: z.looseObject({ maxConcurrentRequests: integer }),
  }),
);
