/**
 * Lists the projects that a killed run applies: every example, every single kind, and changes of existing resources.
 */

import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import type { AccountAdmin } from '../../src/service/index.ts';

export interface Scenario {
  readonly name: string;
  readonly surface: Surface;
  /** Tried in every test run: together these reach every kind, create and change. */
  readonly always: boolean;
  /** A folder of examples/, or the text of trueup.yaml. */
  readonly project: { readonly example: string } | { readonly text: string };
  /** Project that was applied before, and later edits in the account. */
  readonly earlier?: { readonly text: string; readonly meddle: (admin: AccountAdmin) => Promise<void> };
  /** Flags of every command. */
  readonly flags: readonly string[];
  /** Flags of plan and apply. */
  readonly consent: readonly string[];
  /** Flags that only apply needs. */
  readonly confirm: readonly string[];
  readonly hubId: number;
  /** Option values that may go: they were ours and consent was given. */
  readonly removes: readonly string[];
}

const PLAIN = { always: false, flags: [], consent: [], confirm: [], hubId: 1001, removes: [] } as const;

const properties = (type: string, group: string, body: string): string => `version: 1
objects:
  ${type}:
    groups:
      ${group}
${body}`;

const BEFORE = `version: 1
objects:
  companies:
    groups:
      contract:
        displayName: Contract
        properties:
          contractstart: { label: Contract start, type: date, fieldType: date }
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier:
            label: Tier
            type: enumeration
            fieldType: select
            options: [{ value: gold, label: Gold }, { value: silver, label: Silver }]
associationLimits:
  - from: contacts
    to: companies
    limits:
      - { category: SERVICE_DEFINED, typeId: 279, maxToObjectIds: 5 }
      - { category: WORK, typeId: 31, maxToObjectIds: 2 }
`;

/** Everything that can change does: labels, a type with its follow-up, an option less and one more, a limit up and one gone. */
const AFTER = `version: 1
objects:
  companies:
    groups:
      contract:
        displayName: Contracts
        properties:
          contractstart: { label: Start, type: datetime, fieldType: date, formField: true }
          contractend: { label: End, type: date, fieldType: date }
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties:
          tier:
            label: Loyalty tier
            type: enumeration
            fieldType: select
            options: [{ value: platinum, label: Platinum }, { value: gold, label: Gold }]
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.propertyChange, propertyName: tier, active: true }
associationLimits:
  - from: contacts
    to: companies
    limits:
      - { category: SERVICE_DEFINED, typeId: 279, maxToObjectIds: 8 }
`;

/** Project whose change has four steps: rename the pipeline, add a stage, move a stage and remove a stage. */
const PIPELINES_BEFORE = `version: 1
objects:
  deals:
    pipelines:
      renewals:
        label: Renewals
        stages:
          - { id: r_open, label: Open, probability: 0.2 }
          - { id: r_offer, label: Offer, probability: 0.5 }
          - { id: r_won, label: Won, probability: 1 }
          - { id: r_lost, label: Lost, probability: 0 }
`;
const PIPELINES_AFTER = `version: 1
objects:
  deals:
    pipelines:
      renewals:
        label: Renewals and upgrades
        stages:
          - { id: r_new, label: New, probability: 0.1 }
          - { id: r_won, label: Signed, probability: 1 }
          - { id: r_open, label: Open, probability: 0.2 }
          - { id: r_lost, label: Lost, probability: 0 }
      partners:
        label: Partners
        stages: [{ id: p_won, label: Won, probability: 1 }, { id: p_lost, label: Lost, probability: 0 }]
`;

/** Of three steps: a label, a limit on it, and another text of a label that is there. */
const LABELS_BEFORE = `version: 1
associationLabels:
  - from: contacts
    to: companies
    labels: [{ name: owner, label: Owner, inverseLabel: Owned by }]
`;
const LABELS_AFTER = `version: 1
associationLabels:
  - from: contacts
    to: companies
    labels:
      - { name: owner, label: Proprietor, inverseLabel: Owned by }
      - { name: tenant, label: Tenant }
associationLimits:
  - from: contacts
    to: companies
    limits: [{ label: Tenant, maxToObjectIds: 3 }]
`;

/** A new object of each step, next to an object that changes. */
const SCHEMAS_BEFORE = `version: 1
objects:
  ships:
    schema: { labels: { singular: Ship, plural: Ships } }
    groups: { ship_data: { displayName: Ship data, properties: { mast: { label: Mast, type: string, fieldType: text } } } }
`;
const SCHEMAS_AFTER = `version: 1
objects:
  boats:
    schema: { labels: { singular: Boat, plural: Boats }, primaryDisplayProperty: hull, requiredProperties: [hull] }
    groups: { boat_data: { displayName: Boat data, properties: { hull: { label: Hull, type: string, fieldType: text } } } }
    pipelines: { refits: { label: Refits, stages: [{ id: b_open, label: Open }, { id: b_done, label: Done, state: CLOSED }] } }
  ships:
    schema: { labels: { singular: Ship, plural: Fleet }, primaryDisplayProperty: mast }
    groups: { ship_data: { displayName: Ship data, properties: { mast: { label: Mast, type: string, fieldType: text } } } }
`;

