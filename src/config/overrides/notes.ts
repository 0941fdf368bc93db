/** What is wrong, or of no use, in the overrides of one account. */

import { defined } from '../../contract/defined.ts';
import type { Finding } from '../../model/finding.ts';
import { isList, type Json, mapping } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { findingAt, type Path, type Positions, type Problem } from '../yaml/position.ts';
import { quoted } from '../yaml/shown.ts';

export interface Notes {
  readonly findings: readonly Finding[];
  /** Hints for what is missing in something new, by the position of that. */
  readonly hints: ReadonlyMap<string, string>;
  /** @param name what is left out; undefined inside of something that only this account has */
  nothingLeftOut(path: Path, name: string | undefined, known: readonly string[]): void;
  nothingChanged(path: Path): void;
  nothingSaid(path: Path): void;
  /** An empty list or mapping, whose entries are merged with those of the files. */
  nothingNamed(path: Path): void;
  contradicted(path: Path): void;
  repeated(path: Path, other: Path): void;
  /** @param value what is added: where its name may be misspelt, all that is missing below it has the hint */
  added(path: Path, name: string, known: readonly string[], value: Json): void;
}

export function notes(document: Positions, account: string): Notes {
  const findings: Finding[] = [];
  const hints = new Map<string, string>();
  const add = (problem: Omit<Problem, 'at'>, related?: Path) => {
    const other = related === undefined ? undefined : document.position(related, 'key');
    findings.push({ ...findingAt(document, { ...problem, at: 'key' }), ...defined({ related: other }) });
  };
  return {
    findings,
    hints,
    nothingLeftOut(path, name, known) {
      const message =
        name === undefined
          ? `Only the account ${account} has this, so there is nothing to leave out.`
          : `No file declares ${quoted(name)} here, so there is nothing to leave out.`;
      const hint = (name === undefined ? undefined : nearHint(name, known)) ?? 'Remove it.';
      add({ code: 'override-omits-nothing', severity: 'error', path, message, hint });
    },
    nothingChanged(path) {
      const message = `The override changes nothing: the files declare the same value for ${quoted(String(path.at(-1)))}.`;
      add({ code: 'override-unused', severity: 'warning', path, message, hint: 'Remove it.' });
    },
    nothingSaid(path) {
      const message = 'The override changes nothing: it gives no field and leaves nothing out.';
      add({ code: 'override-unused', severity: 'warning', path, message, hint: 'Give it a field, or remove it.' });
    },
    nothingNamed(path) {
      const message = `The override changes nothing: ${quoted(String(path.at(-1)))} is empty here, and what the files declare in it stays.`;
      const hint = 'Name each entry to leave out with `omit: true`, or remove it.';
      add({ code: 'override-unused', severity: 'warning', path, message, hint });
    },
    contradicted(path) {
      const message = 'An override cannot leave something out and give a value for it.';
      add({ code: 'override-contradictory', severity: 'error', path, message, hint: 'Keep one of the two.' });
    },
    repeated(path, other) {
      const message = `The account ${account} overrides this twice.`;
      add({ code: 'declared-twice', severity: 'error', path, message, hint: 'Keep one of the two overrides.' }, other);
    },
    added(path, name, known, value) {
      const near = nearHint(name, known);
      const isNew = `No file declares ${quoted(name)} here, so it is new for the account ${account} and must be complete.`;
      const hint = [isNew, ...(near === undefined ? [] : [near])].join(' ');
      const below = near === undefined ? [] : entriesBelow(value, path);
      for (const one of [path, ...below]) hints.set(positionKey(document.position(one, 'key')), hint);
    },
  };
}

function entriesBelow(value: Json, path: Path): readonly Path[] {
  const entries = isList(value) ? [...value.entries()] : Object.entries(mapping(value) ?? {});
  return entries.flatMap(([step, one]): readonly Path[] =>
    one !== null && typeof one === 'object' ? [[...path, step], ...entriesBelow(one, [...path, step])] : [],
  );
}

function nearHint(name: string, known: readonly string[]): string | undefined {
  const near = nearest(name, known);
  return near === undefined ? undefined : `Did you mean \`${near}\`?`;
}

/** One string for a position. */
export function positionKey(position: Finding['provenance']): string {
  return position === undefined ? '' : `${position.file}\n${position.line}:${position.column}`;
}
