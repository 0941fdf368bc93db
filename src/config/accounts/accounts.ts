/** The accounts that the files declare, and the choice of an account. */

import type { Finding, Provenance } from '../../model/finding.ts';
import { type Json, mapping } from '../../model/json.ts';
import { didYouMean } from '../../model/nearest.ts';
import type { Project } from '../../model/project.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import type { Path } from '../yaml/position.ts';
import { parseDocuments } from '../yaml/source.ts';
import { findVariable } from './credentials.ts';
import { DEFAULT_ACCOUNT } from './env-account.ts';

export interface DeclaredAccount {
  readonly name: string;
  readonly document: ParsedFile;
  readonly path: Path;
  /** As written. */
  readonly fields: Readonly<Record<string, Json>>;
}

/** Returns the names in the order of the files, each once. The list is empty if the environment defines the account. */
export function accountNames(project: Project): readonly string[] {
  return [...new Set(declaredAccounts(parseDocuments(project)).map((account) => account.name))];
}

/** Returns the hubId of each declared account. It is undefined if it is missing or interpolated. */
export function accountHubIds(project: Project): ReadonlyMap<string, number | undefined> {
  return new Map(
    declaredAccounts(parseDocuments(project)).map(({ name, fields: { hubId } }) => {
      return [name, typeof hubId === 'number' ? hubId : undefined];
    }),
  );
}

/** Returns the variable with the access token of an account. Returns undefined if the account declares none. */
export function accessTokenVariable(project: Project, account: string): string | undefined {
  const declared = declaredAccounts(parseDocuments(project)).find(({ name }) => name === account);
  return findVariable(mapping(declared?.fields['auth'])?.['accessToken']);
}

export function declaredAccounts(documents: readonly ParsedFile[]): readonly DeclaredAccount[] {
  return documents.flatMap((document) => {
    const accounts = mapping(mapping(document.value)?.['accounts']) ?? {};
    return Object.entries(accounts).map(([name, value]) => {
      return { name, document, path: ['accounts', name], fields: mapping(value) ?? {} };
    });
  });
}

/** Names must differ by more than case, because some file systems ignore case. */
export function doubleNames(accounts: readonly DeclaredAccount[]): readonly Finding[] {
  const first = new Map<string, DeclaredAccount>();
  return accounts.flatMap((account) => {
    const lower = account.name.toLowerCase();
    const earlier = first.get(lower);
    if (earlier === undefined) {
      first.set(lower, account);
      return [];
    }
    const message =
      earlier.name === account.name
        ? `The account \`${account.name}\` is declared twice.`
        : `The accounts \`${earlier.name}\` and \`${account.name}\` differ only in case.`;
    return [
      {
        code: 'declared-twice',
        severity: 'error',
        message,
        provenance: findKeyPosition(account),
        related: findKeyPosition(earlier),
      } as const,
    ];
  });
}

export type Choice =
  | { readonly chosen: DeclaredAccount; readonly findings: readonly Finding[] }
  /** `environment`: no file declares an account. `undecided`: the user must choose an account first. */
  | { readonly chosen: 'environment' | 'undecided'; readonly findings: readonly Finding[] };

/** @param whole false if a file could not be read, so that the requested account may be declared there */
export function chooseAccount(accounts: readonly DeclaredAccount[], asked: string | undefined, whole: boolean): Choice {
  const names = [...new Set(accounts.map((account) => account.name))];
  if (asked === undefined) {
    const [only] = accounts;
    if (names.length === 1 && only !== undefined) return { chosen: only, findings: [] };
    if (names.length === 0) return { chosen: whole ? 'environment' : 'undecided', findings: [] };
    const message = `The configuration has ${names.length} accounts, and none was chosen.`;
    const hint = `Choose one: ${names.join(', ')}.`;
    const fix = [{ action: 'choose-account', names }] as const;
    return { chosen: 'undecided', findings: [{ code: 'account-required', severity: 'error', message, hint, fix }] };
  }
  const found = accounts.find((account) => account.name === asked);
  if (found !== undefined) return { chosen: found, findings: [] };
  if (!whole) return { chosen: 'undecided', findings: [] };
  if (names.length === 0 && asked === DEFAULT_ACCOUNT) return { chosen: 'environment', findings: [] };
  const message = `No account is named ${JSON.stringify(asked)}.`;
  const hint =
    names.length === 0
      ? `The configuration has no accounts. The environment defines an account, named \`${DEFAULT_ACCOUNT}\`.`
      : (didYouMean(asked, names) ?? `Choose one of: ${names.join(', ')}.`);
  return { chosen: 'undecided', findings: [{ code: 'account-unknown', severity: 'error', message, hint }] };
}

export function findKeyPosition(account: DeclaredAccount): Provenance {
  return account.document.position(account.path, 'key');
}
