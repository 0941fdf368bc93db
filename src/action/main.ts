/** The Action: reads inputs and event, runs one command for each account, writes outputs, sets the exit code. */

import { environmentProxy, type Transport, undiciTransport } from '../client/index.ts';
import { proxySecrets } from '../contract/proxy.ts';
import { TrueupError } from '../errors.ts';
import { commandData, markdownText, terminalLine } from '../report/escape.ts';
import { EXIT, exitOfError } from '../report/exit.ts';
import { applyAccount } from './apply.ts';
import { driftAccount } from './drift.ts';
import { tellEarlierPlans } from './earlier-plan.ts';
import { isForeign } from './event.ts';
import {
  errorMarkdown,
  type FailureText,
  hostErrorMarkdown,
  reportError,
  reportFailure,
  reporting,
} from './failure.ts';
import { requireFilesInside, requireOwnFiles } from './files.ts';
import { openRun } from './open-run.ts';
import { commentPlanFailure, planAccount } from './plan.ts';
import { commentApplyFailure } from './report-apply.ts';
import { type AccountResult, NOTHING, type StepResult, stepResult } from './result.ts';
import { accountsOf, knowsAccounts, type Run } from './run.ts';
import { createStep, type Step } from './step.ts';
import { type Unread, validateAll } from './validate.ts';
import { requireCredentials } from './variables.ts';
import { withAccount, withTokens } from './with-account.ts';

const SECRETS = ['TRUEUP_ACCESS_TOKEN', 'TRUEUP_CLIENT_SECRET', 'TRUEUP_REFRESH_TOKEN', 'INPUT_GITHUB_TOKEN'] as const;

/** Where no account is known that it is about. */
const FAILED = 'trueup failed';

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

/** What the step has of its process. */
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
    return await end(step, await runAtAll(run));
  } catch (error) {
    reportError(step, error);
    await step.summary(`### ${FAILED}\n\n${errorMarkdown(error)}\n`);
    return await end(step, { exit: exitOfError(error), outputs: { result: 'failed' } });
  } finally {
    await transport?.close();
  }
}

async function end(step: Step, { exit, outputs }: StepResult): Promise<number> {
  for (const [name, value] of Object.entries({ ...outputs, 'exit-code': String(exit) })) await step.output(name, value);
  return exit;
}

/** What ends the run before it plans says so where an earlier plan is shown. */
async function runAtAll(run: Run): Promise<StepResult> {
  try {
    return await runCommand(run);
  } catch (error) {
    await tellEarlierPlans(run);
    throw error;
  }
}

/** Only the files are checked of what may come from a fork: whatever they name, no token is used. */
async function runCommand(run: Run): Promise<StepResult> {
  const { trust, why } = run.checkout;
  const isOurs = trust === 'proven' || (run.inputs.command === 'validate' && !isForeign(run.event));
  if (!isOurs) return unread(run, { title: 'checkout-unproven', why, isRefused: trust === 'unclear' });
  if (run.inputs.command === 'validate') return validateAll(run);
  if (lacksSecrets(run)) return unread(run, { title: 'secrets-missing', why: DEPENDABOT });
  requireOwnFiles(run);
  requireFilesInside(run);
  requireCredentials(run.inputs);
  const ready = await withTokens(run);
  const results: AccountResult[] = [];
  for (const account of accountsOf(ready)) {
    const stopped = run.inputs['stop-on-failure']
      ? results.find(({ conclusion }) => conclusion === 'failed')
      : undefined;
    results.push(stopped === undefined ? await oneAccount(ready, account) : await skipped(ready, account, stopped));
  }
  return stepResult(results);
}

async function unread(run: Run, why: Unread): Promise<StepResult> {
  await tellEarlierPlans(run);
  return validateAll(run, why);
}

const DEPENDABOT = 'A run that Dependabot starts sees no secrets of Actions, only those of Dependabot';

/** It opens pull requests for actions and packages; none of them is about the schema. */
function lacksSecrets({ env, event, inputs }: Run): boolean {
  const isDependabot = env['GITHUB_ACTOR'] === 'dependabot[bot]' && event.pull?.isMerged === false;
  return isDependabot && inputs.credentials.some(({ value }) => value === undefined);
}

async function skipped(run: Run, account: string, { account: failed }: AccountResult): Promise<AccountResult> {
  const why = `${run.inputs.command} of ${terminalLine(account)} was skipped, because ${terminalLine(failed)} failed.`;
  run.step.annotate([`::warning title=account-skipped::${commandData(why)}`]);
  await run.step.summary(`### ${run.inputs.command} of ${markdownText(account)} skipped\n\n${markdownText(why)}\n`);
  return { account, ...NOTHING, conclusion: 'neutral', exit: EXIT.done };
}

/** A failure for one account does not stop the others, unless `stop-on-failure` says so. */
async function oneAccount(run: Run, account: string): Promise<AccountResult> {
  try {
    return await withAccount(run, account, (reconciler, ledger) => {
      switch (run.inputs.command) {
        case 'apply':
          return applyAccount(run, account, reconciler, ledger);
        case 'drift':
          return driftAccount(run, account, reconciler);
        default:
          return planAccount(run, account, reconciler);
      }
    });
  } catch (error) {
    reportFailure(run, error);
    const message = errorMarkdown(error);
    const top = hostErrorMarkdown(error);
    const what = knowsAccounts(run) ? `${run.inputs.command} of ${markdownText(account)} failed` : FAILED;
    await run.step.summary(`${top}### ${what}\n\n${message}\n`);
    const exit = run.signal.aborted ? EXIT.interrupted : exitOfError(error);
    const result = { account, ...NOTHING, conclusion: 'failed', exit } as const;
    return reporting(run, result, () => commentFailure(run, account, { top, message }));
  }
}

async function commentFailure(run: Run, account: string, failure: FailureText): Promise<void> {
  if (run.inputs.command === 'plan') await commentPlanFailure(run, account, failure);
  if (run.inputs.command === 'apply') await commentApplyFailure(run, account, failure);
}
