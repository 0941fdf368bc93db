/** Credentials of apps, which belong to no account: the developer key of each, only from the environment. */

import type { Secret } from '../../contract/secret.ts';
import type { Finding } from '../../model/finding.ts';
import { type Json, mapping } from '../../model/json.ts';
import type { Env } from '../check/variables.ts';
import type { ParsedFile } from '../yaml/document.ts';
import { findingAt, type Path } from '../yaml/position.ts';
import { readSecret, writtenOut } from './credentials.ts';

export interface DeclaredApp {
  readonly id: string;
  readonly document: ParsedFile;
  readonly path: Path;
  /** As written. */
  readonly fields: Readonly<Record<string, Json>>;
}

export function declaredApps(documents: readonly ParsedFile[]): readonly DeclaredApp[] {
  return documents.flatMap((document) => {
    const apps = mapping(mapping(document.value)?.['apps']) ?? {};
    return Object.entries(apps).map(([id, value]) => {
      return { id, document, path: ['apps', id], fields: mapping(value) ?? {} };
    });
  });
}

export interface ReadApps {
  /** Developer keys by app id. */
  readonly keys: ReadonlyMap<string, Secret>;
  readonly findings: readonly Finding[];
}

/** @param missing severity of a variable that is not set */
export function readApps(apps: readonly DeclaredApp[], env: Env, missing: 'error' | 'info'): ReadApps {
  const keys = new Map<string, Secret>();
  const first = new Map<string, DeclaredApp>();
  const findings = apps.flatMap((app): readonly Finding[] => {
    const { id, document, path, fields } = app;
    const earlier = first.get(id);
    if (earlier !== undefined) return [declaredTwice(app, earlier)];
    first.set(id, app);
    const at = [...path, 'developerKey'];
    const { secret, problems } = readSecret(fields['developerKey'], at, env, missing);
    if (secret !== undefined) keys.set(id, secret);
    return [...writtenOut(fields['developerKey'], at), ...problems].map((problem) => findingAt(document, problem));
  });
  return { keys, findings };
}

function declaredTwice(app: DeclaredApp, earlier: DeclaredApp): Finding {
  return {
    code: 'declared-twice',
    severity: 'error',
    message: `The app ${app.id} is declared twice.`,
    provenance: app.document.position(app.path, 'key'),
    related: earlier.document.position(earlier.path, 'key'),
  };
}
