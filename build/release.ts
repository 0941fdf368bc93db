/**
 * What a release changes besides the version in package.json, and what it is checked for. `npm version LEVEL` runs `prepare` between
 * the two; the release workflow runs `check TAG` and `notes TAG`.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notesOf, released } from './changelog.ts';

const ROOT = join(import.meta.dirname, '..');
const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const WORKFLOWS = join(ROOT, 'examples', 'github');
const SETUP = join(ROOT, 'docs', 'github.md');

const [command = '', tag = ''] = process.argv.slice(2);
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const changelog = readFileSync(CHANGELOG, 'utf8');

switch (command) {
  case 'prepare':
    writeFileSync(CHANGELOG, released(changelog, version, new Date().toISOString().slice(0, 10)));
    for (const path of [SETUP, ...readdirSync(WORKFLOWS).map((name) => join(WORKFLOWS, name))]) {
      writeFileSync(path, readFileSync(path, 'utf8').replace(/(acme\/trueup@v)\d+\.\d+\.\d+/g, `$1${version}`));
    }
    break;
  case 'check':
    requireTag();
    break;
  case 'notes':
    requireTag();
    process.stdout.write(`${notesOf(changelog, version)}\n`);
    break;
  default:
    throw new Error('The commands are prepare, check TAG and notes TAG.');
}

function requireTag(): void {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json has the version ${version}.`);
  notesOf(changelog, version);
}
