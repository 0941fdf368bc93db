/** The version of the program, and the oldest Node.js that it runs on, as its package says. */

import { readFileSync } from 'node:fs';
import { mapping } from '../model/json.ts';

interface Release {
  readonly version: string;
  /** `22.20.0`. */
  readonly node: string;
}

export function release(): Release {
  const read = mapping(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));
  const node = String(mapping(read?.['engines'])?.['node'] ?? '');
  return { version: String(read?.['version'] ?? ''), node: node.replace(/^\D+/, '') };
}
