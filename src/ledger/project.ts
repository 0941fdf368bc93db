/** The project that a ledger belongs to: its folder on a branch, and the name in the ledger. */

import { LedgerError } from '../errors.ts';
import type { Ledger } from '../model/ledger.ts';

const PROJECTS = 'projects/';

/** Returns the folder of a project's ledgers, encoded as one part of a path. */
export function ledgerFolder(project: string): string {
  const encoded = encodeURIComponent(project.toWellFormed()).replace(
    /^\.|[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${PROJECTS}${encoded}`;
}

/** The project and the name of the file, for a path below such a folder. */
export function projectFile(path: string): { readonly project: string; readonly file: string } | undefined {
  const [, encoded, file] = /^projects\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (encoded === undefined || file === undefined) return undefined;
  try {
    return { project: decodeURIComponent(encoded), file };
  } catch {
    return undefined;
  }
}

/** Returns text for people. The top of the repository has no name. */
export function projectText(project: string): string {
  return project === '.' ? 'the project at the top of the repository' : `the project in ${project}`;
}

/** Rejects the ledger of another project. A ledger without a project is accepted. */
export function requireProject({ project }: Ledger, own: string | undefined, file: string): void {
  if (own === undefined || project === undefined || project === own) return;
  throw new LedgerError(
    'ledger-foreign-project',
    `${file} is the ledger of ${projectText(project)}, not of ${projectText(own)}.`,
    {
      hint: `Keep the ledgers of each project in a separate folder. If ${project} is the earlier folder of this project, set project in the ledger file to ${JSON.stringify(own)}.`,
      fix: [{ action: 'use-ledger' }],
    },
  );
}
