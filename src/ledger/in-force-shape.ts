/** The shape of the policy in force in a ledger. */

import { z } from 'zod';
import { RULE_NAMES } from '../model/policy.ts';
import { CONSENT_NAMES } from '../model/risk.ts';

const Provenance = z.strictObject({ file: z.string(), line: z.int(), column: z.int() });
const Day = z.string();

const Policy = z.strictObject({
  allow: z.array(
    z.strictObject({
      risk: z.enum(CONSENT_NAMES),
      address: z.string().exactOptional(),
      reason: z.string().exactOptional(),
      until: Day.exactOptional(),
      provenance: Provenance.exactOptional(),
    }),
  ),
  maxChanges: z.strictObject({ percent: z.number(), above: z.number() }),
  rules: z.partialRecord(
    z.enum(RULE_NAMES),
    z.strictObject({
      severity: z.enum(['error', 'warning', 'info', 'off']),
      parameters: z.record(z.string(), z.json()),
    }),
  ),
  waivers: z.array(
    z.strictObject({
      finding: z.string(),
      address: z.string().exactOptional(),
      reason: z.string(),
      until: Day,
      provenance: Provenance,
    }),
  ),
});

export const InForceShape = z.strictObject({
  terms: z.strictObject({ protected: z.boolean(), drift: z.enum(['revert', 'hold']), policy: Policy }),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .exactOptional(),
});
