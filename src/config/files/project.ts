/** A project from texts, for callers without files: includes are resolved among the given texts. */

import { dirname, matchesGlob, normalize } from 'node:path/posix';
import { FILES, requireArguments } from '../../model/arguments.ts';
import type { Finding } from '../../model/finding.ts';
import type { Project, SourceFile } from '../../model/project.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import { parseDocument, sourceFile } from '../yaml/source.ts';
import { listIncludes, unmatched, untried } from './include.ts';

/** @throws UsageError `argument-invalid` */
export function parseProject(files: readonly SourceFile[]): Project {
  requireArguments('parseProject', { files }, { files: FILES });
  const kept = files.map((file) => sourceFile(file.path, file.text));
  const paths = kept.map((file) => normalize(file.path));
  const findings = kept.flatMap((file): readonly Finding[] => missing(parseDocument(file), paths));
  return { files: kept, findings };
}

function missing(document: ParsedFile, paths: readonly string[]): readonly Finding[] {
  const folder = dirname(document.path);
  return listIncludes(document).flatMap((include) => {
    const fault = untried(document, include);
    if (fault !== undefined) return [fault];
    const pattern = normalize(`${folder}/${include.pattern}`);
    return paths.some((path) => path === pattern || matchesGlob(path, pattern)) ? [] : [unmatched(document, include)];
  });
}
