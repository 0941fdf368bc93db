/** `trueup fmt`: gives the files of the configuration one layout. What they say stays as it is. */

import { resolve, sep } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { parseProject } from '../../config/files/project.ts';
import { documentSchema } from '../../config/schema/document-schema.ts';
import { keyOrder } from '../../config/schema/walk.ts';
import { formatYaml } from '../../config/yaml/edit.ts';
import { excerpt } from '../../config/yaml/excerpt.ts';
import { parseDocument } from '../../config/yaml/source.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import { KINDS } from '../../kinds/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { SourceFile } from '../../model/project.ts';
import { EXIT } from '../../report/exit.ts';
import type { Context } from '../context.ts';
import { type FmtFlags, type FormattedFile, showFormatted } from '../formatted.ts';
import { openProject } from '../project.ts';

const STDIN = '-';
const BYTE_ORDER_MARK = '\ufeff';

export async function fmt(context: Context, flags: FmtFlags, paths: readonly string[]): Promise<number> {
  if (paths.includes(STDIN)) return fmtStdin(context, flags, paths);
  const { check = false, diff = false } = flags;
  const files = await formattedFiles(context, flags, paths);
  const changed = files.filter(({ before, text }) => before !== text);
  const writes = !check && !diff;
  if (writes && changed.length > 0) {
    const { writePulled } = await import('../pulled-files.ts');
    await writePulled(changed, context.world.cwd, 'fmt');
  }
  await showFormatted(context, flags, files, writes);
  return check && changed.length > 0 ? EXIT.pending : EXIT.done;
}

/** For editors: the text goes through, and nothing is written. */
async function fmtStdin(context: Context, flags: FmtFlags, paths: readonly string[]): Promise<number> {
  const { check = false, diff = false, json = false } = flags;
  if (paths.length > 1 || flags.file !== undefined) {
    throw new UsageError('stdin-alone', '- stands for standard input, and no file can be named beside it.', {
      hint: 'Leave out the other paths.',
    });
  }
  const given = await textOf(context.world.stdin);
  const mark = given.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const source = { path: STDIN, text: given.slice(mark.length) };
  const project = parseProject([source]);
  context.useExcerpts((provenance) => excerpt(project, provenance));
  const [file] = formatted([source]);
  if (file === undefined) return EXIT.done;
  if (json || check || diff) await showFormatted(context, flags, [file], false);
  // It is what was given: a value in it that looks like a secret stays.
  else context.reveal(mark + file.text);
  return check && file.before !== file.text ? EXIT.pending : EXIT.done;
}

/** All or none: throws ConfigError with what is missing, or wrong in any of them. What a named file includes is not formatted. */
async function formattedFiles(
  context: Context,
  flags: FmtFlags,
  paths: readonly string[],
): Promise<readonly FormattedFile[]> {
  const { cwd } = context.world;
  const named = paths.map((path) => resolve(cwd, path));
  const isMeant = (path: string): boolean => {
    const file = resolve(cwd, path);
    return (
      named.length === 0 ||
      named.some((given) => given === file || file.startsWith(given.endsWith(sep) ? given : given + sep))
    );
  };
  const open = paths.length === 0 ? flags : { ...flags, file: paths };
  const project = await openProject(context, open);
  requireNone(project.findings.filter(({ severity }) => severity === 'error'));
  return formatted(project.files.filter(({ path }) => isMeant(path)));
}

/** Throws ConfigError with what is wrong in the files that have no layout. */
function formatted(files: readonly SourceFile[]): readonly FormattedFile[] {
  const order = keyOrder(documentSchema(KINDS));
  const all = files.map((file) => ({ file, text: formatYaml(file.text, order) }));
  requireNone(all.flatMap(({ file, text }) => (text === undefined ? parseDocument(file).findings : [])));
  return all.map(({ file: { path, text: before }, text }) => ({ path, before, text: text ?? before }));
}

function requireNone(findings: readonly Finding[]): void {
  if (findings.length > 0) throw new ConfigError(findings);
}
