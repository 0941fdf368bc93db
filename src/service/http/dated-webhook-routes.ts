/** The routes of webhook subscriptions and settings on the dated surface (interface 11.5). */

import {
  deleteSubscription,
  deleteWebhookSettings,
  listSubscriptions,
  readSubscription,
  readWebhookSettings,
  setWebhookSettings,
  updateSubscription,
  updateSubscriptions,
} from '../handlers/dated-webhooks.ts';
import { route } from './route.ts';

export const DATED_WEBHOOK_ROUTES = {
  listSubscriptions: route('listSubscriptions', listSubscriptions),
  readSubscription: route('readSubscription', readSubscription),
  updateSubscription: route('updateSubscription', updateSubscription),
  deleteSubscription: route('deleteSubscription', deleteSubscription),
  updateSubscriptions: route('updateSubscriptions', updateSubscriptions),
  readWebhookSettings: route('readWebhookSettings', readWebhookSettings),
  setWebhookSettings: route('setWebhookSettings', setWebhookSettings),
  deleteWebhookSettings: route('deleteWebhookSettings', deleteWebhookSettings),
};
