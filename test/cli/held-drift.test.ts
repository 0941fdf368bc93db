/** Tests the command that drift offers for an account that holds drift. */

import { expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

const TIER = 'property:contacts/loyaltytier';

test('the apply that drift offers overwrites held drift', async () => {
  const { service, shell } = await aSandbox((url) =>
    projectText(url).replace('    protected: false\n', '    protected: false\n    drift: hold\n'),
  );
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' });
  const { code, stdout } = await shell.run('drift');
  expect([code, stdout.trimEnd().split('\n').slice(-2)]).toEqual([
    2,
    ['Next, to see the plan that overwrites the drift, and to approve it:', `  trueup apply --overwrite ${TIER}`],
  ]);
  const page = await shell.run('drift', '--format', 'html');
  expect(page.stdout).toContain('<code>--overwrite ADDRESS</code>');
  expect(await shell.run('apply', '--overwrite', TIER, '--auto-approve')).toMatchObject({ code: 0 });
  expect((await shell.run('drift')).code).toBe(0);
});
