/** The Action: reads inputs and event, runs one command for each account, writes outputs, sets the exit code. */

import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { environmentProxy, systemClock, type Transport, undiciTransport } from '../client/index.ts';
import { proxySecrets } from '../contract/proxy.ts';
import { secret } from '../contract/secret.ts';
import { TrueupError, UsageError } from '../errors.ts';
import { githubClient } from '../github/client.ts';
import { PUBLIC_API, parseRepository } from '../github/repository.ts';
import { loadProject, projectSecrets } from '../index.ts';
import { markdownText } from '../report/escape.ts';
import { EXIT, exitOfError } from '../report/exit.ts';
import { applyAccount } from './apply.ts';
import { driftAccount } from './drift.ts';
import { parseEvent } from './event.ts';
import { errorMarkdown, reportError, reportFailure, reporting } from './failure.ts';
import { requireOwnFiles } from './files.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { commentPlanFailure, planAccount } from './plan.ts';
import { commentApplyFailure } from './report-apply.ts';
import { type AccountResult, NOTHING, type StepResult, stepResult } from './result.ts';
import { accountsOf, configurationEnv, type Run, withAccount } from './run.ts';
import { createStep, type Step } from './step.ts';
import { validateAll } from './validate.ts';

const SECRETS = ['TRUEUP_ACCESS_TOKEN', 'TRUEUP_CLIENT_SECRET', 'TRUEUP_REFRESH_TOKEN', 'INPUT_GITHUB_TOKEN'] as const;

export async function main(): Promise<void> {
  const { env } = process;
  const step = createStep(env, (text) => process.stdout.write(text));
  for (const text of [...SECRETS.map((name) => env[name] ?? ''), ...proxySecrets(env)]) step.redaction.hide(text);
  const controller = new AbortController();
  const stop = () => controller.abort(new TrueupError('interrupted', 'The run was cancelled.'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  let transport: Transport | undefined;
  try {
    transport = undiciTransport({ proxy: environmentProxy(env) });
    const run = await openRun(env, step, { signal: controller.signal, transport });
    await end(step, await runCommand(run));
  } catch (error) {
    reportError(step, error);
    await end(step, { exit: exitOfError(error), outputs: { result: 'failed' } });
  } finally {
    await transport?.close();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

async function end(step: Step, { exit, outputs }: StepResult): Promise<void> {
  for (const [name, value] of Object.entries({ ...outputs, 'exit-code': String(exit) })) await step.output(name, value);
  process.exitCode = exit;
}

type Parts = Pick<Run, 'signal'> & { readonly transport: Transport };

async function openRun(env: Run['env'], step: Step, { signal, transport }: Parts): Promise<Run> {
  const inputs = readInputs(env);
  for (const { value } of inputs.credentials) step.mask(value.reveal());
  const top = env['GITHUB_WORKSPACE'] ?? process.cwd();
  const cwd = resolve(top, inputs['working-directory']);
  const payload = env['GITHUB_EVENT_PATH'];
  const event = parseEvent(
    payload === undefined ? undefined : await readFile(payload, 'utf8'),
    env['GITHUB_SHA'] ?? '',
  );
  const host = () => ({
    repository: parseRepository(env['GITHUB_REPOSITORY']),
    github: githubClient({
      apiUrl: env['GITHUB_API_URL'] ?? PUBLIC_API,
      token: secret(requiredToken(inputs)),
      transport,
      clock: systemClock,
      redaction: step.redaction,
    }),
  });
  const project = await loadProject(inputs.files, { cwd });
  const names = inputs.credentials.map(({ name }) => name);
  for (const one of projectSecrets(project, configurationEnv({ env, inputs }), names))
    step.redaction.hide(one.reveal());
  const [server, repository, id] = [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY'], env['GITHUB_RUN_ID']];
  return {
    inputs,
    env,
    step,
    event,
    clock: systemClock,
    signal,
    cwd,
    folder: relative(top, cwd).replaceAll('\\', '/') || '.',
    project,
    runUrl: server === undefined || id === undefined ? undefined : `${server}/${repository}/actions/runs/${id}`,
    host,
  };
}

function requiredToken(inputs: Inputs): string {
  if (inputs['github-token'] !== '') return inputs['github-token'];
  throw new UsageError('github-token-missing', 'The input github-token is empty.', {
    hint: 'Leave the input at its default, or set comment and issue to false.',
  });
}

/** Only the files of a fork are checked: whatever they name, no secret is available and no token is used. */
async function runCommand(run: Run): Promise<StepResult> {
  if (run.event.pull?.isFork === true && !run.event.pull.isMerged) return validateAll(run, 'neutral');
  if (run.inputs.command === 'validate') return validateAll(run, 'passed');
  requireOwnFiles(run);
  const results: AccountResult[] = [];
  for (const account of accountsOf(run)) results.push(await oneAccount(run, account));
  return stepResult(results);
}

/** A failure for one account does not stop the others. */
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
    await run.step.summary(`### ${run.inputs.command} of ${markdownText(account)} failed\n\n${message}\n`);
    const exit = run.signal.aborted ? EXIT.interrupted : exitOfError(error);
    const result = { account, ...NOTHING, conclusion: 'failed', exit } as const;
    return reporting(run, result, () => commentFailure(run, account, message));
  }
}

async function commentFailure(run: Run, account: string, message: string): Promise<void> {
  if (run.inputs.command === 'plan') await commentPlanFailure(run, account, message);
  if (run.inputs.command === 'apply') await commentApplyFailure(run, account, message);
}
