/** The Action: reads inputs and event, runs one command for each account, writes outputs, sets the exit code. */

import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { environmentProxy, systemClock, type Transport, undiciTransport } from '../client/index.ts';
import { proxySecrets } from '../contract/proxy.ts';
import { secret } from '../contract/secret.ts';
import { OvertakenError, TrueupError, UsageError } from '../errors.ts';
import { projectSecrets, readProject } from '../faces.ts';
import { githubClient } from '../github/client.ts';
import { PUBLIC_API, parseRepository } from '../github/repository.ts';
import { validateProject } from '../index.ts';
import { commandData, markdownText, terminalLine } from '../report/escape.ts';
import { EXIT, exitOfError, exitOfFindings } from '../report/exit.ts';
import { findingsWithin } from '../report/markdown/findings.ts';
import { findingCounts, findingsText } from '../report/text/findings.ts';
import { count } from '../report/text/layout.ts';
import { applyAccount } from './apply.ts';
import { checkedOut } from './checkout.ts';
import { checkoutAround } from './checkout-commit.ts';
import { driftAccount } from './drift.ts';
import { isForeign, parseEvent } from './event.ts';
import { errorMarkdown, reportError, reportFailure, reporting } from './failure.ts';
import { requireFilesInside, requireOwnFiles } from './files.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { requireInside } from './inside.ts';
import { planAccount, reportPlanFailure } from './plan.ts';
import { reportApplyFailure } from './report-not-applied.ts';
import { type AccountResult, type Conclusion, NOTHING, type StepResult, stepResult } from './result.ts';
import { accountsOf, type Run } from './run.ts';
import { annotate, summaryLimit, textStyle } from './show.ts';
import { createStep, type Step } from './step.ts';
import { configurationOptions, requireCredentials, requireListable } from './variables.ts';
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

/** Why no account is read in place of the command. */
interface Unread {
  /** Title of the annotation. */
  readonly title: 'checkout-unproven' | 'secrets-missing';
  /** A clause without a full stop. */
  readonly why: string;
  /** True if a person must read the result before a merge. */
  readonly isRefused?: boolean;
}

/** Returns neutral if the command would have read an account. Returns failed if the result would let unchecked files through. */
async function validateAll(run: Run, unread?: Unread): Promise<StepResult> {
  const { findings, accounts } = validateProject(run.project, {
    accounts: run.inputs.account,
    ...configurationOptions(run),
    now: run.clock.now(),
  });
  const found = exitOfFindings(findings);
  const exit = found === EXIT.done && unread?.isRefused === true ? EXIT.refused : found;
  if (findings.length > 0) run.step.log(`${findingsText(findings, textStyle(run))}\n`);
  const counted = findings.length === 0 ? 'no findings' : findingCounts(findings);
  const line = `${count(run.project.files.length, 'file')}, ${count(accounts, 'account')}: ${counted}.`;
  run.step.log(`${line}\n`);
  annotate(run, findings);
  const why =
    unread === undefined ? [] : [`${terminalLine(unread.why)}. Only the files were checked; no account was read.`];
  const severity = unread?.isRefused === true ? 'error' : 'warning';
  for (const text of why) run.step.annotate([`::${severity} title=${unread?.title}::${commandData(text)}`]);
  await run.step.summary(
    `${['### Validation', line, ...why.map(markdownText), findingsWithin(findings, summaryLimit(run), 'action')].join('\n\n')}\n`,
  );
  const of = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  const counts = { errors: of('error'), warnings: of('warning'), infos: of('info') };
  const clean: Conclusion = unread === undefined ? 'passed' : 'neutral';
  const conclusion = exit === EXIT.done ? clean : 'failed';
  return stepResult([{ account: 'validation', ...NOTHING, counts, conclusion, exit }]);
}

type Parts = Pick<Run, 'signal'> & { readonly transport: Transport };

/** Throws UsageError, and what reading the files throws. */
async function openRun(env: Run['env'], step: Step, { signal, transport }: Parts): Promise<Run> {
  const inputs = readInputs(env);
  requireListable(inputs, env);
  const workspace = env['GITHUB_WORKSPACE'] ?? process.cwd();
  const cwd = resolve(workspace, inputs['working-directory']);
  requireInside(workspace, cwd, 'working-directory');
  if (inputs['notice-url'] !== undefined) step.redaction.hide(inputs['notice-url'].reveal());
  const payload = env['GITHUB_EVENT_PATH'];
  const event = parseEvent(payload === undefined ? undefined : await readFile(payload, 'utf8'), {
    name: env['GITHUB_EVENT_NAME'] ?? '',
    ref: env['GITHUB_REF'] ?? '',
    sha: env['GITHUB_SHA'] ?? '',
  });
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
  const top = checkoutAround(resolve(cwd, inputs.files[0] ?? '.'), workspace);
  const project = await readProject(inputs.files, { cwd, within: top ?? workspace });
  const { env: seen, credentials, environment } = configurationOptions({ env, inputs });
  for (const one of projectSecrets(project, seen, credentials, environment)) step.redaction.hide(one.reveal());
  const [server, repository, id] = [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY'], env['GITHUB_RUN_ID']];
  return {
    inputs,
    env,
    step,
    event,
    checkout: await checkedOut({ event, top, host }),
    clock: systemClock,
    transport,
    signal,
    workspace,
    cwd,
    folder: relative(workspace, cwd).replaceAll('\\', '/') || '.',
    project,
    runUrl: server === undefined || id === undefined ? undefined : `${server}/${repository}/actions/runs/${id}`,
    host,
  };
}

function requiredToken(inputs: Inputs): string {
  if (inputs['github-token'] !== '') return inputs['github-token'];
  throw new UsageError('github-token-missing', 'The input github-token is empty.', {
    hint: 'Leave the input at its default. Only plan and drift can run with an empty token, if comment and issue are false.',
  });
}
