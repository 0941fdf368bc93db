/** What a built file imports. Uses a parser, because code can contain strings that look like imports. */

import { readFile } from 'node:fs/promises';
import { parseSync, Visitor } from 'rolldown/utils';

/** The module specifiers as written: static, dynamic, and in types. */
export async function sourcesIn(file: string): Promise<readonly string[]> {
  const { program, errors } = parseSync(file, await readFile(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const sources: unknown[] = [];
  new Visitor({
    ImportDeclaration: ({ source }) => sources.push(source.value),
    ExportNamedDeclaration: ({ source }) => sources.push(source?.value),
    ExportAllDeclaration: ({ source }) => sources.push(source.value),
    ImportExpression: ({ source }) => sources.push(source.type === 'Literal' ? source.value : undefined),
    // createRequire(import.meta.url)('name'): what is loaded at once, and only where it is needed.
    CallExpression: ({ callee, arguments: [argument] }) => {
      const requires =
        callee.type === 'CallExpression' &&
        callee.callee.type === 'Identifier' &&
        callee.callee.name === 'createRequire';
      if (requires && argument?.type === 'Literal') sources.push(argument.value);
    },
    TSImportType: ({ source }) => sources.push(source.value),
  }).visit(program);
  return sources.filter((source) => typeof source === 'string');
}

/** Names of the imported packages and Node.js modules. */
export async function packagesIn(file: string): Promise<readonly string[]> {
  return (await sourcesIn(file)).filter((source) => !/^[./]/.test(source)).map(packageOf);
}

/** The package name of a specifier that is not a path. */
export function packageOf(source: string): string {
  return source.startsWith('node:') ? source : (/^(@[^/]+\/)?[^/]+/.exec(source)?.[0] ?? source);
}
