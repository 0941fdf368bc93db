/** The files that a step writes for each account: the saved plan, and a page for people. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { insideOf, requireInside } from './inside.ts';
import type { AccountResult } from './result.ts';
import { accountsOf, type Run } from './run.ts';

const FILES = { planFile: 'plan-file', reportFile: 'report-file' } as const;
type FileName = keyof typeof FILES;

/** Throws UsageError, before anything is applied, if two accounts would share a file. */
export function requireOwnFiles(run: Run): void {
  const shared = Object.values(FILES).find((input) => run.inputs[input] !== '' && !run.inputs[input].includes(ACCOUNT));
  if (shared === undefined || accountsOf(run).length < 2) return;
  throw new UsageError('inputs-invalid', `The input ${shared} names one file for several accounts.`, {
    hint: `Use ${ACCOUNT} as the placeholder for the account name.`,
  });
}

/** Throws UsageError, before anything is read or written. */
export function requireFilesInside(run: Run): void {
  for (const account of accountsOf(run)) {
    for (const file of ['planFile', 'reportFile'] as const) {
      const path = pathOf(run, file, account)[file];
      if (path !== undefined) requireInside(boundOf(run, path), path, FILES[file]);
    }
  }
}

/** The workflow may name files in the folder of the job too. A link in the repository may not lead there. */
function boundOf({ workspace, env }: Run, path: string): string {
  const temp = env['RUNNER_TEMP'];
  return temp !== undefined && insideOf(resolve(temp), path) ? temp : workspace;
}

const ACCOUNT = '{account}';

/** Absolute; empty if none is set. The account name cannot point outside the folder. */
export function pathOf({ inputs, cwd }: Run, file: FileName, account: string): Pick<AccountResult, FileName> {
  const named = inputs[FILES[file]];
  return named === '' ? {} : { [file]: resolve(cwd, named.replaceAll(ACCOUNT, encodeURIComponent(account))) };
}

/** `make` is called only when the file is asked for. */
export async function save(run: Run, file: FileName, account: string, make: () => string): Promise<void> {
  const path = pathOf(run, file, account)[file];
  if (path === undefined) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, run.step.redaction.scrub(make()), { mode: 0o600 });
}
