/** The inputs of the Action: one schema, which action.yml must match. */

import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { terminalLine } from '../report/escape.ts';
import {
  addresses,
  consents,
  credentials,
  digests,
  flag,
  hosts,
  lines,
  noticeAddress,
  policyDigests,
  tokenCommands,
  variableNames,
  wholeNumber,
} from './input-forms.ts';

export const ActionInputs = z.strictObject({
  command: z.enum(['plan', 'apply', 'drift', 'validate']).describe('plan, apply, drift or validate.'),
  'working-directory': z.string().default('.').describe('Folder that files and ledger are relative to.'),
  files: lines.prefault('trueup.yaml').describe('Files and folders of the configuration, one per line.'),
  account: lines.prefault('').describe('Accounts in the configuration, one per line; all if empty.'),
  credentials: credentials
    .prefault('')
    .describe(
      `Values that auth and apps refer to as \${env.NAME}, one per line: NAME=VALUE. Usable nowhere else, and not visible to other steps or in the log.`,
    ),
  environment: variableNames
    .prefault('')
    .describe(
      `Variables of the job that the files may use as \${env.NAME} anywhere but in auth and apps, one name per line.`,
    ),
  'allowed-hosts': hosts
    .prefault('')
    .describe(
      'Hosts that tokens may be sent to, one per line: HOST, HOST:PORT or *.DOMAIN. If empty, those of the vendor.',
    ),
  'token-command': tokenCommands
    .prefault('')
    .describe(
      'Programs whose output is a credential, one per line: NAME=PROGRAM ARGUMENTS. Run without a shell in working-directory, and again when the service refuses the token.',
    ),
  ledger: z
    .string()
    .default('')
    .describe(
      'Folder of the ledgers, or branch:NAME for a branch of this repository; .trueup next to the first file if empty.',
    ),
  allow: consents
    .prefault('')
    .describe(
      'Risks to allow, one per line: RISK=ADDRESS or host-change=URL. A removal names an address, or a pattern such as property:contacts/old_*.',
    ),
  target: addresses.prefault('').describe('Only these addresses and their dependencies, one per line.'),
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
      'apply: digest of the plan to apply, instead of the one that the pull request recorded; ACCOUNT=DIGEST, separated by blanks or lines, for several accounts.',
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
  issue: flag
    .prefault('true')
    .describe('Whether drift, and an apply that no pull request can be told of, opens, updates and closes its issue.'),
  'notice-url': noticeAddress
    .prefault('')
    .describe(
      'drift: address to which a JSON object with a text is posted when drift appears or ends; without an issue, by every run that finds some.',
    ),
  'fail-on': z
    .enum(['blocked', 'destructive', 'changes', 'never'])
    .default('blocked')
    .describe(
      'Results that fail the step in addition to errors: blocked, destructive (includes blocked), changes or drift (includes both), or never.',
    ),
  'policy-sha256': policyDigests
    .prefault('')
    .describe(
      'plan and apply: SHA-256 of the policies that are accepted, one per line; any if empty. A plan shows that of its account.',
    ),
  'lock-wait': wholeNumber(0, 21_600)
    .prefault('300')
    .describe('apply: seconds to wait for another run that uses the same ledger.'),
  'github-token': z.string().default('').describe('Token for comments, issues and the ledger branch.'),
});

export type Inputs = z.infer<typeof ActionInputs>;

/** Reads the variables INPUT_*. An empty variable counts as absent. Throws UsageError with every invalid input. */
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
