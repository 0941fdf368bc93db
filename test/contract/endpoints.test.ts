import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../src/contract/assumptions.ts';
import { pathOf } from '../../src/contract/endpoints.ts';

describe('the endpoint table', () => {
  it('encodes path parameters so that no value adds a segment', () => {
    expect(pathOf('listProperties', { object_type: '../v1/x?y#z' })).toBe(
      '/properties/v2/..%2Fv1%2Fx%3Fy%23z/properties',
    );
    expect(() => pathOf('listProperties', { object_type: '..' })).toThrow(/object_type/);
    expect(() => pathOf('listProperties', {})).toThrow(/object_type/);
  });
});

describe('the assumptions', () => {
  it('are numbered in rising order, each once, and each is named where code relies on it', () => {
    const ids: readonly string[] = ASSUMPTIONS.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(ids.filter((id) => !/^A\d\d$/.test(id))).toEqual([]);
    const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('assumptions.ts'))
      .map((file) => readFileSync(`src/${file}`, 'utf8'))
      .join('\n');
    expect(ASSUMPTIONS.filter(({ id }) => !source.includes(id)).map(({ id }) => id)).toEqual([]);
  });

  it('are named in the pages, each, and no page and no code names another', () => {
    const ids: readonly string[] = ASSUMPTIONS.map(({ id }) => id);
    const named = (folder: string, ending: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith(ending))
        .flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').match(/\bA\d\d\b/g) ?? []);
    const pages = new Set(named('docs', '.md'));
    expect(ids.filter((id) => !pages.has(id))).toEqual([]);
    expect([...pages, ...named('src', '.ts')].filter((id) => !ids.includes(id))).toEqual([]);
  });
});
