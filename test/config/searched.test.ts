/** How far a project looks for files below each folder that it searches. */

import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadProject } from '../../src/index.ts';

let top: string;
beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'trueup-searched-')));
  const files = ['crm/a.yaml', 'crm/sub/b.yaml', 'crm/x.yaml/deep.yaml', 'crm/.dot/c.yaml', 'shared/d.yaml'];
  for (const name of files) {
    await mkdir(dirname(join(top, name)), { recursive: true });
    await writeFile(join(top, name), 'version: 1\n');
  }
  await mkdir(join(top, '.git'));
  await symlink('../shared', join(top, 'crm/link'));
  await symlink('.dot', join(top, 'crm/undotted'));
});

/** Each folder from the top, with what is special about its search. */
async function searched(...includes: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const main = join(top, 'crm/trueup.yaml');
  await writeFile(main, `version: 1\ninclude: ${JSON.stringify(includes)}\n`);
  const { searched: all = [], reach = {} } = await loadProject([main], { cwd: top });
  return Object.fromEntries(all.map((folder) => [relative(top, folder), reach[folder] ?? 'below']));
}

test.each([
  [['a.yaml'], {}],
  [['*.yaml'], { crm: 'here', 'crm/x.yaml': 'below' }],
  [['{a,b}.yaml'], { crm: 'here' }],
  [['sub/*.yaml'], { 'crm/sub': 'here' }],
  [['../shared/?.yaml'], { shared: 'here' }],
  [['*/*.yaml'], { crm: 'below' }],
  [['**/b.yaml'], { crm: 'below' }],
  [['**'], { crm: 'below', 'crm/x.yaml': 'below' }],
  [['!*.yaml', 'a.yaml'], { crm: 'below' }],
  [['sub'], { 'crm/sub': 'below' }],
  [['{.dot,sub}/*.yaml'], { crm: 'hidden', 'crm/.dot': 'below' }],
  [['{.none,sub}/*.yaml'], { crm: 'hidden' }],
  [['[s]ub/*.yaml'], { crm: 'hidden' }],
  [['{,x}.dot/*.yaml'], { crm: 'hidden', 'crm/.dot': 'below' }],
  [['{sub/v1.2,.dot}/*.yaml'], { crm: 'hidden', 'crm/.dot': 'below' }],
  [['*/v1.2/*.yaml'], { crm: 'below' }],
  [['*.d/*.yaml'], { crm: 'below' }],
  [['.dot/*.yaml'], { 'crm/.dot': 'here' }],
  [['a*.yaml', '**/b.yaml'], { crm: 'below' }],
  [['**/b.yaml', 'a*.yaml'], { crm: 'below' }],
  [['a*.yaml', '{.none,sub}/*.yaml', '**/b.yaml'], { crm: 'hidden' }],
  [['{link,sub}/*.yaml'], { crm: 'below', shared: 'below' }],
  [['undotted'], { 'crm/.dot': 'below' }],
])('for %j', async (includes, expected) => {
  expect(await searched(...includes)).toEqual(expected);
});

test('a link in a folder that is passed is searched where it leads, also to one that starts with a dot', async () => {
  const { searched: all = [], reach } = await loadProject([join(top, 'crm')], { cwd: top });
  expect(all.map((folder) => relative(top, folder)).toSorted()).toEqual(['crm', 'crm/.dot', 'shared']);
  expect(reach).toBeUndefined();
});
