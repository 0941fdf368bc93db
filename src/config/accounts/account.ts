/** The chosen account as the program uses it, and the checks of any declared account. */

import { DEFAULT_VERSIONS } from '../../contract/surfaces.ts';
import type { Account } from '../../model/account.ts';
import type { Finding } from '../../model/finding.ts';
import { type Json, mapping } from '../../model/json.ts';
import { append } from '../../model/lists.ts';
import type { CheckedFile } from '../check/check.ts';
import { findValue } from '../check/checked.ts';
import type { Env, Values } from '../check/variables.ts';
import { DEFAULT_BASE_URL } from '../schema/account.ts';
import { buildFindingAt, type Problem } from '../yaml/position.ts';
import { type DeclaredAccount, doubleNames, findKeyPosition } from './accounts.ts';
import { readBaseUrl } from './base-url.ts';
import { checkAuth, listVariables, readCredentials } from './credentials.ts';
import { hostFindings } from './host-finding.ts';
import type { AccountContext, ReadAccount } from './read-account.ts';
import { readSurface } from './surface.ts';

type Fields = Readonly<Record<string, Json>>;

/** An account with its interpolations resolved. */
export interface FilledAccount extends DeclaredAccount {
  readonly filled: Fields;
}

export function filledAccounts(
  accounts: readonly DeclaredAccount[],
  files: readonly CheckedFile[],
): readonly FilledAccount[] {
  return accounts.map((account) => {
    const file = files.find((one) => one.document.path === account.document.path);
    return { ...account, filled: mapping(findValue(file?.value ?? {}, account.path)) ?? {} };
  });
}

/** Findings about the accounts section beyond its schema, for chosen and other accounts. */
export function accountFindings(accounts: readonly FilledAccount[]): readonly Finding[] {
  const findings = [...doubleNames(accounts)];
  const hubs = new Map<number, FilledAccount>();
  for (const account of accounts) {
    const { document, path, fields, filled } = account;
    const auth = mapping(fields['auth']);
    const problems = auth === undefined ? [] : checkAuth(auth, [...path, 'auth']);
    append(
      findings,
      [...problems, ...baseUrlProblems(account)].map((problem) => buildFindingAt(document, problem)),
    );
    const { hubId } = filled;
    if (typeof hubId !== 'number') continue;
    const other = hubs.get(hubId);
    if (other === undefined) hubs.set(hubId, account);
    else if (other.name !== account.name) {
      findings.push({
        code: 'hub-id-shared',
        severity: 'warning',
        message: `The accounts \`${other.name}\` and \`${account.name}\` have the same hubId ${hubId}.`,
        hint: 'Each account has its own ledger; two ledgers for one account get out of sync.',
        provenance: document.position([...path, 'hubId'], 'value'),
        related: findKeyPosition(other),
      });
    }
  }
  return findings;
}

function baseUrlProblems({ path, filled }: FilledAccount): readonly Problem[] {
  const { baseUrl } = filled;
  if (typeof baseUrl !== 'string' || baseUrl.includes('${')) return [];
  const read = readBaseUrl(baseUrl);
  if ('url' in read) return [];
  const at = { path: [...path, 'baseUrl'], at: 'value' } as const;
  return [{ ...at, code: 'base-url-refused', severity: 'error', message: read.refused, hint: read.hint }];
}

