/** Findings about the overrides of one account. */

import { defined } from '../../contract/defined.ts';
import type { Finding } from '../../model/finding.ts';
import { isList, type Json, mapping } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { buildFindingAt, type Path, type Positions } from '../yaml/position.ts';
import { quoted } from '../yaml/shown.ts';

export interface Notes {
  readonly findings: readonly Finding[];
  /** Hints for missing keys of new definitions, by position. */
  readonly hints: ReadonlyMap<string, string>;
  /** Reports an override without effect. */
  unused(path: Path, reason: string, hint: string): void;
  /** Reports an omission of something that no file declares. `known`: the declared names. */
  undeclared(path: Path, name: string, known: readonly string[]): void;
  /** Reports an omission inside a definition that only this account has. */
  omittedFromNew(path: Path): void;
  contradicted(path: Path): void;
  repeated(path: Path, other: Path): void;
  /** Keeps a hint for a new definition. If its name may be misspelt, everything below it has the hint too. */
  added(path: Path, name: string, known: readonly string[], value: Json): void;
}

export function notes(document: Positions, account: string): Notes {
  const findings: Finding[] = [];
  const hints = new Map<string, string>();
  const report = (code: string, path: Path, message: string, hint: string, related?: Path) => {
    const severity = code === 'override-unused' ? 'warning' : 'error';
    const other = related === undefined ? undefined : document.position(related, 'key');
    const finding = buildFindingAt(document, { code, severity, path, at: 'key', message, hint });
    findings.push({ ...finding, ...defined({ related: other }) });
  };
  const noOmission = (path: Path, reason: string, hint = 'Remove it.') =>
    report('override-omits-nothing', path, `${reason}, so there is nothing to leave out.`, hint);
  return {
    findings,
    hints,
    unused: (path, reason, hint) => report('override-unused', path, `The override changes nothing: ${reason}.`, hint),
    undeclared: (path, name, known) => noOmission(path, `No file declares ${quoted(name)} here`, nearHint(name, known)),
    omittedFromNew: (path) => noOmission(path, `Only the account ${account} has this`),
    contradicted(path) {
      const message = 'An override cannot leave something out and give a value for it.';
      report('override-contradictory', path, message, 'Keep one of the two.');
    },
    repeated(path, other) {
      const message = `The account ${account} overrides this twice.`;
      report('declared-twice', path, message, 'Keep one of the two overrides.', other);
    },
    added(path, name, known, value) {
      const near = nearHint(name, known);
      const isNew = `No file declares ${quoted(name)} here, so it is new for the account ${account} and must be complete.`;
      const hint = [isNew, ...(near === undefined ? [] : [near])].join(' ');
      const below = near === undefined ? [] : entriesBelow(value, path);
      for (const entry of [path, ...below]) hints.set(positionKey(document.position(entry, 'key')), hint);
    },
  };
}

function entriesBelow(value: Json, path: Path): readonly Path[] {
  const entries = isList(value) ? [...value.entries()] : Object.entries(mapping(value) ?? {});
  return entries.flatMap(([step, entry]): readonly Path[] =>
    entry !== null && typeof entry === 'object' ? [[...path, step], ...entriesBelow(entry, [...path, step])] : [],
  );
}

function nearHint(name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known);
  return near === undefined ? undefined : `Did you mean \`${near}\`?`;
}

/** Returns one string for a position. */
export function positionKey(position: Finding['provenance']): string {
  return position === undefined ? '' : `${position.file}\n${position.line}:${position.column}`;
}
