/** `trueup fmt`: gives the files of the configuration one layout. What they say stays as it is. */

import { resolve, sep } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { formatYaml } from '../../config/format/format.ts';
import { documentSchema } from '../../config/schema/document-schema.ts';
import { parseText } from '../../config/yaml/document.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import { excerpt, parseProject } from '../../index.ts';
import { KINDS } from '../../kinds/index.ts';
import type { Finding } from '../../model/finding.ts';
import { EXIT } from '../../report/exit.ts';
import type { Context } from '../context.ts';
import { type FmtFlags, type FormattedFile, showFormatted } from '../formatted.ts';
import { openProject } from '../project.ts';
import { writePulled } from '../pulled-files.ts';

const STDIN = '-';
const BYTE_ORDER_MARK = '\ufeff';

export async function fmt(context: Context, flags: FmtFlags, paths: readonly string[]): Promise<number> {
  if (paths.includes(STDIN)) return fmtStdin(context, flags, paths);
  const { check = false, diff = false } = flags;
  const files = formattedAll(await sourcesOf(context, flags, paths));
  const changed = files.filter(({ before, text }) => before !== text);
  const writes = !check && !diff;
  if (writes) await writePulled(changed, context.world.cwd, 'fmt');
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
  const [file] = formattedAll([source]);
  if (file === undefined) return EXIT.done;
  if (json || check || diff) await showFormatted(context, flags, [file], false);
  // It is what was given: a value in it that looks like a secret stays.
  else context.reveal(mark + file.text);
  return check && file.before !== file.text ? EXIT.pending : EXIT.done;
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** Throws ConfigError if one of them is missing. What a named file includes is not formatted. */
async function sourcesOf(context: Context, flags: FmtFlags, paths: readonly string[]): Promise<readonly Source[]> {
  const { cwd } = context.world;
  const named = paths.map((path) => resolve(cwd, path));
  const { files, findings } = await openProject(context, paths.length === 0 ? flags : { ...flags, file: paths });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ConfigError(errors);
  if (named.length === 0) return files;
  return files.filter(({ path }) => {
    const file = resolve(cwd, path);
    return named.some((one) => one === file || file.startsWith(one.endsWith(sep) ? one : one + sep));
  });
}

/** All or none: throws ConfigError with what is wrong in any of them. */
function formattedAll(sources: readonly Source[]): readonly FormattedFile[] {
  const schema = documentSchema(KINDS);
  const findings: Finding[] = [];
  const files = sources.map(({ path, text: before }) => {
    const text = formatYaml(before, schema);
    if (text === undefined) findings.push(...parseText({ path, text: before }).findings);
    return { path, before, text: text ?? before };
  });
  if (findings.length > 0) throw new ConfigError(findings);
  return files;
}
