/** A pull request does not choose the policies that it is held to, although it may write a ledger that lies beside the files. */

import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const LEDGER = { ledger: '.trueup' };
const LOOSE = '{ allow: ["option-removal=property:contacts/tier"] }';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

async function declare(policy: string, options: readonly string[], name = 'sandbox'): Promise<void> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  const text = `${sandboxText(repository.service.url).replace('sandbox:', `${name}:`)}policy: ${policy}
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
`;
  await repository.file('trueup.yaml', text);
}

test.each(['as it was', 'with the policies of a push', 'with policies that are unknown', 'without policies'])(
  'a renamed account with its ledger %s keeps the policy that was applied',
  async (edited) => {
    await declare('{}', ['a', 'b', 'c']);
    expect(await repository.push(1, LEDGER, REPOSITORY, head())).toMatchObject({ code: 0 });
    expect(await repository.merge(1, LEDGER)).toMatchObject({ code: 0 });
    await declare(LOOSE, ['a', 'b', 'c']);
    repository.toMain(await repository.commit());

    const folder = join(repository.workspace, '.trueup');
    const { policies, ...rest } = JSON.parse(await readFile(join(folder, 'sandbox.ledger.json'), 'utf8'));
    expect(policies).toHaveLength(1);
    for (const name of await readdir(folder))
      await rename(join(folder, name), join(folder, name.replace('sandbox', 'production')));
    const said = {
      'as it was': { policies },
      'with the policies of a push': { policies: [head()] },
      'with policies that are unknown': { policies: [] },
    }[edited];
    const ledger = { ...rest, account: { ...rest.account, name: 'production' }, ...said };
    await writeFile(join(folder, 'production.ledger.json'), JSON.stringify(ledger));
    await declare(LOOSE, ['a'], 'production');
    expect(await repository.push(2, LEDGER, REPOSITORY, head())).toMatchObject({
      code: 3,
      outputs: { result: 'failed' },
    });
    const before = await repository.writes();
    expect(await repository.merge(2, LEDGER)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(await repository.writes()).toEqual(before);
  },
);
