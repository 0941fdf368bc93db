/** A document with the overrides of an account. Every position is the position at which the value is written. */

import type { DeclaredAccount } from '../accounts/accounts.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import type { Path } from '../yaml/position.ts';
import { type Changes, firstOverride, goneAt, type Source, sourceOf, withChanges } from './changes.ts';

/** The account may be declared in the same document. */
export function overriddenDocument(
  base: ParsedFile,
  changes: Changes,
  { document: from, name: account }: Pick<DeclaredAccount, 'document' | 'name'>,
): ParsedFile {
  const holed = new Set([...base.holed, ...from.holed]);
  const holds = (part: unknown): boolean =>
    typeof part === 'string' ? part.includes('${') : typeof part === 'object' && part !== null && holed.has(part);
  const value = withChanges(base.value ?? {}, changes, (container) => {
    if (Object.values(container).some(holds)) holed.add(container);
  });
  const find = <T>(path: Path, ask: (document: ParsedFile, source: Source) => T): T => {
    const source = sourceOf(changes, path);
    return ask(source.overridden ? from : base, source);
  };
  return {
    ...base,
    value,
    holed,
    position: (path, what) => find(path, (document, source) => document.position(source.path, what)),
    written: (path) => find(path, (document, source) => document.written(source.path)),
    hole: (path, index) => find(path, (document, source) => document.hole(source.path, index)),
    range: (path) => find(path, (document, source) => document.range(source.path)),
    override(path) {
      const source = sourceOf(changes, path);
      const at = source.overridden ? source.path : firstOverride(source.changes);
      return at === undefined
        ? undefined
        : { account, provenance: from.position(at, 'key'), isWhole: source.overridden };
    },
  };
}

/** Returns the document without overrides, with the information about the parts that they leave out. */
export function withOmissions(
  base: ParsedFile,
  changes: Changes,
  { document: from, name: account }: Pick<DeclaredAccount, 'document' | 'name'>,
): ParsedFile {
  return {
    ...base,
    override(path) {
      const at = goneAt(changes, path);
      return at === undefined ? undefined : { account, provenance: from.position(at, 'key'), isWhole: true };
    },
  };
}
