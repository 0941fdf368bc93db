/** Writes the licences of the packages whose code is in the bundle, based on the modules that were bundled. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

const RULE = '-'.repeat(80);
const LICENCES = 'THIRD-PARTY-LICENSES.txt';

export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      );
      const folders = new Set(modules.flatMap(([id, { code }]) => (code === null ? [] : packageFolder(id))));
      this.emitFile({ type: 'asset', fileName: LICENCES, source: textOf([...folders].map(partOf)) });
    },
  };
}

/** A package may be installed in several places. */
function textOf(parts: readonly string[]): string {
  const sorted = [...new Set(parts)].sort();
  return ['The code of trueup contains code of these packages, under the licences below.\n', ...sorted].join(
    `\n${RULE}\n`,
  );
}

/** Empty for our own modules and those of the bundler. */
function packageFolder(id: string): readonly string[] {
  const [, folder] = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
  return folder === undefined ? [] : [folder];
}

function partOf(folder: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name));
  const text = file === undefined ? declaredText(manifest) : readFileSync(join(folder, file), 'utf8');
  return `${manifest.name} ${manifest.version}\n\n${text.trim()}\n`;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/** For a package without a licence file. The build fails unless package.json says MIT. */
function declaredText({ name, license, author }: Manifest): string {
  if (license !== 'MIT') throw new Error(`${name} has no licence file; package.json says ${license ?? 'nothing'}.`);
  return `MIT License

Copyright (c) ${typeof author === 'object' ? author.name : (author ?? `the authors of ${name}`)}

${MIT}`;
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
