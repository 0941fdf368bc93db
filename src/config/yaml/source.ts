/** A file's text with its parsed document kept beside it, so that loading and resolving parse once. */

import { defined } from '../../contract/defined.ts';
import type { Project, SourceFile } from '../../model/project.ts';
import { type ParsedFile, parseText } from './document.ts';

const DOCUMENT = Symbol('trueup.document');

interface KeptFile extends SourceFile {
  readonly [DOCUMENT]: () => ParsedFile;
}

/**
 * Parsed on first use, unless it was already. The document is hidden from JSON, comparison and spreading.
 *
 * @param known of the same path and text
 */
export function sourceFile(path: string, text: string, realPath?: string, known?: ParsedFile): SourceFile {
  const file: SourceFile = { path, text, ...defined({ realPath }) };
  let parsed = known;
  const document = () => {
    parsed ??= parseText(file);
    return parsed;
  };
  return Object.freeze(Object.defineProperty(file, DOCUMENT, { value: document }));
}

export function documentOf(file: SourceFile): ParsedFile {
  return isKept(file) ? file[DOCUMENT]() : parseText(file);
}

export function documentsOf(project: Project): readonly ParsedFile[] {
  return project.files.map(documentOf);
}

function isKept(file: SourceFile): file is KeptFile {
  return DOCUMENT in file;
}
