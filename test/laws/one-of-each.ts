/** Defines a project with a resource of each kind, and three values by `address field` or `address options VALUE`. */

import type { Address } from '../../src/model/address.ts';
import type { SourceFile } from '../../src/model/project.ts';
import type { DatedWorld } from '../kinds/dated-world.ts';
import { holdings } from './holdings.ts';
import { HUB } from './world.ts';

export type Value = string | number | boolean;
/** Of an option, an empty text: there is none. */
export type State = Readonly<Record<string, Value>>;

const GROUP = 'property-group:contacts/loyalty';
const TIER = 'property:contacts/tier';
const HOOK = 'webhook-subscription:2001/contact.creation';
const CHANNEL = 'event-definition-property:order_placed/channel';
const LIMITS = 'association-limit:contacts/companies/WORK/';
const TYPES = [31, 33];
const OPTIONS = ['gold', 'silver', 'bronze'];

/** As it is at first, as it is declared later, and as a colleague has it. */
export const VALUES: Readonly<Record<string, readonly [Value, Value, Value]>> = {
  [`${GROUP} displayName`]: ['Old', 'New', 'Theirs'],
  [`${GROUP} displayOrder`]: [3, 4, 5],
  [`${TIER} label`]: ['Old', 'New', 'Theirs'],
  [`${TIER} description`]: ['Old', 'New', 'Theirs'],
  [`${TIER} options gold`]: ['Gold old', 'Gold new', 'Gold theirs'],
  [`${TIER} options silver`]: ['Silver old', 'Silver new', ''],
  [`${TIER} options bronze`]: ['', 'Bronze new', 'Bronze theirs'],
  // The colleague's value equals the first value, because a boolean has only two.
  [`${HOOK} active`]: [true, false, true],
  [`${CHANNEL} label`]: ['Old', 'New', 'Theirs'],
  [`${CHANNEL} description`]: ['Old', 'New', 'Theirs'],
  ...Object.fromEntries(TYPES.map((id) => [`${LIMITS}${id} maxToObjectIds`, [3, 4, 5]])),
};
export const KEYS = Object.keys(VALUES);

export const addressIn = (key: string) => key.split(' ')[0] as Address;

/** Returns the state with the later value for each changed key. */
export function stateOf(changed: readonly string[]): State {
  return Object.fromEntries(KEYS.map((key) => [key, VALUES[key]?.[changed.includes(key) ? 1 : 0] ?? '']));
}

export function filesOfEach(state: State, drift: 'hold' | 'revert'): readonly SourceFile[] {
  const own = (address: string, ...fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, state[`${address} ${field}`]]));
  const options = OPTIONS.map((value) => ({ value, label: state[`${TIER} options ${value}`] }));
  const auth = { accessToken: `\${env.TRUEUP_ACCESS_TOKEN}` };
  const document = {
    version: 1,
    accounts: { default: { hubId: HUB, surface: 'dated', drift, baseUrl: 'http://127.0.0.1', auth } },
    objects: {
      contacts: {
        groups: {
          loyalty: {
            ...own(GROUP, 'displayName', 'displayOrder'),
            properties: {
              tier: {
                ...own(TIER, 'label', 'description'),
                ...{ type: 'enumeration', fieldType: 'select', options: options.filter(({ label }) => label !== '') },
              },
            },
          },
        },
      },
    },
    webhooks: [{ appId: 2001, subscriptions: [{ eventType: 'contact.creation', ...own(HOOK, 'active') }] }],
    eventDefinitions: {
      order_placed: { properties: { channel: { type: 'string', ...own(CHANNEL, 'label', 'description') } } },
    },
    associationLimits: [
      {
        ...{ from: 'contacts', to: 'companies' },
        limits: TYPES.map((typeId) => ({ category: 'WORK', typeId, ...own(`${LIMITS}${typeId}`, 'maxToObjectIds') })),
      },
    ],
  };
  return [{ path: 'trueup.yaml', text: JSON.stringify(document) }];
}

export async function stateIn(world: DatedWorld): Promise<State> {
  const held = holdings(await world.snapshot());
  return Object.fromEntries(
    KEYS.map((key) => {
      const [, field = '', value] = key.split(' ');
      const found = held.get(addressIn(key))?.[field];
      if (value === undefined) return [key, found as Value];
      const options = found as unknown as readonly { readonly value: string; readonly label: string }[];
      return [key, options.find((one) => one.value === value)?.label ?? ''];
    }),
  );
}

export async function edit(world: DatedWorld, key: string, to: Value): Promise<unknown> {
  const admin = world.service.admin(HUB);
  const [address = '', field = '', value = ''] = key.split(' ');
  switch (address) {
    case GROUP:
      return admin.editGroup('contacts', 'loyalty', { [field]: to });
    case TIER: {
      if (field !== 'options') return admin.editProperty('contacts', 'tier', { [field]: to });
      const label = String(to);
      if ((await stateIn(world))[key] === '') return label && admin.addOption('contacts', 'tier', { value, label });
      if (label === '') return admin.deleteOption('contacts', 'tier', value);
      return admin.editOption('contacts', 'tier', value, { label });
    }
    case HOOK: {
      const [hook] = (await world.snapshot()).subscriptions;
      return admin.editSubscription(String(hook?.id), { active: to === true });
    }
    case CHANNEL: {
      const params = { eventName: 'order_placed', propertyName: 'channel' };
      return world.colleague({ endpoint: 'updateDatedEventProperty', params, body: { [field]: to } });
    }
    default: {
      const typeId = Number(address.slice(LIMITS.length));
      return admin.setLimit({ from: 'contacts', to: 'companies', category: 'WORK', typeId }, Number(to));
    }
  }
}
