/** Section 11.4, the batch read, the lag of reads, updates with members left out, and the number of object types. */

import { archived, created, LEAST, listed, read, updated } from './dated-schema-writes.ts';
import type { numbered, Step } from './row.ts';

/** The service waits before it reads, so that a lag passes. */
const LATE = { do: 'latency', ms: 70_000 } as const;

function readMany(inputs: readonly string[], results: unknown, more: Partial<Step> = {}): Step {
  const parts = { includePropertyDefinitions: true, includeAssociationDefinitions: false, includeAuditMetadata: false };
  return { endpoint: 'readDatedSchemas', body: { inputs, ...parts }, status: 200, shows: { results }, ...more };
}

function counted(usage: number, more: Partial<Step> = {}): Step {
  return {
    endpoint: 'readObjectTypeLimit',
    status: 200,
    shows: { limit: 20, usage, percentage: 5 * usage },
    ...more,
  };
}

export const SCHEMA_READS: Parameters<typeof numbered>[0] = [
  {
    statement: 'the number of custom object types that the account may have, and has',
    endpoint: 'readObjectTypeLimit',
    is: 'GET /crm/limits/{version}/custom-object-types',
  },
  {
    statement: 'the batch read shows the schemas in the order of the inputs, and refuses an unknown type',
    calls: [
      readMany(
        ['contact', 'p1001_memberships'],
        [
          { name: 'contacts', objectTypeId: '0-1' },
          { name: 'memberships', properties: [{ name: 'hs_object_id' }], associations: '<none>' },
        ],
      ),
      readMany(['contact', 'memberships'], undefined, { status: 400, shows: {}, names: ['inputs.1'] }),
    ],
  },
  {
    statement: 'the list shows a write at once, and the read of one schema after about 70 seconds',
    assumption: 'A94',
    calls: [
      created({}, 201),
      read(200, { shows: LEAST }),
      updated({ labels: { plural: 'Vehicles' } }, 200, { shows: { labels: { plural: 'Vehicles' } } }),
      updated({ labels: { plural: 'Lorries' } }, 200, { shows: { labels: { plural: 'Lorries' } } }),
      listed('false', [{ name: 'cars', labels: { plural: 'Lorries' } }]),
      read(200, { shows: { labels: { plural: 'Cars' } } }),
      readMany(['p1001_cars'], [{ labels: { plural: 'Cars' } }]),
      read(200, { fault: LATE, shows: { labels: { plural: 'Lorries' } } }),
      readMany(['p1001_cars'], [{ labels: { plural: 'Lorries' } }]),
    ],
  },
  {
    statement: 'an update may give a member that it leaves out the value before the last write',
    assumption: 'A95',
    calls: [
      created({}, 201),
      updated({ labels: { plural: 'Vehicles' } }, 200),
      updated({ description: 'Sold here' }, 200, {
        fault: { do: 'stale-update', endpoint: 'updateDatedSchema' },
        shows: { labels: { singular: 'Car', plural: 'Cars' }, description: 'Sold here' },
      }),
      listed('false', [{ labels: { singular: 'Car', plural: 'Cars' }, description: 'Sold here' }]),
    ],
  },
  {
    statement:
      'the number of object types counts archived types, and for 30 seconds the types that were removed for good',
    assumption: 'A96',
    calls: [
      counted(1),
      created({}, 201),
      counted(2),
      archived(undefined, 204),
      counted(2),
      archived({ archived: 'true' }, 204),
      counted(2),
      counted(1, { fault: { do: 'latency', ms: 30_000 } }),
    ],
  },
];
