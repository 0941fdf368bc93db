/** The spec of a webhook subscription: its place in the YAML, its identity, and its checks. */

import { z } from 'zod';
import { APP_ID, APP_ID_ERROR } from '../../contract/app-ids.ts';
import { defined } from '../../contract/defined.ts';
import { eventMeanings } from '../../contract/meanings.ts';
import { HELD_NAME } from '../../contract/names.ts';
import {
  canonicalObjectType,
  findObjectTypeId,
  isStandardObjectType,
  OBJECT_TYPE_ID,
  objectTypeOfPrefix,
  saysOwnType,
} from '../../contract/object-types.ts';
import { createParser } from '../../contract/parse-with.ts';
import { EVENT_TYPES } from '../../contract/webhooks.ts';
import type { AccountNames } from '../../model/account-names.ts';
import { type Address, formatAddress, parseAddress } from '../../model/address.ts';
import type { FieldHint } from '../../model/field-rule.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Level, SpecIssue } from '../../model/kind.ts';
import { unusualNameIssues } from '../text-issues.ts';

const app = {
  appId: z.union([z.int().positive(), z.string().regex(APP_ID, { error: APP_ID_ERROR })]).register(z.globalRegistry, {
    description: 'Id of the app to notify. Its subscriptions count for all its accounts.',
    examples: [2001],
  }),
};

const owned = {
  eventType: z.enum(EVENT_TYPES).register(z.globalRegistry, {
    description: 'Event to notify the app about.',
    enumDescriptions: eventMeanings(EVENT_TYPES),
    examples: ['contact.propertyChange'],
  }),
  active: z.boolean().default(true).register(z.globalRegistry, {
    description: 'True: notifications are sent. Only the dated surface can change it later.',
  }),
  propertyName: z
    .string()
    .regex(HELD_NAME, { error: 'expected the internal name of a property' })
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Watched property. Required for propertyChange events, not allowed for others.',
      examples: ['loyaltytier'],
    }),
  objectTypeId: z
    .string()
    .regex(OBJECT_TYPE_ID, { error: ({ input }) => noTypeId(String(input)) })
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Object type id. Required for object.* events. Part of the identity.',
      examples: ['2-3451'],
    }),
  eventTypeName: z
    .string()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Display name of the event type, for event.completed. Part of the identity.',
      examples: ['Order placed'],
    }),
};

export const levels: readonly Level[] = [
  {
    key: 'webhooks',
    each: 'item',
    fields: app,
    identity: { fields: ['appId'], of: ({ appId }) => (appId === undefined ? undefined : String(appId)) },
    about: 'Apps and their webhook subscriptions.',
  },
  {
    key: 'subscriptions',
    each: 'item',
    fields: owned,
    identity: { fields: ['eventType', 'objectTypeId', 'propertyName', 'eventTypeName'], of: buildSubscriptionKey },
    about: 'Webhook subscriptions of the app.',
  },
];

/** Comparison of the fields, on each surface. */
export const FIELD_HINTS: Readonly<Record<string, FieldHint>> = {
  active: { compare: 'exact' },
  eventTypeName: { compare: 'text' },
};

const Declared = z.object({ ...app, ...owned });
const declaredOf = createParser(Declared);
export type WebhookSubscriptionSpec = Readonly<Omit<z.infer<typeof Declared>, 'appId'>> & { readonly appId: string };

export function buildSpec(captured: Fields): WebhookSubscriptionSpec {
  const declared = declaredOf(captured);
  return { ...declared, appId: String(declared.appId) };
}

/** Names of the identifying members of a subscription, the same in files and in replies. */
export interface SubscriptionIdentity {
  readonly appId: string;
  readonly eventType: string;
  readonly objectTypeId?: string | undefined;
  readonly propertyName?: string | undefined;
  readonly eventTypeName?: string | undefined;
}

/** Placeholder for an object type that is not declared, if a name follows. */
const NO_TYPE = '-';

/**
 * App, event type, object type and property identify a subscription (assumption A11). A custom event also needs its name, because an object
 * type can have several custom events (surface dated, 6).
 */
export function addressOfSubscription(identity: SubscriptionIdentity): Address {
  const { appId, eventType, objectTypeId, propertyName, eventTypeName } = identity;
  const type = saysOwnType(eventType, objectTypeId) ? undefined : objectTypeId;
  if (isCustomEvent(eventType) && eventTypeName)
    return formatAddress('webhook-subscription', appId, eventType, type ?? NO_TYPE, eventTypeName);
  return formatAddress('webhook-subscription', ...[appId, eventType, type ?? [], propertyName ?? []].flat());
}

function isCustomEvent(eventType: string): boolean {
  return splitEventType(eventType)[0] === 'event';
}

/** Returns the same text for all items of a list that describe the same subscription. */
function buildSubscriptionKey({ eventType, objectTypeId, propertyName, eventTypeName }: Fields): string | undefined {
  if (typeof eventType !== 'string') return undefined;
  const text = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
  const watched = {
    ...{ eventType, objectTypeId: text(objectTypeId) },
    ...{ propertyName: text(propertyName), eventTypeName: text(eventTypeName) },
  };
  return parseAddress(addressOfSubscription({ appId: 'app', ...watched }))
    ?.parts.slice(1)
    .join('/');
}

