/** The Action: reads inputs and event, runs one command for each account, writes outputs, sets the exit code. */

import { environmentProxy, type Transport, undiciTransport } from '../client/index.ts';
import { proxySecrets } from '../contract/proxy.ts';
import { OvertakenError, TrueupError } from '../errors.ts';
import { markdownText } from '../report/escape.ts';
import { EXIT, exitOfError } from '../report/exit.ts';
import { applyAccount } from './apply.ts';
import { driftAccount } from './drift.ts';
import { isForeign } from './event.ts';
import { errorMarkdown, reportError, reportFailure, reporting } from './failure.ts';
import { requireFilesInside, requireOwnFiles } from './files.ts';
import { openRun } from './open-run.ts';
import { planAccount, reportPlanFailure } from './plan.ts';
import { reportApplyFailure } from './report-not-applied.ts';
import { type AccountResult, NOTHING, type StepResult, stepResult } from './result.ts';
import { accountsOf, type Run } from './run.ts';
import { createStep, type Step } from './step.ts';
import { validateAll } from './validate.ts';
import { requireCredentials } from './variables.ts';
import { withAccount, withTokens } from './with-account.ts';

const SECRETS = ['TRUEUP_ACCESS_TOKEN', 'TRUEUP_CLIENT_SECRET', 'TRUEUP_REFRESH_TOKEN', 'INPUT_GITHUB_TOKEN'] as const;

export async function main(): Promise<void> {
  const controller = new AbortController();
  const stop = () => controller.abort(new TrueupError('interrupted', 'The run was cancelled.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const { env } = process;
    process.exitCode = await runStep({ env, write: (text) => process.stdout.write(text), signal: controller.signal });
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** Parts of the process that a step uses. */
export interface StepProcess {
  readonly env: Run['env'];
  /** To stdout. */
  write(text: string): void;
  readonly signal: AbortSignal;
}

/** Gives the exit code. */
export async function runStep({ env, write, signal }: StepProcess): Promise<number> {
  const step = createStep(env, write);
  for (const text of [...SECRETS.map((name) => env[name] ?? ''), ...proxySecrets(env)]) step.redaction.hide(text);
  let transport: Transport | undefined;
  try {
    transport = undiciTransport({ proxy: environmentProxy(env) });
    const run = await openRun(env, step, { signal, transport });
    return await end(step, await runCommand(run));
  } catch (error) {
    reportError(step, error);
    await step.summary(`### trueup failed\n\n${errorMarkdown(error)}\n`);
    return await end(step, { exit: exitOfError(error), outputs: { result: 'failed' } });
  } finally {
    await transport?.close();
  }
}

async function end(step: Step, { exit, outputs }: StepResult): Promise<number> {
  for (const [name, value] of Object.entries({ ...outputs, 'exit-code': String(exit) })) await step.output(name, value);
  return exit;
}

/** Files that may come from a fork are only checked. No token is used, whatever they name. */
async function runCommand(run: Run): Promise<StepResult> {
  const { trust, why } = run.checkout;
  if (run.inputs.command === 'validate')
    return validateAll(run, isForeign(run.event) ? { title: 'checkout-unproven', why } : undefined);
  if (trust !== 'confirmed')
    return validateAll(run, { title: 'checkout-unproven', why, isRefused: trust === 'unclear' });
  if (lacksSecrets(run)) return validateAll(run, { title: 'secrets-missing', why: DEPENDABOT });
  requireOwnFiles(run);
  requireFilesInside(run);
  requireCredentials(run.inputs);
  const ready = await withTokens(run);
  const results: AccountResult[] = [];
  for (const account of accountsOf(ready)) results.push(await oneAccount(ready, account));
  return stepResult(results);
}

const DEPENDABOT = 'A run that Dependabot starts sees no secrets of Actions, only those of Dependabot';

/** Dependabot opens pull requests for actions and packages, which never concern the schema. */
function lacksSecrets({ env, event, inputs }: Run): boolean {
  const isDependabot = env['GITHUB_ACTOR'] === 'dependabot[bot]' && event.pull?.isMerged === false;
  return isDependabot && inputs.credentials.some(({ value }) => value === undefined);
}

/** A failure for one account does not stop the others. */
async function oneAccount(run: Run, account: string): Promise<AccountResult> {
  try {
    return await withAccount(run, account, (reconciler) => {
      switch (run.inputs.command) {
        case 'apply':
          return applyAccount(run, account, reconciler);
        case 'drift':
          return driftAccount(run, account, reconciler);
        default:
          return planAccount(run, account, reconciler);
      }
    });
  } catch (error) {
    reportFailure(run, error);
    const text = `### ${run.inputs.command} of ${markdownText(account)} failed\n\n${errorMarkdown(error)}`;
    await run.step.summary(`${text}\n`);
    const exit = run.signal.aborted ? EXIT.interrupted : exitOfError(error);
    const result = { account, ...NOTHING, conclusion: 'failed', exit } as const;
    return reporting(run, result, () => commentFailure(run, account, error, text));
  }
}

async function commentFailure(run: Run, account: string, error: unknown, text: string): Promise<void> {
  if (run.inputs.command === 'plan') await reportPlanFailure(run, account, text);
  // Of an old job the comment says nothing: that of its commit is over, and a newer run reports.
  if (run.inputs.command === 'apply' && !(error instanceof OvertakenError))
    await reportApplyFailure(run, account, text);
}
