/** An account with one property, runs that are killed at its write, and a colleague who edits it. */

import { onTestFinished } from 'vitest';
import type { ApplyResult, Reconciler, ReconcilerOptions } from '../../src/index.ts';
import { aNamesWorld, type NamesWorld } from '../engine/observe/names-world.ts';
import { killedAt } from './killed.ts';

export const TIER = 'property:contacts/tier';
const PROPERTIES = '/crm/properties/2026-09/0-1';

export interface TierOptions extends Partial<ReconcilerOptions> {
  /** hold if left out. */
  readonly drift?: 'hold' | 'revert';
}

export interface TierWorld extends NamesWorld {
  /** Declares the property with these members of YAML; null: its group alone. */
  at(members: string | null, options?: TierOptions): Reconciler;
  applied(members: string | null, options?: TierOptions): Promise<ApplyResult>;
  /** A run is killed before or after its call on the property took effect. */
  killed(members: string, when: 'before' | 'after', options?: TierOptions): Promise<void>;
  /** A colleague edits the property, a second after the last write. */
  edited(body: object): Promise<void>;
  /** The label that the account has. */
  label(): Promise<string | undefined>;
}

export async function aTierWorld(): Promise<TierWorld> {
  const world = await aNamesWorld();
  onTestFinished(() => world.close());
  const at: TierWorld['at'] = (members, { drift = 'hold', ...more } = {}) =>
    world.reconciler(1001, writeText(members, drift), more);
  return {
    ...world,
    at,
    applied: async (members, options) => {
      const { plan, apply } = at(members, options);
      return apply(await plan());
    },
    killed: async (members, when, options = {}) => {
      const { transport = world.service.transport } = options;
      const dying = killedAt(transport, /\/0-1(\/tier|\/batch\/create)?$/, when);
      const { plan, apply } = at(members, { ...options, transport: dying.transport });
      void apply(await plan());
      await dying.dies;
    },
    edited: (body) => {
      world.clock.advance(1000);
      return world.colleague(1001, 'PATCH', `${PROPERTIES}/tier`, body);
    },
    label: async () => (await world.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'tier')?.label,
  };
}

function writeText(members: string | null, drift: string): string {
  const tier = members === null ? '' : `, properties: { tier: { ${members}, type: string, fieldType: text } }`;
  return `accounts: { default: { hubId: 1001, surface: dated, drift: ${drift}, baseUrl: 'http://127.0.0.1', auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" } } }
objects: { contacts: { groups: { g: { displayName: G${tier} } } } }
`;
}
