/** An account on the dated surface, and projects with the custom object `boats`. */

import type { Outcome } from '../../../src/index.ts';
import type { SchemaAdmin, SnapshotObjectType } from '../../../src/service/index.ts';
import { HUB } from '../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../dated-world.ts';

export const ADDRESS = 'object-schema:boats' as const;
export const LABELS = 'labels: { singular: Boat, plural: Boats }';
export const FLEET = 'labels: { singular: Boat, plural: Fleet }';
export const SHOWN =
  'primaryDisplayProperty: boat_name, secondaryDisplayProperties: [length], requiredProperties: [boat_name], searchableProperties: [boat_name, length]';
export const GROUPS =
  'groups: { boat_data: { displayName: Boat data, properties: { boat_name: { label: Name, type: string, fieldType: text }, length: { label: Length, type: number, fieldType: number } } } }';

export const project = (schema: string, ...below: readonly string[]) =>
  `objects: { boats: { ${[`schema: { ${schema} }`, ...below].join(', ')} } }\n`;
export const BARE = project(LABELS);
export const WHOLE = project(`${LABELS}, ${SHOWN}`, GROUPS);

/** Object that a person creates in the account. */
export const LEAST: Parameters<SchemaAdmin['addSchema']>[0] = {
  name: 'boats',
  labels: { singular: 'Boat', plural: 'Boats' },
  primaryDisplayProperty: 'hs_object_id',
};

export interface SchemaWorld extends DatedWorld {
  applied(text: string): Promise<readonly Outcome[]>;
  admin(): SchemaAdmin;
  /** Writes since the last time. */
  writes(): Promise<readonly string[]>;
  /** Custom objects called boats, in any case. */
  boats(): Promise<readonly SnapshotObjectType[]>;
}

export async function aSchemaWorld(): Promise<SchemaWorld> {
  const world = await aDatedWorld();
  return {
    ...world,
    applied: async (text) => {
      const reconciler = world.project(text);
      return (await reconciler.apply(await reconciler.plan(), { skipBlocked: true })).outcomes;
    },
    admin: () => world.service.admin(HUB),
    writes: async () => (await world.called()).filter((endpoint) => !/^(list|read)/.test(endpoint)),
    boats: async () => (await world.snapshot()).objectTypes.filter(({ name }) => name.toLowerCase() === 'boats'),
  };
}
