/** Projects with association labels of contacts and companies, and an account to apply them to. */

import { SCHEMA_LAG_MS } from '../../../src/contract/association-labels.ts';
import type { Outcome } from '../../../src/index.ts';
import type { Consent } from '../../../src/model/policy.ts';
import { HUB } from '../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../dated-world.ts';

export interface LabelsWorld extends DatedWorld {
  /** Plans and applies the project. Skips blocked changes. */
  applied(text: string, allow?: readonly Consent[]): Promise<readonly Outcome[]>;
  /** Actions of a new plan, by address. */
  planned(text: string, allow?: readonly Consent[]): Promise<readonly string[]>;
  /** Directions of each label of the account, as `from > to name: text`. */
  labels(): Promise<readonly string[]>;
  /** Limits of the account, as `from > to text: maximum`. */
  limits(): Promise<readonly string[]>;
  /** Endpoints of the writes since the last time. */
  writes(): Promise<readonly string[]>;
  /** Waits until the account shows the name of each label. */
  untilNamed(): Promise<void>;
  admin(): ReturnType<DatedWorld['service']['admin']>;
}

export async function aLabelsWorld(): Promise<LabelsWorld> {
  const world = await aDatedWorld();
  const shown = async () => (await world.snapshot()).associationLabels.filter(({ label }) => label !== null);
  return {
    ...world,
    async applied(text, allow = []) {
      const reconciler = world.project(text);
      return (await reconciler.apply(await reconciler.plan({ allow }), { skipBlocked: true })).outcomes;
    },
    planned: async (text, allow = []) =>
      (await world.project(text).plan({ allow })).changes.map(({ action, address }) => `${action} ${address}`),
    labels: async () => (await shown()).map(({ from, to, name, label }) => `${from} > ${to} ${name}: ${label}`).sort(),
    limits: async () => {
      const labels = await shown();
      const { limits } = await world.snapshot();
      return limits.map(({ from, to, typeId, maxToObjectIds }) => {
        const text = labels.find((one) => one.typeId === typeId)?.label ?? typeId;
        return `${from} > ${to} ${text}: ${maxToObjectIds}`;
      });
    },
    writes: async () => (await world.called()).filter((endpoint) => !/^(list|read)/.test(endpoint)),
    untilNamed: () => world.clock.sleep(SCHEMA_LAG_MS),
    admin: () => world.service.admin(HUB),
  };
}

/** Labels from contacts to companies, each in the form of YAML. */
export function labelled(...labels: readonly string[]): string {
  return `associationLabels: [{ from: contacts, to: companies, labels: [${labels.join(', ')}] }]\n`;
}

/** Limits from contacts to companies. */
export function limited(...limits: readonly string[]): string {
  return `associationLimits: [{ from: contacts, to: companies, limits: [${limits.join(', ')}] }]\n`;
}

export const BILLING = '{ name: billing, label: Billing contact, inverseLabel: Billed by }';
export const OWNER = '{ name: owner, label: Owner }';
export const BILLING_AT = 'association-label:contacts/companies/billing';
export const OWNER_AT = 'association-label:contacts/companies/owner';
export const OWNER_LIMIT = '{ label: Owner, maxToObjectIds: 3 }';
export const OWNER_LIMIT_AT = 'association-limit:contacts/companies/USER_DEFINED/Owner';

/** A project with both labels and a limit on one of them. */
export const BOTH = `${labelled(BILLING, OWNER)}${limited(OWNER_LIMIT)}`;
/** The labels that it makes, in both directions. */
export const MADE = [
  'companies > contacts billing: Billed by',
  'companies > contacts owner: Owner',
  'contacts > companies billing: Billing contact',
  'contacts > companies owner: Owner',
];
