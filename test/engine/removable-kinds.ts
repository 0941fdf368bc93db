/** Adds a removing call to every kind, for tests of how the engine removes. */

import { listKinds } from '../../src/kinds/index.ts';
import type { KindName } from '../../src/model/address.ts';
import type { Fields } from '../../src/model/json.ts';
import type { CallDraft, DesiredChange, Kind, Removal } from '../../src/model/kind.ts';

const REMOVALS: Readonly<Record<KindName, Removal>> = {
  'object-schema': { risk: 'group-removal' },
  'property-group': { risk: 'group-removal' },
  property: { risk: 'property-removal' },
  pipeline: { risk: 'pipeline-removal' },
  'webhook-subscription': { risk: 'subscription-removal' },
  'event-definition-property': { risk: 'event-property-removal' },
  'association-label': { risk: 'association-label-removal' },
  'association-limit': { risk: 'limit-purge' },
};

export const REMOVABLE: readonly Kind[] = listKinds('documented').map((kind) => {
  const { writer } = kind;
  const remove = REMOVALS[kind.name];
  return {
    ...kind,
    writer: {
      ...writer,
      remove,
      write(changes) {
        const { calls, blocked } = writer.write(changes.filter(({ action }) => action !== 'remove'));
        const removals = changes.filter(({ action }) => action === 'remove').map(removal);
        return { calls: [...calls, ...removals], blocked };
      },
    },
  };
});

function removal({ address }: DesiredChange<Fields>): CallDraft {
  return {
    endpoint: 'archiveDatedProperty',
    params: { object_type: 'contacts', property_name: address },
    covers: [address],
    writes: [],
    expects: { [address]: null },
    route: 'It removes the resource.',
    after: [],
  };
}

export function riskOf(kind: KindName): Removal['risk'] {
  return REMOVALS[kind].risk;
}
