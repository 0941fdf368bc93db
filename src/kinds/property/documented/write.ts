/** Calls that create and update properties, along the routes (interface 4.3). */

import { z } from 'zod';
import { defined } from '../../../contract/defined.ts';
import { DEFINITIONS } from '../../../contract/endpoints/definitions.ts';
import { lazy } from '../../../contract/lazy.ts';
import type { Address } from '../../../model/address.ts';
import type { Fields } from '../../../model/json.ts';
import type { Blockage, CallDraft, DesiredChange, KindWriter, Settled, Unsupported } from '../../../model/kind.ts';
import { firstCreateOf } from '../../../model/restored.ts';
import { pick, selectBody } from '../../bodies.ts';
import { blockChange, type Drafted, draftCall, draftEach } from '../../drafts.ts';
import { parseIdentity } from '../../object-levels.ts';
import { listLeftOptions } from '../../options.ts';
import { buildGroupAddress, type PropertySpec } from '../spec.ts';
import { Definition, selectFields } from './read.ts';
import { createRoute, type NoRoute, nearestAllowed, PATCH_ROUTE, RETYPE_ROUTES, retypeRoute } from './routes.ts';

type Change = DesiredChange<PropertySpec>;
type WriteEndpoint =
  | 'createProperty'
  | 'createContactProperty'
  | 'patchProperty'
  | 'updateCompanyProperty'
  | 'updateDealProperty';

/** A body that assigns the property to a group. */
const Named = lazy(() => z.object({ groupName: z.string() }));

/** Update bodies of the routed endpoints. */
export const UPDATE_BODIES = [PATCH_ROUTE, ...RETYPE_ROUTES].map(({ endpoint }) => DEFINITIONS[endpoint].body);

const remove: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that deletes a property.',
  section: '4.3',
  elsewhere: 'dated',
};

export const writer: KindWriter<PropertySpec> = {
  remove,
  write: (changes) =>
    draftEach(changes, (change) => (change.action === 'create' ? creation(change) : update(change)), { remove }),
  names(_call, covers, reply) {
    const { name: shown } = Definition().parse(reply);
    return covers.map((address) => ({ member: 'name', sent: parseIdentity(address).name, shown }));
  },
  settle({ endpoint }, covers, reply) {
    const row = Definition().parse(reply);
    const back = CREATES.includes(endpoint) ? broughtBack(row) : {};
    return covers.map((address) => ({ address, status: 'applied', echo: selectFields(row), ...back }));
  },
  refutes({ body }, covers, { status }) {
    const groupName = Named().safeParse(body).data?.groupName;
    if (status !== 400 || groupName === undefined) return [];
    return covers.map((address) => buildGroupAddress({ objectType: parseIdentity(address).objectType, groupName }));
  },
};

const CREATES: readonly string[] = ['createProperty', 'createContactProperty'] satisfies WriteEndpoint[];

function broughtBack({ createdAt, updatedAt }: Definition): Pick<Settled, 'restored'> {
  return defined({ restored: firstCreateOf(createdAt ?? Number.NaN, [updatedAt ?? Number.NaN]) });
}

function creation(change: Change): Drafted {
  const { address, after } = change;
  const routed = createRoute(buildDefinition(change));
  if ('none' in routed) return blockage(address, routed.none);
  const { endpoint, followUp, reason } = routed.route;
  if (followUp === undefined) return draft(endpoint, address, { values: after, expects: after, route: reason });
  const first = { ...after, ...nearestAllowed(buildDefinition(change)) };
  return [
    draft(endpoint, address, { values: first, expects: first, route: reason }),
    draft(followUp, address, { values: after, expects: after, route: reason }),
  ];
}

function update(change: Change): Drafted {
  if (change.changed.includes('type') || change.changed.includes('fieldType')) return retyping(change);
  const { address, after, changed } = change;
  const values = pick(after, changed);
  return draft(PATCH_ROUTE.endpoint, address, { values, expects: after, route: PATCH_ROUTE.reason });
}

/** Returns the v1 update with the full definition, then a v2 update for members that its body lacks (formField of companies). */
function retyping(change: Change): Drafted {
  const { address, after, before = {}, changed } = change;
  const routed = retypeRoute(buildDefinition(change));
  if ('none' in routed) return blockage(address, routed.none);
  const { endpoint, reason } = routed.route;
  const cleared = listLeftOptions(change);
  const final: Fields = cleared.length > 0 ? { ...after, options: [] } : after;
  const route =
    cleared.length > 0 ? `${reason} It clears the options left over from the old type: ${cleared.join(', ')}.` : reason;

  const rest = pick(
    after,
    changed.filter((field) => !(field in DEFINITIONS[endpoint].body().shape)),
  );
  if (Object.keys(rest).length === 0) {
    return draft(endpoint, address, { values: { ...before, ...final }, expects: final, route });
  }
  const between = withBefore(final, before, Object.keys(rest));
  return [
    draft(endpoint, address, { values: { ...before, ...final }, expects: between, route }),
    draft(PATCH_ROUTE.endpoint, address, { values: rest, expects: final, route: PATCH_ROUTE.reason }),
  ];
}

/** Returns the fields with the live values of the named fields. Named fields with an unknown live value are left out. */
function withBefore(fields: Fields, before: Fields, names: readonly string[]): Fields {
  const known = Object.keys(fields).filter((field) => !names.includes(field) || before[field] !== undefined);
  return pick({ ...fields, ...pick(before, names) }, known);
}

function draft(
  endpoint: WriteEndpoint,
  address: Address,
  content: { readonly values: Fields; readonly expects: Fields; readonly route: string },
): CallDraft {
  const { objectType: object_type, name: property_name } = parseIdentity(address);
  const body = selectBody(DEFINITIONS[endpoint].body(), { ...content.values, name: property_name });
  const inPath = Object.entries({ object_type, property_name }).filter(([name]) =>
    DEFINITIONS[endpoint].path.includes(`{${name}}`),
  );
  return draftCall(address, content.expects, {
    endpoint,
    params: Object.fromEntries(inPath),
    body,
    writes: Object.keys(body).filter((member) => member !== 'name'),
    route: content.route,
  });
}

/** Type and field type keep their live values if the change does not own them. */
function buildDefinition({ address, after, before }: Change) {
  const whole: Fields = { ...before, ...after };
  return {
    ...parseIdentity(address),
    type: readText(whole['type']),
    fieldType: readText(whole['fieldType']),
  };
}

function blockage(address: Address, { reason, allowed, section }: NoRoute): Blockage {
  const choice = allowed.length === 0 ? '' : ` Allowed: ${allowed.join(', ')}.`;
  return blockChange(address, { reason: `${reason}${choice}`, section });
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
