/** Maps types and field types of each object type to the endpoints that support them (interface 2.6, 4.3). The routing is data. */

import { ALLOWED, allows, type PropertyVariant } from '../../../contract/allowed-values.ts';
import type { EndpointId } from '../../../contract/endpoints.ts';
import { V1_PATH_NAME } from '../../../contract/names.ts';

/** Definition that a route must support. */
export interface Definition {
  /** Canonical object type. */
  readonly objectType: string;
  readonly name: string;
  readonly type: string;
  readonly fieldType: string;
}

interface Route {
  /** Row of the table of allowed values for the endpoint. */
  readonly variant: PropertyVariant;
  /** The only object type that the endpoint supports. Undefined if it supports all. */
  readonly objectType: string | undefined;
  readonly reason: string;
}

export interface CreateRoute extends Route {
  readonly endpoint: 'createProperty' | 'createContactProperty';
  /** Update that must follow, because the create does not support the values. The create then sends the nearest allowed values. */
  readonly followUp: 'updateCompanyProperty' | undefined;
}

export interface RetypeRoute extends Route {
  readonly endpoint: 'updateCompanyProperty' | 'updateDealProperty';
}

/** Routes in the order in which they are tried. */
const CREATE_ROUTES: readonly CreateRoute[] = [
  {
    endpoint: 'createProperty',
    followUp: undefined,
    variant: 'v2',
    objectType: undefined,
    reason: 'The v2 create supports every object type (interface 4.3).',
  },
  {
    endpoint: 'createContactProperty',
    followUp: undefined,
    variant: 'v1-contacts',
    objectType: 'contacts',
    reason: 'Only the v1 contact create supports this type and field type (interface 2.6).',
  },
  {
    endpoint: 'createProperty',
    followUp: 'updateCompanyProperty',
    variant: 'v1-companies',
    objectType: 'companies',
    reason:
      'Only the v1 company update supports this type and field type (interface 2.6), so the v2 create first uses the nearest types.',
  },
];

/** Updates whose body has type and fieldType. The body of the v2 update has neither. */
export const RETYPE_ROUTES: readonly RetypeRoute[] = [
  {
    endpoint: 'updateCompanyProperty',
    variant: 'v1-companies',
    objectType: 'companies',
    reason: 'Only the v1 company update changes type and field type; it takes the full definition (interface 4.3).',
  },
  {
    endpoint: 'updateDealProperty',
    variant: 'v1-deals',
    objectType: 'deals',
    reason: 'Only the v1 deal update changes type and field type; it takes the full definition (interface 4.3).',
  },
];

/** The update of all other fields, for every object type. */
export const PATCH_ROUTE = {
  endpoint: 'patchProperty',
  reason: 'The v2 update supports every object type and changes only the fields sent (interface 4.3).',
} as const satisfies { readonly endpoint: EndpointId; readonly reason: string };

/** The v2 values that are nearest to values that only v1 supports. A single choice stays a single choice. */
const NEAREST: Readonly<Record<string, string>> = { date: 'datetime', booleancheckbox: 'radio' };

/** Reason why no route fits, with the field at fault. */
export interface NoRoute {
  readonly field: 'type' | 'fieldType';
  readonly cause: 'values' | 'name' | 'object-type';
  readonly reason: string;
  /** Alternative values of the field. Empty if no value helps. */
  readonly allowed: readonly string[];
  readonly section: string;
}

export type Routed<R> = { readonly route: R } | { readonly none: NoRoute };

export function createRoute(desired: Definition): Routed<CreateRoute> {
  const open = CREATE_ROUTES.filter((route) => reaches(route, desired));
  const fitting = open.filter((route) => allows(route.variant, desired.type, desired.fieldType));
  const route = fitting.find((candidate) => candidate.followUp === undefined || V1_PATH_NAME.test(desired.name));
  if (route !== undefined) return { route };
  return { none: fitting.length > 0 ? noPathName(desired) : notAllowed(open, desired) };
}

export function retypeRoute(desired: Definition): Routed<RetypeRoute> {
  const open = RETYPE_ROUTES.filter((route) => reaches(route, desired));
  const route = open.find((candidate) => allows(candidate.variant, desired.type, desired.fieldType));
  if (open.length === 0) return { none: noRetype(desired) };
  if (route === undefined) return { none: notAllowed(open, desired) };
  return V1_PATH_NAME.test(desired.name) ? { route } : { none: noPathName(desired) };
}

/** Returns the values that a v2 create can send instead. */
export function nearestAllowed(
  desired: Pick<Definition, 'type' | 'fieldType'>,
): Pick<Definition, 'type' | 'fieldType'> {
  const nearest = (allowed: readonly string[], value: string): string =>
    allowed.includes(value) ? value : (NEAREST[value] ?? value);
  return { type: nearest(ALLOWED.v2.type, desired.type), fieldType: nearest(ALLOWED.v2.fieldType, desired.fieldType) };
}

function reaches(route: Route, desired: Definition): boolean {
  return route.objectType === undefined || route.objectType === desired.objectType;
}

function notAllowed(open: readonly Route[], { objectType, type, fieldType }: Definition): NoRoute {
  const tables = open.map((route) => ALLOWED[route.variant]);
  const withType = tables.filter((table) => table.type.includes(type));
  const fits = withType.length > 0;
  return {
    field: fits ? 'fieldType' : 'type',
    cause: 'values',
    reason: fits
      ? `For ${objectType}, the interface does not allow fieldType ${fieldType} with type ${type}.`
      : `For ${objectType}, the interface does not allow type ${type}.`,
    allowed: [...new Set(fits ? withType.flatMap((table) => table.fieldType) : tables.flatMap((table) => table.type))],
    section: '2.6',
  };
}

function noPathName({ name, type, fieldType }: Definition): NoRoute {
  return {
    field: 'type',
    cause: 'name',
    reason: `Type ${type} with fieldType ${fieldType} requires the v1 update, whose path allows only names of lowercase letters and digits; ${name} has other characters.`,
    allowed: [],
    section: '4.3',
  };
}

function noRetype({ objectType }: Definition): NoRoute {
  return {
    field: 'type',
    cause: 'object-type',
    reason: `The interface can change type and field type of existing properties only for ${RETYPE_ROUTES.map((route) => route.objectType).join(' and ')}, not for ${objectType}.`,
    allowed: [],
    section: '4.3',
  };
}
