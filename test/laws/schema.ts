/** Defines the content of a random project as flat lists, and the documents that declare it. */

import type { Option, Tombstone } from '../../src/model/option.ts';

export interface GroupDecl {
  readonly objectType: string;
  readonly name: string;
  readonly displayName: string;
  readonly displayOrder?: number;
}

export interface PropertyDecl {
  readonly objectType: string;
  readonly groupName: string;
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly description?: string;
  readonly options?: readonly Option[];
  readonly displayOrder?: number;
  readonly formField?: boolean;
  readonly optionsMode?: 'merge' | 'exact';
  readonly retire?: readonly Tombstone[];
}

/** A line of text in a group of contacts. */
export function textProperty(name: string, groupName = 'contactinformation'): PropertyDecl {
  return { objectType: 'contacts', groupName, name, label: name, type: 'string', fieldType: 'text' };
}

export interface SubscriptionDecl {
  readonly eventType: string;
  readonly active: boolean;
  readonly propertyName?: string;
  readonly objectTypeId?: string;
}

export interface EventPropertyDecl {
  readonly eventName: string;
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly description?: string;
  readonly options?: readonly Option[];
}

export interface LimitDecl {
  readonly from: string;
  readonly to: string;
  readonly category: string;
  readonly typeId: number;
  readonly maxToObjectIds: number;
}

export interface Schema {
  readonly groups: readonly GroupDecl[];
  readonly properties: readonly PropertyDecl[];
  readonly subscriptions: readonly SubscriptionDecl[];
  readonly eventProperties: readonly EventPropertyDecl[];
  readonly limits: readonly LimitDecl[];
}

export const NOTHING: Schema = { groups: [], properties: [], subscriptions: [], eventProperties: [], limits: [] };

export const APP_ID = 2001;

/** Returns a document for each declaration, so that a test can spread them over files. Sections merge. */
export function fragmentsOf(schema: Schema): readonly object[] {
  return [
    ...schema.groups.map(({ objectType, name, ...fields }) => ({
      objects: { [objectType]: { groups: { [name]: fields } } },
    })),
    ...schema.properties.map(({ objectType, groupName, name, ...fields }) => ({
      objects: { [objectType]: { groups: { [groupName]: { properties: { [name]: fields } } } } },
    })),
    ...schema.subscriptions.map((subscription) => ({
      webhooks: [{ appId: APP_ID, subscriptions: [subscription] }],
    })),
    ...schema.eventProperties.map(({ eventName, name, ...fields }) => ({
      eventDefinitions: { [eventName]: { properties: { [name]: fields } } },
    })),
    ...schema.limits.map(({ from, to, ...limit }) => ({ associationLimits: [{ from, to, limits: [limit] }] })),
  ];
}

/** Fragments laid into one document: mappings merge, lists add up. */
export function merged(fragments: readonly object[]): object {
  return fragments.reduce<object>((whole, part) => mergeTwo(whole, part), {});
}

/** JSON is YAML; what looks like an interpolation is escaped. */
export function textOf(document: object): string {
  return JSON.stringify({ version: 1, ...document }, null, 1).replaceAll('${', '\\\\${');
}

function mergeTwo(a: object, b: object): object {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(keys.map((key) => [key, mergeValues(own(a, key), own(b, key))]));
}

function mergeValues(a: unknown, b: unknown): unknown {
  if (a === undefined) return b;
  if (b === undefined) return a;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  return typeof a === 'object' && typeof b === 'object' && a !== null && b !== null ? mergeTwo(a, b) : b;
}

/** Names such as `constructor` must not find what every object inherits. */
function own(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}
