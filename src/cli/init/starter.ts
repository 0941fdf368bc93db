/** The files of a new project: an account, and one small example of each kind. */

import { scalarText } from '../../config/yaml/write.ts';
import type { Surface } from '../../contract/surfaces.ts';
import type { PulledFile } from '../../model/pull.ts';
import { DEFAULT_FILE } from '../project.ts';

export interface StarterAccount {
  readonly name: string;
  readonly hubId?: number;
  readonly surface: Surface;
  /** Where it is not the vendor's. */
  readonly baseUrl?: string;
  /** Variables of its credentials, by their field. */
  readonly auth: Readonly<Record<string, string>>;
}

/** Which other files it includes: none, where who adds files adds it too; `later`: how to, for the person who adds the first. */
type Including = 'schema' | 'none' | 'later';

const INCLUDES: Readonly<Record<Including, string>> = {
  schema: '\n# Every YAML file of this folder is part of the project.\ninclude: [schema/*.yaml]\n',
  none: '',
  later:
    '\n# Other files are part of the project once they are included. A pull includes what it writes.\n# include: [schema/*.yaml]\n',
};

export function mainText({ name, hubId, surface, baseUrl, auth }: StarterAccount, including: Including): string {
  const secrets = Object.entries(auth).map(([field, variable]) => `      ${field}: "\${env.${variable}}"\n`);
  return `# yaml-language-server: $schema=./schemas/trueup.schema.json
version: 1
${INCLUDES[including]}
accounts:
  ${scalarText(name)}:
    # apply refuses a token of any other account.
    ${hubId === undefined ? '# hubId: 1001' : `hubId: ${hubId}`}
${baseUrl === undefined ? '' : `    baseUrl: ${baseUrl}\n`}    surface: ${surface}
    # Secrets come from the environment only.
    auth:
${secrets.join('')}    # With true, apply needs a saved plan, or the account id as a confirmation.
    # protected: true

# House rules, and what may be deleted without a flag.
# policy:
#   rules:
#     description-required: warn
#   allow: []
`;
}

export function starterPaths(): readonly string[] {
  return [DEFAULT_FILE, ...Object.keys(EXAMPLES)];
}

export function starterFiles(account: StarterAccount): readonly PulledFile[] {
  const examples = Object.entries(EXAMPLES).filter(([path]) => account.surface === 'dated' || path !== PIPELINES);
  return [[DEFAULT_FILE, mainText(account, 'schema')] as const, ...examples].map(([path, text]) => {
    return { path, before: null, text };
  });
}

const HEAD = '# yaml-language-server: $schema=../schemas/trueup.schema.json\n';

/** Of a kind that only the dated surface has. */
const PIPELINES = 'schema/pipelines.yaml';

const EXAMPLES: Readonly<Record<string, string>> = {
  'schema/contacts.yaml': `${HEAD}# Groups and properties of contacts. Other objects look the same: companies, deals, or a custom object by its name or id.
version: 1
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties:
          loyaltytier:
            label: Loyalty tier
            type: enumeration
            fieldType: select
            description: The tier of the loyalty programme.
            options:
              - { value: gold, label: Gold }
              - { value: silver, label: Silver }
      # contactinformation: # no displayName, as it is the service's own
      #   properties:
      #     shoe_size: { label: Shoe size, type: number, fieldType: number }
`,
  'schema/webhooks.yaml': `${HEAD}# Webhook subscriptions belong to an app. Put in its id, and uncomment. The dated surface reads, changes and deletes them; the documented
# one only creates them.
version: 1
# apps:
#   "2001": { developerKey: "\${env.APP_2001_KEY}" }
# webhooks:
#   - appId: 2001
#     subscriptions:
#       - { eventType: contact.propertyChange, active: true, propertyName: loyaltytier }
`,
  'schema/events.yaml': `${HEAD}# Properties of custom events that the account has. The dated surface reads, changes and deletes them; the documented one only creates
# them.
version: 1
# eventDefinitions:
#   order_placed:
#     properties:
#       ordertotal: { label: Order total, type: number }
`,
  [PIPELINES]: `${HEAD}# Pipelines with their stages, on the dated surface only. Stages are in the order of the account; those that others add are kept.
version: 1
# objects:
#   deals:
#     pipelines:
#       renewals:
#         label: Renewals
#         stages:
#           - { id: renewals_open, label: Open, probability: 0.2 }
#           - { id: renewals_won, label: Won, probability: 1 }
#           - { id: renewals_lost, label: Lost, probability: 0 }
`,
  'schema/association-limits.yaml': `${HEAD}# How many records a record can be associated with. The dated surface reads them; on the documented one they are known from the ledger.
version: 1
# associationLimits:
#   - from: contacts
#     to: companies
#     limits:
#       - { category: HUBSPOT_DEFINED, typeId: 279, maxToObjectIds: 5 }
`,
};
