/** Merges are found where links lead. */

import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aRepositoryOfNumbers, type Numbers, type NumbersUnderTest } from './numbers.ts';

let repository: NumbersUnderTest;
beforeEach(async () => {
  repository = await aRepositoryOfNumbers();
});
afterEach(() => repository.close());

describe.each([
  ['the working directory is a link', 'crm', 'projects/v1', { 'working-directory': 'crm' }],
  ['a file is a link out of the folder', 'crm/trueup.yaml', '../shared.yaml', { 'working-directory': 'crm' }],
  ['a folder above is a link', 'teams', 'projects', { 'working-directory': 'teams/v1' }],
] as const)('where %s', (_, link, target, inputs) => {
  /** What the link leads to changes; the link itself does not, so no merge touches it. */
  async function linked(numbers: Numbers): Promise<void> {
    await repository.declare(numbers);
    const text = await readFile(join(repository.workspace, 'trueup.yaml'), 'utf8');
    await repository.file('projects/v1/trueup.yaml', text);
    await repository.file('shared.yaml', text);
    await rm(join(repository.workspace, 'trueup.yaml'));
  }

  test('two pull requests that are merged before one apply are both applied, and a plan meanwhile names the first', async () => {
    if (link.includes('/')) await mkdir(join(repository.workspace, dirname(link)));
    await symlink(target, join(repository.workspace, link));
    await linked({});
    repository.toMain(await repository.commit());
    const own = { 1: { points: 'Points' }, 2: { visits: 'Visits' } };
    for (const pull of [1, 2] as const) {
      await linked(own[pull]);
      expect(await repository.push(pull, inputs)).toMatchObject({ code: 0 });
    }
    await linked(own[1]);
    await repository.mergedOnly(1);
    await linked({ ...own[1], ...own[2] });
    const planned = await repository.push(3, inputs);
    expect(planned.log).toContain('Merged, not yet applied: #1.');
    await repository.mergedOnly(2);
    expect(await repository.applyAgain(2, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await repository.labels()).toEqual({ points: 'Points', visits: 'Visits' });
  });
});
