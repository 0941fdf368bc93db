/** Gives a text that is made of the configuration: prints it, saves it, or checks that a saved one is still the same. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { GeneratedDocument } from '../report/documents/commands.ts';
import { GENERATED_FORMAT } from '../report/documents/formats.ts';
import { json } from '../report/documents/json.ts';
import { terminalLine } from '../report/escape.ts';
import { EXIT } from '../report/exit.ts';
import type { Context } from './context.ts';
import type { CommonFlags } from './flags.ts';
import { saveShared, textOf } from './save.ts';

export interface GeneratedFlags extends CommonFlags {
  readonly out?: string;
  readonly check?: boolean;
}

export async function giveGenerated(
  context: Context,
  { out, check = false, json: asDocument = false, quiet = false }: GeneratedFlags,
  command: GeneratedDocument['command'],
  made: string,
): Promise<number> {
  const text = context.redaction.scrub(made);
  if (check && out === undefined) {
    throw new UsageError('check-nothing', '--check compares a file, and none is named.', { hint: 'Add -o FILE.' });
  }
  if (out === undefined && !asDocument) {
    context.out(text);
    return EXIT.done;
  }
  const path = out === undefined ? undefined : resolve(context.world.cwd, out);
  const before = path === undefined ? undefined : await textOf(path);
  requireOwn(before, out, command);
  const current = path !== undefined && before === text;
  if (path !== undefined && !current && !check) await saveShared(path, text);
  const said = check ? (current ? 'current' : 'outdated') : current ? 'unchanged' : 'saved';
  if (asDocument) {
    const result = path === undefined ? 'printed' : said;
    const document: GeneratedDocument = { format: GENERATED_FORMAT, command, path: out ?? null, result, text };
    context.out(json(document));
  } else if (!quiet || said === 'outdated') {
    const isAbsent = said === 'outdated' && before === undefined && !existsSync(path ?? '');
    context.out(`${SAID[isAbsent ? 'absent' : said](terminalLine(out ?? ''))}\n`);
  }
  return said === 'outdated' ? EXIT.pending : EXIT.done;
}

/** All forms tell at their beginning who wrote them. */
const MARK = /Written by `?trueup (docs|graph|types)\b|<meta name="generator" content="trueup">/;
const BEGINNING = 2_000;

/** A mistyped `-o README.md` must not cost what somebody wrote. */
function requireOwn(before = '', out = '', command: GeneratedDocument['command']): void {
  if (before.trim() === '' || MARK.test(before.slice(0, BEGINNING))) return;
  throw new UsageError(
    'not-generated',
    `${out} exists and was not written by trueup ${command}, so it is not replaced.`,
    {
      hint: 'Choose another file for -o, or delete this one.',
    },
  );
}

const SAID = {
  saved: (path: string) => `Wrote ${path}.`,
  unchanged: (path: string) => `${path} is as it was.`,
  current: (path: string) => `${path} is up to date.`,
  absent: (path: string) => `${path} is not there: write it without --check.`,
  outdated: (path: string) => `${path} is not up to date: write it again without --check.`,
} as const;
