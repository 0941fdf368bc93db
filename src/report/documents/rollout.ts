/** The JSON documents of a rollout, as schemas: how it stands, and everything that there is to tell of it. */

import { z } from 'zod';
import { ACTIONS, RISKS } from '../../model/change.ts';
import { RISK_NAMES } from '../../model/risk.ts';
import {
  ASKED_FOR,
  AWAITED,
  FAILED_FOR,
  PHASES,
  ROLLOUT_KINDS,
  STANDINGS,
  TARGET_STATES,
} from '../../model/rollout.ts';
import { ROLLOUT_REPORT_FORMAT } from '../../model/rollout-report.ts';
import { ROLLOUT_STATUS_FORMAT } from '../../model/rollout-status.ts';
import { DriftDocument } from './drift.ts';
import { Count, FindingDocument, Time } from './parts.ts';
import { PlanDocument } from './plan.ts';

export const AccountsByState = z
  .partialRecord(z.enum(TARGET_STATES), Count)
  .describe('Number of accounts in each state; states without any are left out.');
const MaybeTime = Time.nullable();
const Wave = z.int().min(1);
const HubIds = z.array(z.int()).describe('Ascending.');
const Because = z.enum(FAILED_FOR).nullable().describe('Why it was put off or failed.');

/** What a list tells of each rollout, and its status too. */
export const ROLLOUT_SUMMARY = {
  rollout: z.string(),
  kind: z.enum(ROLLOUT_KINDS),
  phase: z.enum(PHASES),
  note: z.string().describe('What it is of, such as a commit; may be empty.'),
  by: z.string().nullable().describe('Who made it.'),
  reverts: z.string().nullable().describe('Of a revert, the rollout that it puts back.'),
  revertedBy: z
    .strictObject({ rollout: z.string(), phase: z.enum(PHASES) })
    .nullable()
    .describe(
      'The newest rollout that puts this one back, or was aborted after it had put back a part: this one does not go on.',
    ),
  createdAt: Time,
  wave: Count.describe('The last open wave, from 1; 0 before the first.'),
  states: AccountsByState,
};

const WaveDocument = z.strictObject({
  wave: Wave,
  takes: z.string().describe('As written: 10%, 20 or ring=canary.'),
  accounts: Count,
  changing: Count.describe('Accounts to be changed; the share of failures is measured with them.'),
  states: AccountsByState,
  startedAt: MaybeTime,
  endedAt: MaybeTime.describe('When all its accounts had a result.'),
});

export const OlderRollouts = z
  .array(
    z.strictObject({
      rollout: z.string(),
      phase: z.enum(PHASES),
      accounts: Count.describe('How many accounts of this one it still has to run.'),
    }),
  )
  .describe('While it is in review, the older rollouts under way that have accounts of it.');

export const RolloutStatusDocument = z
  .strictObject({
    format: z.literal(ROLLOUT_STATUS_FORMAT),
    ...ROLLOUT_SUMMARY,
    at: Time.describe('When it was read.'),
    startedAt: MaybeTime,
    endedAt: MaybeTime.describe('When it was done or aborted.'),
    waves: z.array(WaveDocument),
    inNoWave: AccountsByState.describe('Accounts that are in no wave, such as those that wait for approval.'),
    soak: z.strictObject({ ms: Count, until: MaybeTime }),
    errorBudget: z.strictObject({
      maxFailedPercent: z.number(),
      maxUncertain: Count,
      spent: z.string().nullable().describe('Why it is spent.'),
    }),
    workers: Count.describe('Workers of the fleet that send heartbeats.'),
    asked: z
      .strictObject({ what: z.enum(ASKED_FOR), by: z.string().nullable(), at: Time })
      .nullable()
      .describe('What a person last asked of it; null before it is started.'),
    newer: z
      .strictObject({ rollout: z.string(), accounts: Count.describe('How many of its accounts that one has.') })
      .nullable()
      .describe(
        'While it is in review, the newest rollout that has accounts of it; while it is under way, the last one started after it that has accounts left here.',
      ),
    underWay: OlderRollouts,
    waitsFor: z
      .strictObject({ what: z.enum(AWAITED), until: MaybeTime })
      .nullable()
      .describe('What is next; null if it is over.'),
  })
  .describe('How a rollout stands.');

export const ReviewedClusterDocument = z
  .strictObject({
    shape: z.string().describe('It is approved by the first eight or more digits.'),
    standing: z.enum(STANDINGS),
    actions: z.partialRecord(z.enum(ACTIONS), Count),
    severities: z.array(z.enum(RISKS)),
    risks: z.array(z.enum(RISK_NAMES)),
    accounts: Count,
    waiting: Count.describe('Of these, how many wait for approval.'),
    sampleHub: z.int().describe('The account that the sample is of.'),
    approvedBy: z.string().nullable(),
    drift: z
      .strictObject({ drifted: Count, gone: Count, unseen: Count.describe('Their read failed.') })
      .nullable()
      .describe('Of a rollout of the kind drift: how many resources of each account are so.'),
  })
  .describe('Accounts whose plans do the same.');

const ClusterDocument = ReviewedClusterDocument.extend({
  states: AccountsByState,
  hubIds: HubIds,
  sample: z.union([PlanDocument, DriftDocument]).describe('A plan; of a rollout of the kind drift, what has drifted.'),
}).describe('Accounts whose plans do the same.');

export const AccountGroupDocument = z.strictObject({
  state: z.enum(TARGET_STATES),
  because: Because,
  message: z.string().nullable(),
  hubIds: HubIds,
});

export const RolloutReportDocument = z
  .strictObject({
    format: z.literal(ROLLOUT_REPORT_FORMAT),
    status: RolloutStatusDocument,
    findings: z.array(FindingDocument).describe('Thresholds that are broken.'),
    clusters: z.array(ClusterDocument).describe('Largest first.'),
    accounts: z
      .array(AccountGroupDocument)
      .describe('Accounts of which the same is to be said; what went wrong first.'),
    events: z
      .array(
        z.strictObject({
          at: Time,
          kind: z.string(),
          wave: Wave.nullable(),
          by: z.string().nullable().describe('Who asked for it.'),
          message: z.string().nullable(),
        }),
      )
      .describe('Oldest first.'),
  })
  .describe('Everything that there is to tell of a rollout.');