export function appOfSubscription(address: Address): string {
  return parseAddress(address)?.parts[0] ?? '';
}

/** Returns the identity in an address, without the app. */
export function parseWatched(address: Address): Watched {
  const [, eventType = '', ...rest] = parseAddress(address)?.parts ?? [];
  if (isCustomEvent(eventType)) {
    const [objectTypeId, eventTypeName] = rest;
    return {
      eventType,
      ...defined({ objectTypeId: objectTypeId === NO_TYPE ? undefined : objectTypeId, eventTypeName }),
    };
  }
  const isProperty = splitEventType(eventType)[1] === 'propertyChange';
  return {
    eventType,
    ...defined({ objectTypeId: rest.at(isProperty ? -2 : -1), propertyName: isProperty ? rest.at(-1) : undefined }),
  };
}

type Watched = Omit<SubscriptionIdentity, 'appId'>;

/** Returns the watched property if the object type is known. */
export function listWatchedProperties(spec: Watched, names: AccountNames): readonly Address[] {
  const { objectTypeId, propertyName } = spec;
  const [prefix] = splitEventType(spec.eventType);
  const objectType =
    prefix === 'object' && objectTypeId !== undefined
      ? names.objectTypeOf(canonicalObjectType(objectTypeId))
      : objectTypeOfPrefix(prefix);
  return objectType === undefined || propertyName === undefined
    ? []
    : [formatAddress('property', objectType, propertyName)];
}

/** Checks the members that each event needs or allows (interface 2.8, 6). */
export function check(spec: WebhookSubscriptionSpec): readonly SpecIssue[] {
  const [prefix, suffix] = splitEventType(spec.eventType);
  const { eventType, propertyName, objectTypeId } = spec;
  return [
    ...checkGiven(spec),
    ...checkMember('propertyName', { given: propertyName, needs: suffix === 'propertyChange', eventType }),
    ...checkMember('objectTypeId', { given: objectTypeId, needs: prefix === 'object', eventType }),
  ];
}

export function checkGiven(spec: Partial<WebhookSubscriptionSpec>): readonly SpecIssue[] {
  const { eventType, propertyName, objectTypeId, eventTypeName } = spec;
  if (eventType === undefined) return [];
  const [prefix, suffix] = splitEventType(eventType);
  return [
    ...(propertyName === undefined ? [] : unusualNameIssues('propertyName', propertyName, 'internal')),
    ...superfluous({ given: propertyName, takes: suffix === 'propertyChange', eventType }),
    ...unused('objectTypeId', { given: objectTypeId, uses: ['object', 'event'].includes(prefix), eventType }),
    ...unused('eventTypeName', { given: eventTypeName, uses: prefix === 'event', eventType }),
  ];
}

function checkMember(
  member: string,
  rule: { readonly given: string | undefined; readonly needs: boolean; readonly eventType: string },
): readonly SpecIssue[] {
  if (!rule.needs || rule.given !== undefined) return [];
  return [
    {
      code: 'subscription-member-missing',
      severity: 'error',
      path: ['eventType'],
      message: `A subscription to ${rule.eventType} requires ${member}.`,
      hint: `Declare ${member}, with one subscription for each.`,
    },
  ];
}

/** Only property change events have a property name (interface 6; assumption A40). */
function superfluous(rule: {
  readonly given: string | undefined;
  readonly takes: boolean;
  readonly eventType: string;
}): readonly SpecIssue[] {
  if (rule.takes || rule.given === undefined) return [];
  return [
    {
      code: 'subscription-member-superfluous',
      severity: 'error',
      path: ['propertyName'],
      message: `A subscription to ${rule.eventType} does not take propertyName.`,
      hint: 'Remove propertyName.',
    },
  ];
}

/** Every subscription has these members (interface 2.8), but only some events are known to use them (assumption A40). */
function unused(
  member: string,
  rule: { readonly given: string | undefined; readonly uses: boolean; readonly eventType: string },
): readonly SpecIssue[] {
  if (rule.uses || rule.given === undefined) return [];
  return [
    {
      code: 'subscription-member-unused',
      severity: 'warning',
      path: [member],
      message: `${member} is sent, but a subscription to ${rule.eventType} has no known use for it.`,
      hint: `Remove ${member} unless you need it.`,
    },
  ];
}

/** An app has the same subscriptions for all accounts, but a name can mean another type in each account. Only an id is unambiguous. */
function noTypeId(name: string): string {
  const type = canonicalObjectType(name);
  if (isStandardObjectType(type)) return `expected an object type id; that of ${type} is ${findObjectTypeId(type)}`;
  return 'expected an object type id such as 2-3451, not a name: a subscription belongs to the app, and the id of a custom object differs from account to account. On the dated surface, a list of the object shows its id';
}

function splitEventType(eventType: string): readonly [prefix: string, suffix: string] {
  const [prefix = '', suffix = ''] = eventType.split('.');
  return [prefix, suffix];
}