interface Project extends Omit<Scenario, 'surface'> {
  /** Surfaces of the scenario. If absent, both. */
  readonly surfaces?: readonly Surface[];
}

const PROJECTS: readonly Project[] = [
  { ...PLAIN, name: 'starter', project: { example: 'starter' } },
  // Only the dated surface has pipelines and association labels.
  { ...PLAIN, name: 'complete', always: true, project: { example: 'complete' }, surfaces: ['dated'] },
  {
    ...PLAIN,
    name: 'pipelines, one call at a time',
    always: true,
    project: { text: PIPELINES_AFTER },
    surfaces: ['dated'],
    earlier: {
      text: PIPELINES_BEFORE,
      // The place of another user's stage depends on where the run was cut: the laws of pipelines check that it stays.
      meddle: async () => undefined,
    },
    consent: ['--concurrency', '1', '--allow', 'stage-removal=pipeline:deals/renewals'],
  },
  {
    ...PLAIN,
    name: 'association labels, one call at a time',
    always: true,
    project: { text: LABELS_AFTER },
    surfaces: ['dated'],
    earlier: {
      text: LABELS_BEFORE,
      meddle: (admin) => admin.addLabel({ from: 'contacts', to: 'companies', label: 'Neighbour' }),
    },
    consent: ['--concurrency', '1'],
  },
  {
    ...PLAIN,
    name: 'custom objects, one call at a time',
    always: true,
    project: { text: SCHEMAS_AFTER },
    surfaces: ['dated'],
    earlier: {
      text: SCHEMAS_BEFORE,
      meddle: (admin) => admin.editSchema('ships', { description: 'Of a colleague' }),
    },
    consent: ['--concurrency', '1'],
  },
  {
    ...PLAIN,
    name: 'two-accounts',
    project: { example: 'two-accounts' },
    flags: ['--account', 'production'],
    confirm: ['--confirm', '7007'],
    hubId: 7007,
  },
  {
    ...PLAIN,
    name: 'groups',
    project: {
      text: 'version: 1\nobjects:\n  contacts: { groups: { loyalty: { displayName: L }, sizes: { displayName: S } } }\n',
    },
  },
  {
    ...PLAIN,
    name: 'properties',
    project: {
      text: properties(
        'contacts',
        'contactinformation:',
        `        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [{ value: gold, label: Gold }] }
          since: { label: Since, type: date, fieldType: date }
`,
      ),
    },
  },
  {
    ...PLAIN,
    name: 'properties of two calls',
    always: true,
    project: {
      text: properties(
        'companies',
        'companyinformation:',
        '        properties: { start: { label: Start, type: date, fieldType: date } }\n',
      ),
    },
  },
  {
    ...PLAIN,
    name: 'subscriptions, one call at a time',
    always: true,
    project: {
      text: `version: 1
webhooks:
  - appId: 2001
    subscriptions: [{ eventType: contact.creation, active: true }, { eventType: contact.deletion, active: false }]
`,
    },
    consent: ['--concurrency', '1'],
  },
  {
    ...PLAIN,
    name: 'event-definition properties',
    project: {
      text: `version: 1
eventDefinitions:
  order_placed:
    properties: { total: { label: Total, type: number }, note: { label: Note, type: string } }
`,
    },
  },
  {
    ...PLAIN,
    name: 'association limits',
    project: {
      text: `version: 1
associationLimits:
  - { from: contacts, to: companies, limits: [{ category: SERVICE_DEFINED, typeId: 279, maxToObjectIds: 5 }] }
  - { from: companies, to: contacts, limits: [{ category: SERVICE_DEFINED, typeId: 280, maxToObjectIds: 2 }] }
`,
    },
  },
  {
    ...PLAIN,
    name: 'changes to everything, one call at a time',
    always: true,
    project: { text: AFTER },
    earlier: {
      text: BEFORE,
      meddle: async (admin) => {
        await admin.addOption('contacts', 'tier', { value: 'partner', label: 'Partner' });
        await admin.addProperty('contacts', {
          name: 'foreign',
          label: 'Foreign',
          groupName: 'loyalty',
          type: 'enumeration',
          fieldType: 'select',
          options: [{ value: 'a', label: 'A' }],
        });
      },
    },
    consent: [
      ...['--concurrency', '1', '--allow', 'option-removal=property:contacts/tier', '--allow', 'type-change'],
      ...['--allow', 'limit-purge=association-limit:contacts/companies/WORK/31'],
    ],
    removes: ['silver'],
  },
];

/** Each on either surface. */
export const SCENARIOS: readonly Scenario[] = PROJECTS.flatMap((project) =>
  (project.surfaces ?? SURFACES).map((surface) => ({ ...project, name: `${project.name}, ${surface}`, surface })),
);
