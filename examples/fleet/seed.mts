/** The accounts of the story, as a seed of the embedded service: `node seed.mts 20 > seed.json`. */

import { fileURLToPath } from 'node:url';

export const APP = {
  appId: 3001,
  clientId: 'loyalty-app',
  clientSecret: 'loyalty-secret',
  redirectUris: ['http://localhost:3000/installed'] as [string],
  scopes: [
    'oauth',
    'crm.schemas.contacts.read',
    'crm.schemas.contacts.write',
    'crm.objects.contacts.sensitive.read',
    'crm.objects.contacts.sensitive.write',
  ],
};

const TIER = {
  ...{ objectType: 'contacts', groupName: 'loyalty', name: 'loyalty_tier', label: 'Tier' },
  ...{ type: 'enumeration', fieldType: 'select' },
};
const OLD_OPTIONS = [
  { value: 'gold', label: 'Gold' },
  { value: 'silver', label: 'Silver' },
];
const PARTNER = { value: 'partner', label: 'Partner' };

/** Of ten accounts seven are new, two have the schema of an earlier version, and in one of those somebody added an option. */
export function seedOf(accounts: number) {
  return {
    accounts: Array.from({ length: accounts }, (_, at) => ({
      hubId: 5001 + at,
      // What the next release needs is turned off in every seventh account.
      sensitiveData: at % 7 !== 6,
      ...schemaOf(at % 10),
    })),
    apps: [APP],
  };
}

function schemaOf(place: number) {
  if (place < 7) return {};
  const options = place === 9 ? [...OLD_OPTIONS, PARTNER] : OLD_OPTIONS;
  return {
    groups: [{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' }],
    properties: [{ ...TIER, options }],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(seedOf(Number(process.argv[2] ?? 20)), undefined, 2));
}
