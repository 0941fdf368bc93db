/** The include patterns of a document, and the finding for a pattern without matches. */

import type { Finding } from '../../model/finding.ts';
import { isList, mapping } from '../../model/json.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import { quoted } from '../yaml/shown.ts';
import { patternFault } from './include-pattern.ts';

export interface Include {
  /** Path or pattern, relative to the including file. */
  readonly pattern: string;
  readonly index: number;
}

/** Entries that are not strings are ignored here, because the schema reports them. */
export function listIncludes(document: ParsedFile): readonly Include[] {
  const include = mapping(document.value)?.['include'];
  if (!isList(include)) return [];
  return include.flatMap((pattern, index) => (typeof pattern === 'string' ? [{ pattern, index }] : []));
}

/** Returns the finding for a pattern that is not evaluated. Returns undefined if it is. */
export function untried(document: ParsedFile, { pattern, index }: Include): Finding | undefined {
  const fault = patternFault(pattern);
  if (fault === undefined) return undefined;
  return {
    code: 'include-too-complex',
    severity: 'error',
    message: `The include ${quoted(pattern)} is not supported. ${fault}`,
    hint: 'Write several patterns, or a simpler one such as schema/**/*.yaml.',
    provenance: document.position(['include', index], 'value'),
  };
}

export function unmatched(document: ParsedFile, { pattern, index }: Include): Finding {
  const hint = 'Paths are relative to the file that includes them.';
  return {
    code: 'include-unmatched',
    severity: 'error',
    message: `No file matches the include ${quoted(pattern)}.`,
    hint,
    provenance: document.position(['include', index], 'value'),
  };
}
