/** The inputs of the Action: one schema, which action.yml must match. */

import { z } from 'zod';
import { defined } from '../contract/defined.ts';
import { secret } from '../contract/secret.ts';
import { UsageError } from '../errors.ts';
import { isAddress } from '../model/address.ts';
import { parseConsent } from '../model/consent.ts';
import { RISK_NAMES } from '../model/risk.ts';
import { terminalLine } from '../report/escape.ts';

const lines = z.string().transform((text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
);
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const wholeNumber = (least: number, most: number) =>
  z.string().regex(/^\d+$/, 'is not a whole number').transform(Number).pipe(z.int().min(least).max(most));
const addresses = lines.pipe(
  z.array(z.string().refine(isAddress, 'is not an address such as property:contacts/loyaltytier')),
);
/** `DIGEST`, or `ACCOUNT=DIGEST` for one of several. */
const digests = lines.transform((texts, context) =>
  texts.flatMap((text) => {
    const [, account, digest] = /^(?:(.+)=)?([0-9a-f]{20})$/.exec(text) ?? [];
    if (digest !== undefined) return [{ digest, ...defined({ account }) }];
    context.addIssue({ code: 'custom', message: `${text}: a digest has 20 hex digits, alone or as ACCOUNT=DIGEST` });
    return [];
  }),
);
/** A missing secret, as in a fork, leaves an empty value: then the name is not set. Invalid values are never shown. */
const credentials = lines.transform((texts, context) =>
  texts.flatMap((text, index) => {
    const { name, value } = /^(?<name>[A-Za-z_]\w*)=\s*(?<value>.*)$/.exec(text)?.groups ?? {};
    if (name !== undefined && value !== undefined) return value === '' ? [] : [{ name, value: secret(value) }];
    context.addIssue({ code: 'custom', message: `entry ${index + 1} is not NAME=VALUE` });
    return [];
  }),
);
const consents = lines.transform((texts, context) =>
  texts.flatMap((text) => {
    const consent = parseConsent(text);
    if (consent !== undefined) return [consent];
    context.addIssue({
      code: 'custom',
      message: `${text}: the risks are ${RISK_NAMES.join(', ')}, alone or as RISK=ADDRESS, and host-change=URL`,
    });
    return [];
  }),
);

export const ActionInputs = z.strictObject({
  command: z.enum(['plan', 'apply', 'drift', 'validate']).describe('plan, apply, drift or validate.'),
  'working-directory': z.string().default('.').describe('Folder that files and ledger are relative to.'),
  files: lines.prefault('trueup.yaml').describe('Files and folders of the configuration, one per line.'),
  account: lines.prefault('').describe('Accounts in the configuration, one per line; all if empty.'),
  credentials: credentials
    .prefault('')
    .describe(
      `Values that auth and apps refer to as \${env.NAME}, one per line: NAME=VALUE. Not visible to other steps or in the log.`,
    ),
  ledger: z
    .string()
    .default('')
    .describe(
      'Folder of the ledgers, or branch:NAME for a branch of this repository; .trueup next to the first file if empty.',
    ),
  allow: consents.prefault('').describe('Risks to allow, one per line: RISK, RISK=ADDRESS or host-change=URL.'),
  target: addresses.prefault('').describe('Only these addresses and what they depend on, one per line.'),
  overwrite: addresses.prefault('').describe('Addresses whose held drift is overwritten, one per line.'),
  'skip-blocked': flag.prefault('false').describe('apply: apply the other changes if some are blocked.'),
  concurrency: wholeNumber(1, 64).prefault('8').describe('apply: maximum concurrent calls.'),
  review: z
    .enum(['required', 'none'])
    .default('required')
    .describe('apply: required applies only a plan that matches the reviewed one; none applies a new plan.'),
  digest: digests
    .prefault('')
    .describe(
      'apply: digest of the reviewed plan, instead of the comment; ACCOUNT=DIGEST, one per line, for several accounts.',
    ),
  'plan-file': z
    .string()
    .default('')
    .describe(
      'plan: where to save the plan; apply: the reviewed plan. {account} is replaced by the name of the account.',
    ),
  'report-file': z
    .string()
    .default('')
    .describe(
      'plan, apply and drift: where to save an HTML page of the plan, the outcome or the drift. {account} is replaced by the name of the account.',
    ),
  comment: flag.prefault('true').describe('Whether plan and apply comment on the pull request.'),
  'comment-author': z
    .string()
    .default('github-actions[bot]')
    .describe('Login that github-token writes as; comments and issues by others are ignored.'),
  issue: flag.prefault('true').describe('Whether drift opens, updates and closes its issue.'),
  'fail-on': z
    .enum(['blocked', 'destructive', 'changes', 'never'])
    .default('blocked')
    .describe(
      'What fails the step besides errors: blocked; destructive (includes blocked); changes or drift (includes both); never.',
    ),
  'lock-wait': wholeNumber(0, 21_600)
    .prefault('300')
    .describe('apply: seconds to wait for another run that uses the same ledger.'),
  'github-token': z.string().default('').describe('Token for comments, issues and the ledger branch.'),
});

export type Inputs = z.infer<typeof ActionInputs>;

/** From the variables INPUT_*; an empty one counts as omitted. Throws UsageError that names every invalid one. */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const given = Object.keys(ActionInputs.shape).flatMap((name) => {
    const value = env[inputVariable(name)];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const parsed = ActionInputs.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${terminalLine(issue.message)}`);
  throw new UsageError('inputs-invalid', `Invalid Action inputs: ${issues.join('; ')}.`);
}

/** `INPUT_WORKING_DIRECTORY`: a name that every shell passes on. */
export function inputVariable(name: string): string {
  return `INPUT_${name.toUpperCase().replaceAll('-', '_')}`;
}
