/** `trueup generate docs`, `graph` and `types`: prints a text made of the configuration, saves it, or compares it with a saved file. */

import { dirname, extname, relative, resolve } from 'node:path';
import { type NotCovered, notCoveredFor } from '../../contract/not-covered.ts';
import { UsageError } from '../../errors.ts';
import { type Catalogue, catalogueOf } from '../../report/catalogue/catalogue.ts';
import { GENERATED_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import type { Detail } from '../../report/graph/mermaid.ts';
import type { Context } from '../context.ts';
import { declaredIn } from '../declared.ts';
import type { CommonFlags } from '../flags.ts';
import { requireOwn, saveShared } from '../save.ts';

export interface GenerateFlags extends CommonFlags {
  readonly out?: string;
  readonly check?: boolean;
  /** Flag of `graph`. */
  readonly detail?: Detail;
}

type Name = 'docs' | 'graph' | 'types';

interface Source {
  readonly catalogue: Catalogue;
  readonly account: string;
  readonly detail: Detail;
  readonly notCovered: readonly NotCovered[];
  /** Returns the path of a file of the configuration, relative to the folder of the text. */
  readonly linkTo: (file: string) => string;
}

interface Format {
  /** Endings of file names, in lower case. */
  readonly endings: readonly string[];
  readonly textOf: (source: Source) => Promise<string>;
}

const FORMATS: Readonly<Record<Name, Format>> = {
  docs: {
    endings: ['.md', '.markdown'],
    textOf: async ({ catalogue, ...rest }) =>
      (await import('../../report/markdown/dictionary.ts')).dictionaryMarkdown(catalogue, rest),
  },
  graph: {
    endings: ['.mmd', '.mermaid'],
    textOf: async ({ catalogue, detail }) =>
      (await import('../../report/graph/mermaid.ts')).mermaidText(catalogue, detail),
  },
  types: {
    endings: ['.ts', '.mts', '.cts'],
    textOf: async ({ catalogue }) => (await import('../../report/types/types.ts')).typesText(catalogue),
  },
};

export async function generate(context: Context, flags: GenerateFlags, command: Name): Promise<number> {
  const { out, check = false, quiet = false, detail = 'properties' } = flags;
  const format = FORMATS[command];
  requireEnding(out, format);
  const { account, resources } = await declaredIn(context, flags);
  const { cwd } = context.world;
  const path = out === undefined ? undefined : resolve(cwd, out);
  const folder = path === undefined ? cwd : dirname(path);
  const linkTo = (file: string): string => relative(folder, resolve(cwd, file)).replaceAll('\\', '/');
  const notCovered = notCoveredFor(resources.map(({ kind }) => kind)) ?? [];
  const source = { catalogue: catalogueOf(resources), account: account.name, detail, notCovered, linkTo };
  const text = context.redaction.scrub(await format.textOf(source));
  if (check && out === undefined) {
    throw new UsageError('check-nothing', '--check compares a file, and none is named.', { hint: 'Add -o FILE.' });
  }
  if (out === undefined && flags.json !== true) {
    context.out(text);
    return EXIT.done;
  }
  const message = `${out} exists and is not a file of trueup generate ${command}, so it is not replaced.`;
  const other = new UsageError('not-generated', message, { hint: 'Choose another file for -o.' });
  const before = path === undefined ? undefined : await requireOwn(path, MARK, other);
  const current = path !== undefined && before === text;
  if (path !== undefined && !current && !check) await saveShared(path, text);
  const said = check ? (current ? 'current' : 'outdated') : current ? 'unchanged' : 'saved';
  if (flags.json === true) {
    const result = path === undefined ? 'printed' : said;
    const document = { format: GENERATED_FORMAT, command, path: out ?? null, result, text };
    context.out(json(document));
  } else if (!quiet || said === 'outdated') {
    context.out(`${SAID[said](terminalLine(out ?? ''))}\n`);
  }
  return said === 'outdated' ? EXIT.pending : EXIT.done;
}

/** Throws UsageError if the name of the file has the ending of another format. */
function requireEnding(out = '', { endings }: Format): void {
  const ending = extname(out).toLowerCase();
  if (ending === '' || endings.includes(ending)) return;
  const known = [endings.slice(0, -1).join(', '), ...endings.slice(-1)].join(' or ');
  throw new UsageError('out-form', `${out} cannot be written: its name ends in ${ending}.`, {
    hint: `Use a name that ends in ${known}. Nothing was written.`,
  });
}

/** All formats name their command at the beginning. */
const MARK = /Written by `?trueup generate (docs|graph|types)\b/;

const SAID = {
  saved: (path: string) => `Wrote ${path}.`,
  unchanged: (path: string) => `${path} is as it was.`,
  current: (path: string) => `${path} is up to date.`,
  outdated: (path: string) => `${path} is missing or not up to date: write it without --check.`,
} as const;
