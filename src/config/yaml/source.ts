/** The text of a file with its parsed document, so that loading and resolving parse it once. */

import { defined } from '../../contract/defined.ts';
import type { Project, SourceFile } from '../../model/project.ts';
import { parseText } from './document.ts';
import type { ParsedFile } from './parsed-file.ts';

const DOCUMENT = Symbol('trueup.document');

interface KeptFile extends SourceFile {
  readonly [DOCUMENT]: () => ParsedFile;
}

/**
 * Creates a file that is parsed on first use, unless `known` is given. The document is hidden from JSON, comparison and spreading.
 * @param known document of the same path and text
 */
export function sourceFile(path: string, text: string, realPath?: string, known?: ParsedFile): SourceFile {
  const file: SourceFile = { path, text, ...defined({ realPath }) };
  let parsed = known;
  return Object.freeze(
    keeping(file, () => {
      parsed ??= parseText(file);
      return parsed;
    }),
  );
}

/** Returns the file with the document of a known file of the same path and text. */
export function asParsed<File extends SourceFile>(file: File, known: SourceFile | undefined): File {
  const isSame = known !== undefined && known.path === file.path && known.text === file.text;
  return isSame && isKept(known) ? keeping(file, known[DOCUMENT]) : file;
}

function keeping<File extends SourceFile>(file: File, document: () => ParsedFile): File {
  return Object.defineProperty({ ...file }, DOCUMENT, { value: document });
}

export function parseDocument(file: SourceFile): ParsedFile {
  return isKept(file) ? file[DOCUMENT]() : parseText(file);
}

export function parseDocuments(project: Project): readonly ParsedFile[] {
  return project.files.map(parseDocument);
}

function isKept(file: SourceFile): file is KeptFile {
  return DOCUMENT in file;
}
