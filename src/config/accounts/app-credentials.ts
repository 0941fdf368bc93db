/** The client id and secret of each app, for the accounts of a fleet. The secret comes only from the environment. */

import { defined } from '../../contract/defined.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Finding } from '../../model/finding.ts';
import type { CheckedFile } from '../check/check.ts';
import { findValue } from '../check/checked.ts';
import type { Visible } from '../check/visible.ts';
import { buildFindingAt, type Path, type Problem } from '../yaml/position.ts';
import type { DeclaredApp } from './apps.ts';
import { findVariable, readSecret, secretFault, writtenOut } from './credentials.ts';

export interface AppClient {
  readonly clientId: string;
  readonly clientSecret: Secret;
}

const CLIENT_FIELDS = ['clientId', 'clientSecret'] as const;

/** Checks, also for a project without a fleet, that the files are free of secrets and the members are consistent. */
export function checkApp({ path, fields, isMapping }: DeclaredApp): readonly Problem[] {
  const given = CLIENT_FIELDS.filter((field) => Object.hasOwn(fields, field));
  const missing = CLIENT_FIELDS.filter((field) => !given.includes(field));
  const incomplete = (message: string): readonly Problem[] => [
    { code: 'auth-incomplete', severity: 'error', path, at: 'key', message },
  ];
  const isEmpty = given.length === 0 && !Object.hasOwn(fields, 'developerKey');
  return [
    ...writtenOut(fields['clientSecret'], [...path, 'clientSecret']),
    ...(isMapping && isEmpty ? incomplete('An app needs developerKey, or clientId and clientSecret.') : []),
    ...(given.length > 0 && missing.length > 0 ? incomplete(`The app is missing ${missing.join(' and ')}.`) : []),
  ];
}

export interface ReadAppClients {
  /** Credentials by app id. */
  readonly clients: ReadonlyMap<string, AppClient>;
  /** Findings that matter only for a fleet: variables that are unset or contain no credential. */
  readonly findings: readonly Finding[];
}

/** Reads the credentials of each app. Only the first entry of an app counts, and a second entry is reported elsewhere. */
export function readAppClients(
  apps: readonly DeclaredApp[],
  files: readonly CheckedFile[],
  visible: Visible,
): ReadAppClients {
  const clients = new Map<string, AppClient>();
  const findings = apps.flatMap((app): readonly Finding[] => {
    const { id, path, fields, document } = app;
    if (clients.has(id) || !CLIENT_FIELDS.every((field) => Object.hasOwn(fields, field))) return [];
    const file = files.find((one) => one.document.path === document.path);
    const at = (field: string): Path => [...path, field];
    const read = readSecret(fields['clientSecret'], at('clientSecret'), visible, 'error');
    const clientId = findValue(file?.value ?? {}, at('clientId'));
    const unset = idProblems(fields['clientId'], at('clientId'), visible);
    if (typeof clientId === 'string' && unset.length === 0 && read.secret !== undefined) {
      clients.set(id, { clientId, clientSecret: read.secret });
    }
    return [...unset, ...read.problems].map((problem) => buildFindingAt(document, problem));
  });
  return { clients, findings };
}

function idProblems(
  written: DeclaredApp['fields'][string] | undefined,
  path: Path,
  visible: Visible,
): readonly Problem[] {
  const name = findVariable(written);
  if (name === undefined) return [];
  const fault = visible.refusal(name, 'credential') ?? secretFault(name, visible.in.credential[name]);
  if (fault === undefined) return [];
  const { code, message, hint } = fault;
  return [{ code, message, ...defined({ hint }), severity: 'error', path, at: 'value' }];
}
