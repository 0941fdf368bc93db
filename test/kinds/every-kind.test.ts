import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KIND_WORDS } from '../../src/kinds/words.ts';
import { KIND_NAMES } from '../../src/model/address.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (path: string): string => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');

/** Kinds for which the documented surface has no calls. */
const DATED_ONLY: readonly string[] = ['association-label', 'object-schema', 'pipeline'];

describe.each(KIND_NAMES)('the kind %s', (name) => {
  it('passes the suite of kinds', () => {
    const surface = DATED_ONLY.includes(name) ? 'dated' : 'documented';
    expect(textOf(`test/kinds/${name}/${surface}/index.test.ts`)).toMatch(/^describeKind\(/m);
  });

  it('is in the plan of the complete example, and in the glossary', () => {
    const { noun, plural } = KIND_WORDS[name];
    expect(textOf('examples/complete/expected-plan.txt')).toMatch(new RegExp(`\\d new (${noun}|${plural})\\b`));
    expect(textOf('docs/glossary.md')).toContain(`\`${name}\``);
  });
});
