/** The JSON documents of the commands of a fleet, as schemas: its accounts, its rollouts, and what was planned. */

import { z } from 'zod';
import { INSTALLATION_STATES } from '../../model/installation.ts';
import { PHASES, ROLLOUT_KINDS } from '../../model/rollout.ts';
import {
  CLUSTERS_FORMAT,
  FLEET_ACCOUNTS_FORMAT,
  FLEET_IMPORT_FORMAT,
  FLEET_RESEAL_FORMAT,
  FLEET_WORK_FORMAT,
} from './formats.ts';
import { Count, FindingDocument, Time } from './parts.ts';
import {
  AccountGroupDocument,
  AccountsByState,
  OlderRollouts,
  ReviewedClusterDocument,
  ROLLOUT_SUMMARY,
  RolloutStatusDocument,
} from './rollout.ts';

const SummaryDocument = z.strictObject(ROLLOUT_SUMMARY).meta({ id: 'Rollout' });

export const FleetAccountsDocument = z
  .strictObject({
    format: z.literal(FLEET_ACCOUNTS_FORMAT),
    summary: z.strictObject({ active: Count, paused: Count, revoked: Count, uninstalled: Count }),
    accounts: z.array(
      z.strictObject({
        hubId: z.int(),
        appId: z.string(),
        state: z.enum(INSTALLATION_STATES),
        labels: z.record(z.string(), z.string()),
        scopes: z.array(z.string()),
        changedAt: Time,
      }),
    ),
  })
  .describe('Accounts of a fleet, as printed by trueup fleet accounts --json, also after a change of their state.');

export const FleetImportDocument = z
  .strictObject({
    format: z.literal(FLEET_IMPORT_FORMAT),
    added: Count.describe('Accounts that the fleet did not have.'),
    updated: Count.describe('Accounts that the fleet had: their scopes and labels were replaced.'),
    tokensKept: Count.describe('Of these, accounts that keep their token. The others have that of the list.'),
  })
  .describe('What trueup fleet import did, as printed with --json.');

export const FleetResealDocument = z
  .strictObject({
    format: z.literal(FLEET_RESEAL_FORMAT),
    resealed: Count,
    waiting: Count.describe(
      'Accounts whose tokens are being renewed: older keys are still needed until there are none.',
    ),
    failed: z
      .array(z.strictObject({ hubId: z.int(), code: z.string(), message: z.string() }))
      .describe('Accounts whose tokens no key opens.'),
  })
  .describe('What trueup fleet accounts --reseal did, as printed with --json.');

export const ClustersDocument = z
  .strictObject({
    format: z.literal(CLUSTERS_FORMAT),
    rollout: z.string(),
    kind: z.enum(ROLLOUT_KINDS),
    phase: z.enum(PHASES),
    states: AccountsByState,
    older: z.array(z.string()).describe('Rollouts in review that have accounts of this one, which is newer.'),
    underWay: OlderRollouts,
    clusters: z.array(ReviewedClusterDocument).describe('Largest first.'),
    unplanned: z
      .array(AccountGroupDocument)
      .describe('Accounts that could not be planned, and those that are left out, with the reasons.'),
    findings: z.array(FindingDocument).describe('Thresholds that are broken.'),
  })
  .describe(
    'What was planned for a fleet, as printed by trueup fleet plan, drift, revert, clusters and approve with --json.',
  );

export const StatusDocument = RolloutStatusDocument.extend({
  rollouts: z.array(SummaryDocument).optional().describe('All rollouts, newest first, if no rollout was named.'),
});

export const FleetWorkDocument = z
  .strictObject({
    format: z.literal(FLEET_WORK_FORMAT),
    ran: Count.describe('Accounts that this worker ran to a result.'),
    rollouts: z.array(SummaryDocument).describe('Those that were under way.'),
  })
  .describe('What a worker did, as printed by trueup fleet work --json when it ends.');
