/** Opens and closes the account of a run, with its ledger and token. */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { environmentProxy, undiciTransport } from '../client/index.ts';
import { defined } from '../contract/defined.ts';
import { type Secret, secret } from '../contract/secret.ts';
import { AuthError, UsageError } from '../errors.ts';
import { accessTokenVariable, accountNames, isBranchLocation, openLedger, requireAccount } from '../faces.ts';
import { createReconciler, type LedgerStore, type Reconciler, type ReconcilerOptions } from '../index.ts';
import { terminalLine } from '../report/escape.ts';
import type { Inputs } from './inputs.ts';
import { requireLedgerInside } from './inside.ts';
import type { Run } from './run.ts';
import { configurationOptions } from './variables.ts';

/** Opens, works and closes, even if the work fails. */
export async function withAccount<T>(
  run: Run,
  account: string,
  work: (reconciler: Reconciler) => Promise<T>,
): Promise<T> {
  const { inputs, env, project, signal } = run;
  const written = inputs.ledger === '' ? undefined : inputs.ledger;
  const location = written === undefined || isBranchLocation(written) ? written : resolve(run.cwd, written);
  const token = inputs['github-token'];
  const hostEnv = token === '' ? env : { ...env, GITHUB_TOKEN: token };
  const proxy = environmentProxy(env);
  const ledger = openLedger({
    ...{ config: project, project: run.folder, account, env: hostEnv, newId: randomUUID },
    ...defined({ location, proxy }),
  });
  try {
    const named = accountNames(project).length > 0;
    const reconciler = createReconciler({
      config: project,
      ...configurationOptions(run),
      redaction: run.step.redaction,
      ...defined({ fetchToken: tokenProgram(run, account) }),
      transport: undiciTransport({ proxy }),
      signal,
      ledger: ledger.store,
      ...(named ? { account } : {}),
    });
    try {
      requireAccount(reconciler.findings, project);
      await logLedger(run, account, ledger.store);
      return await work(reconciler);
    } finally {
      await reconciler.close();
    }
  } finally {
    await ledger.close();
  }
}

/** Runs the program again if the service refuses the first token. */
function tokenProgram(run: Run, account: string): ReconcilerOptions['fetchToken'] {
  const variable = accessTokenVariable(run.project, account) ?? 'TRUEUP_ACCESS_TOKEN';
  const command = run.inputs['token-command'].find(({ name }) => name === variable);
  if (command === undefined) return undefined;
  let token = run.inputs.credentials.find(({ name }) => name === variable)?.value;
  return async ({ rejected }) => {
    if (rejected || token === undefined) token = await printed(run, command);
    return token.reveal();
  };
}

/** Adds the outputs of the programs in token-command to the credentials. Throws AuthError, UsageError. */
export async function withTokens(run: Run): Promise<Run> {
  const credentials = [...run.inputs.credentials];
  for (const command of run.inputs['token-command']) {
    if (credentials.some(({ name }) => name === command.name)) {
      throw new UsageError('inputs-invalid', `The credential ${command.name} is given twice.`, {
        hint: 'Name it in credentials or in token-command, once.',
      });
    }
    credentials.push({ name: command.name, value: await printed(run, command) });
  }
  return { ...run, inputs: { ...run.inputs, credentials } };
}

async function printed(run: Run, command: Inputs['token-command'][number]): Promise<Secret> {
  const text = await printedBy(command, run);
  run.step.redaction.hide(text);
  return secret(text);
}

/** Logs the location of the ledger. Throws if it is in the wrong location. */
async function logLedger(run: Run, account: string, ledger: LedgerStore): Promise<void> {
  const { step } = run;
  const located = await ledger.location?.();
  if (located === undefined) return;
  if (!isBranchLocation(run.inputs.ledger)) await requireLedgerInside(run.workspace, dirname(located.path));
  step.log(`Ledger of ${terminalLine(account)}: ${terminalLine(located.path)}\n`);
}

/** Folder and variables of a program. */
interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Milliseconds; the ledger may be locked while a program runs again. */
const TIMEOUT_MS = 30_000;
/** Bytes that a program may print: a token has a few thousand at most. */
const LARGEST_OUTPUT = 64 * 1024;

/**
 * Returns the output of a program without the last line break. It gets the variables of the job, but no inputs. Its output is never shown.
 * Throws AuthError `token-command-failed`.
 */
function printedBy(
  { name, program, args }: Inputs['token-command'][number],
  { cwd, env, signal }: Place,
): Promise<string> {
  const own = Object.fromEntries(Object.entries(env).filter(([variable]) => !variable.startsWith('INPUT_')));
  const options = { cwd, env: own, signal, timeout: TIMEOUT_MS, maxBuffer: LARGEST_OUTPUT, windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile(program, [...args], options, (error, stdout) => {
      const text = stdout.replace(/\r?\n$/, '');
      if (error === null && /^[\x21-\x7e]+$/.test(text)) resolve(text);
      else reject(failed(name, error === null ? 'did not print one line without blanks' : reasonOf(error)));
    });
  });
}

function reasonOf(error: NonNullable<Parameters<NonNullable<Parameters<typeof execFile>[3]>>[0]>): string {
  if (error.killed === true) return `did not end within ${TIMEOUT_MS / 1000} seconds`;
  if (typeof error.code === 'number') return `ended with exit code ${error.code}`;
  return `could not be run (${terminalLine(String(error.code ?? 'no reason given'))})`;
}

function failed(name: string, reason: string): AuthError {
  return new AuthError('token-command-failed', `The program in token-command for ${name} ${reason}.`, {
    hint: 'Its output is hidden, because it may contain a token. To see the output, let the program log to a file, or run it in a separate step.',
  });
}
