/**
 * The apps of the files, and the developer key of each. The keys are credentials of apps, not of accounts, and come only from the
 * environment.
 */

import { defined } from '../../contract/defined.ts';
import type { DeveloperKey, DeveloperKeys } from '../../contract/developer-keys.ts';
import type { DeclaredKey } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { type Json, mapping } from '../../model/json.ts';
import type { Visible } from '../check/visible.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import { buildFindingAt, type Path } from '../yaml/position.ts';
import { findVariable, readSecret, writtenOut } from './credentials.ts';

export interface DeclaredApp {
  readonly id: string;
  readonly document: ParsedFile;
  readonly path: Path;
  /** Fields as written. */
  readonly fields: Readonly<Record<string, Json>>;
  /** False if the value is not a mapping, which already has a finding. */
  readonly isMapping: boolean;
}

export function declaredApps(documents: readonly ParsedFile[]): readonly DeclaredApp[] {
  return documents.flatMap((document) => {
    const apps = mapping(mapping(document.value)?.['apps']) ?? {};
    return Object.entries(apps).map(([id, value]) => {
      const fields = mapping(value);
      return { id, document, path: ['apps', id], fields: fields ?? {}, isMapping: fields !== undefined };
    });
  });
}

export interface ReadApps {
  /** Developer keys by app id. */
  readonly keys: DeveloperKeys;
  readonly declared: readonly DeclaredKey[];
  readonly findings: readonly Finding[];
}

/** @param missing severity of a variable that is not set */
export function readApps(apps: readonly DeclaredApp[], visible: Visible, missing: 'error' | 'info'): ReadApps {
  const keys = new Map<string, DeveloperKey>();
  const first = new Map<string, DeclaredApp>();
  const declared: DeclaredKey[] = [];
  const findings = apps.flatMap((app): readonly Finding[] => {
    const { id, document, path, fields } = app;
    const earlier = first.get(id);
    if (earlier !== undefined) return [declaredTwice(app, earlier)];
    first.set(id, app);
    const at = [...path, 'developerKey'];
    const { secret, problems } = readSecret(fields['developerKey'], at, visible, missing);
    const variable = findVariable(fields['developerKey']);
    if (secret !== undefined) keys.set(id, Object.freeze({ ...secret, ...defined({ variable }) }));
    const found = [...writtenOut(fields['developerKey'], at), ...problems];
    if (Object.hasOwn(fields, 'developerKey')) declared.push({ app: id, ...defined({ variable, fault: found[0] }) });
    return found.map((problem) => buildFindingAt(document, problem));
  });
  return { keys, declared, findings };
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
