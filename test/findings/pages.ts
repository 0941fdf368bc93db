/** The pages of docs/findings: the codes that they explain, and their examples. */

import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'docs/findings';

/** Pages that explain many codes, each under a heading of its own. */
export const GROUPED: Readonly<Record<string, RegExp>> = {
  'github-settings': /^### ([a-z0-9-]+)$/gm,
  'yaml-syntax': /^## ([a-z0-9-]+)$/gm,
  errors: /^### ([a-z0-9-]+|(?:api|host)-NNN)$/gm,
};

export interface Page {
  /** Name of the file without `.md`. */
  readonly name: string;
  readonly text: string;
}

export interface Example {
  readonly page: string;
  /** What the example is for, or `nothing` where it is sound. */
  readonly code: string;
  /** All that it gives: a small example can lack what another file would say. */
  readonly gives: readonly string[];
  readonly yaml: string;
}

export function pages(): readonly Page[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({ name: file.slice(0, -'.md'.length), text: readFileSync(`${FOLDER}/${file}`, 'utf8') }));
}

export function headings({ name, text }: Page): readonly string[] {
  const pattern = GROUPED[name];
  return pattern === undefined ? [] : [...text.matchAll(pattern)].map(([, code = '']) => code);
}

/** YAML that is marked with what it gives. */
export function examples(): readonly Example[] {
  return pages().flatMap(({ name, text }) =>
    [...text.matchAll(/<!-- expect: ([a-z0-9 -]+) -->\n```yaml\n([\s\S]*?)\n```/g)].map(([, codes = '', yaml = '']) => {
      const [code = '', ...others] = codes.split(' ');
      const gives = code === 'nothing' ? [] : [code, ...others];
      return { page: name, code, gives, yaml: `${yaml}\n` };
    }),
  );
}