/** Faulty fields already have findings. Here they count as missing. */
export function readAccount(declared: FilledAccount, { visible, missing, allowed }: AccountContext): ReadAccount {
  const { name, document, path, fields, filled } = declared;
  const auth = mapping(fields['auth']);
  const filledAuth = mapping(filled['auth']);
  const read = readCredentials({ ...auth, ...pick(filledAuth, 'clientId') }, [...path, 'auth'], visible, missing);
  const { hubId, baseUrl, drift } = filled;
  const { surface, versions, findings } = readSurface(filled, visible.own);
  const base = typeof baseUrl === 'string' ? readBaseUrl(baseUrl) : undefined;
  const url = base !== undefined && 'url' in base ? base.url : DEFAULT_BASE_URL;
  const unset = missing === 'error' ? unsetBaseUrl(path, baseUrl) : [];
  const isGiven = baseUrl !== undefined;
  const provenance = isGiven ? document.position([...path, 'baseUrl'], 'value') : document.position(path, 'key');
  const isUsable = !isGiven || (base !== undefined && 'url' in base);
  const ofHost = isUsable ? hostFindings(url, allowed, { provenance }, missing) : [];
  const unusable = [...unset, ...baseUrlProblems(declared), ...noText(path, baseUrl)];
  return {
    account: {
      name,
      hubId: typeof hubId === 'number' ? hubId : undefined,
      baseUrl: url,
      ...(isUnset(baseUrl) ? { baseUrlUnset: true } : {}),
      surface,
      versions,
      // Every value except a plain `false` protects, so that a faulty value cannot unprotect an account.
      protected: filled['protected'] !== undefined && filled['protected'] !== false,
      drift: drift === 'hold' ? 'hold' : 'revert',
      credentials: read.credentials,
      ...(auth === undefined ? {} : { auth: listVariables(auth) }),
    },
    findings: [
      ...[...read.problems, ...unset].map((problem) => buildFindingAt(document, problem)),
      ...ofHost,
      ...findings,
      ...unusedBaseUrl(declared, url, visible.own),
    ],
    addressFaults: [...unusable.map((problem) => buildFindingAt(document, problem)), ...ofHost],
  };
}

/**
 * Warns if TRUEUP_BASE_URL is set but not used. It defines the account of a project without accounts. A user who sets it may expect its
 * host instead of the host in the file.
 */
function unusedBaseUrl({ name, document, path, fields }: FilledAccount, url: string, env: Env): readonly Finding[] {
  const address = env['TRUEUP_BASE_URL'] ?? '';
  const given = readBaseUrl(address);
  const isUsed = typeof fields['baseUrl'] === 'string' && fields['baseUrl'].includes('env.TRUEUP_BASE_URL');
  if (address === '' || isUsed || ('url' in given && given.url === url)) return [];
  return [
    {
      code: 'base-url-unused',
      severity: 'warning',
      message: `TRUEUP_BASE_URL is set and not used: the account ${name} is at ${url}.`,
      hint: `Add \`baseUrl: "\${env.TRUEUP_BASE_URL}"\` to the account, or unset the variable.`,
      provenance: document.position(path, 'key'),
    },
  ];
}

/** True if a variable in the text has no value. */
function isUnset(filled: unknown): boolean {
  return typeof filled === 'string' && filled.includes('${');
}

/** Reports an unset base URL of the chosen account, so that no credential goes to the default host by mistake. */
function unsetBaseUrl(path: FilledAccount['path'], filled: unknown): readonly Problem[] {
  if (!isUnset(filled)) return [];
  const at = { path: [...path, 'baseUrl'], at: 'value' } as const;
  const hint = 'Set the variable or the value that it names.';
  return [{ ...at, code: 'base-url-refused', severity: 'error', message: 'baseUrl has no value.', hint }];
}

/** Reports a base URL that is not a string. The schema reports it too, but the default must not replace it. */
function noText(path: FilledAccount['path'], filled: unknown): readonly Problem[] {
  if (filled === undefined || typeof filled === 'string') return [];
  const at = { path: [...path, 'baseUrl'], at: 'value' } as const;
  return [{ ...at, code: 'base-url-refused', severity: 'error', message: 'baseUrl is not a string.' }];
}

/** Placeholder if no account is chosen. It cannot be used for calls. */
export function noAccount(name: string, surface: Account['surface']): Account {
  return {
    name,
    hubId: undefined,
    baseUrl: DEFAULT_BASE_URL,
    surface,
    versions: DEFAULT_VERSIONS,
    protected: true,
    drift: 'hold',
    credentials: { kind: 'none' },
  };
}

/** Returns the values of an account that can be interpolated. Other values already have findings. */
export function listValues(filled: Fields): Values {
  const entries = Object.entries(mapping(filled['values']) ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) => {
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, value]]
        : [];
    }),
  );
}

function pick(fields: Fields | undefined, name: string): Fields {
  const value = fields?.[name];
  return value === undefined ? {} : { [name]: value };
}
