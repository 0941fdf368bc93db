/** Schema of the fleet section. The accounts are in a database, and the files contain the settings for all of them. */

import { z } from 'zod';
import { DEFAULT_SURFACE, SURFACES } from '../../contract/surfaces.ts';
import { COUNTED, type Counted } from '../../model/fleet.ts';
import { DEFAULT_BASE_URL, SURFACE_MEANINGS, Versions } from './account.ts';

const COUNTED_MEANINGS: Readonly<Record<Counted, string>> = {
  create: 'Accounts in which something is created.',
  update: 'Accounts in which something is updated.',
  remove: 'Accounts in which something is removed.',
  forget: 'Accounts in which a record is dropped.',
  blocked: 'Accounts in which a change is blocked.',
  destructive: 'Accounts that lose values or options.',
  irreversible: 'Accounts with a change that no call undoes.',
  'option-removal': 'Accounts in which options are removed from a list.',
  'limit-purge': 'Accounts in which an association limit is deleted.',
  'type-change': 'Accounts in which a property stores a different type of value.',
  'property-removal': 'Accounts in which a property is archived.',
  'group-removal': 'Accounts in which a property group is deleted.',
  'subscription-removal': 'Accounts in which a webhook subscription is deleted.',
  'event-property-removal': 'Accounts in which a property of an event definition is deleted.',
  'property-restore': 'Accounts in which an archived property is brought back.',
  'max-changes': 'Accounts in which more changes than maxChanges allows.',
};

const threshold = () =>
  z.strictObject({
    percent: z
      .number()
      .min(0)
      .max(100)
      .register(z.globalRegistry, {
        description: 'Share of the accounts that have a plan, in percent.',
        examples: [1],
      }),
    above: z
      .int()
      .min(0)
      .register(z.globalRegistry, {
        description: 'Number of accounts up to which the percentage does not apply.',
        examples: [10],
      }),
  });

export function fleetSchema() {
  return z.strictObject({
    baseUrl: z
      .string()
      .register(z.globalRegistry, {
        description: 'Base URL of the service for every account of the fleet.',
        default: DEFAULT_BASE_URL,
        examples: [DEFAULT_BASE_URL],
      })
      .optional(),
    surface: z
      .enum(SURFACES)
      .register(z.globalRegistry, {
        description: 'Which endpoints are used for every account of the fleet.',
        enumDescriptions: SURFACE_MEANINGS,
        default: DEFAULT_SURFACE,
        examples: ['documented'],
      })
      .optional(),
    versions: Versions.describe('Versions of the dated surface, by resource.').optional(),
    thresholds: z
      .strictObject(
        Object.fromEntries(
          COUNTED.map((name) => [name, threshold().describe(COUNTED_MEANINGS[name]).optional()] as const),
        ),
      )
      .register(z.globalRegistry, {
        description:
          'How many accounts may have a change of some kind. A rollout in which more have one is approved only with consent to it.',
      })
      .optional(),
  });
}
