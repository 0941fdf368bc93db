/** Fixes of a finding, an outcome or an error, as a schema: one form for each action. */

import { z } from 'zod';
import type { Fix } from '../../model/fix.ts';
import { CONSENT_NAMES } from '../../model/risk.ts';
import { AddressString } from './address.ts';

const addresses = z.array(AddressString);
const of = <A extends Fix['action'], S extends z.core.$ZodLooseShape>(action: A, shape: S) =>
  z.strictObject({ action: z.literal(action), ...shape });

export const FixForms = z
  .discriminatedUnion('action', [
    of('settle', { addresses, as: z.enum(['applied', 'not-applied']) }),
    of('adopt', { addresses, overwrite: z.literal(true).exactOptional(), when: z.literal('changed').exactOptional() }),
    of('forget', { addresses, when: z.enum(['gone', 'removed', 'kept']) }),
    of('restore-file', { file: z.string() }),
    of('repair-ledger', {}),
    of('list-ledger', {}),
    of('list-runs', {}),
    of('list-declared', {}),
    of('use-ledger', { folder: z.string().exactOptional() }),
    of('allow', {
      risk: z.enum(CONSENT_NAMES),
      address: z.string().exactOptional().describe('Address of a resource; for host-change, a host.'),
    }),
    of('overwrite', { addresses }),
    of('target', { addresses }),
    of('skip-blocked', {}),
    of('save-plan', {}),
    of('confirm', { hubId: z.int().nullable() }),
    of('apply', { addresses, overwrite: z.literal(true).exactOptional() }),
    of('choose-account', { names: z.array(z.string()) }),
    of('allow-host', { host: z.string() }),
    of('pass-files', { paths: z.array(z.string()) }),
    of('start-project', {}),
    of('set-developer-key', { app: z.string() }),
    of('export-webhooks', { app: z.string() }),
    of('log-in', { account: z.string().exactOptional(), variable: z.string().exactOptional() }),
  ])
  .meta({ id: 'Fix', description: 'An action that resolves it.' });

const Fixes: z.ZodType<readonly Fix[]> = z.array(FixForms);

/** Advice in findings, outcomes and errors. */
export const advice = { hint: z.string().exactOptional(), fix: Fixes.exactOptional() };
