/** Assumptions about limits and defaults that the interface does not specify. The file assumptions.ts includes them. */

import type { Assumption } from './early-assumptions.ts';

export const SERVICE_ASSUMPTIONS = [
  {
    id: 'A69',
    section: '8',
    choice: 'A JSON body has at most 16 MB, a form at most 64 KB. A larger body is a 413 VALIDATION_ERROR.',
    impact: 'The embedded service.',
  },
  {
    id: 'A70',
    section: '8',
    choice:
      'The token of a private app or a service key may make 250,000 calls in a day that begins at midnight, UTC-5. Replies tell the quota in X-HubSpot-RateLimit-Daily and -Daily-Remaining. A further call is a 429 with the policy DAILY.',
    impact: 'The embedded service, and the quota that the client remembers.',
  },
  {
    id: 'A71',
    section: '4.1',
    choice:
      'The scope of a token form narrows the new access token. A scope that was not granted is refused. An exchange requires code_verifier if its code has a challenge.',
    impact: 'The embedded service; trueup sends both members only if a caller gives them.',
  },
  {
    id: 'A72',
    section: '2.3, 2.9',
    choice:
      'A v2 reply shows null for an unset currencyPropertyName, textDisplayHint, numberDisplayHint and referencedObjectType. A reply leaves out unset members of an event-definition property.',
    impact: 'The embedded service; schemas of replies accept null and absence.',
  },
  {
    id: 'A73',
    section: '2.9',
    choice:
      'The name of an event-definition property is stored in lower case. An omitted name is the label in lower case: other runs of characters become an underscore, and digits and underscores at its start and underscores at its end are dropped.',
    impact: 'The embedded service; trueup always sends a name.',
  },
  {
    id: 'A74',
    section: '2.7',
    choice: 'The legacy timeline PUT uses {{uuid}} in an id as it is.',
    impact: 'That repeating the call changes nothing.',
  },
  {
    id: 'A75',
    section: '2.8',
    choice: 'An app has at most 1,000 subscriptions. A further create is a 400.',
    impact: 'The embedded service.',
  },
  {
    id: 'A76',
    section: '2.7, 2.8',
    choice:
      'The id, objectId, email and utk of a timeline event and the propertyName of a subscription have at most 500 characters.',
    impact: 'The embedded service: its databases use them as keys.',
  },
  {
    id: 'A77',
    section: '4',
    choice: 'A body member that an endpoint does not know is a 400.',
    impact: 'Bodies that client and embedded service refuse. The public service ignores such members.',
  },
] as const satisfies readonly Assumption[];
