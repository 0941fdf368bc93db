/** Tests of a pull of the service's own properties that a user changed. */

import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

async function afterRelabelling(surface: 'documented' | 'dated') {
  const { service, shell } = await aSandbox((url) => sandboxText(url, surface));
  await service.admin(1001).editProperty('contacts', 'email', { label: 'Mail of work' });
  const left = async (...words: readonly string[]) => {
    const { document } = await shell.json('pull', '--dry-run', ...words);
    const { left: all, taken } = Object(document);
    return {
      because: (all as { address: string; because: string }[]).find(({ address }) => address === EMAIL)?.because,
      taken: (taken as { address: string }[]).map(({ address }) => address),
    };
  };
  return { shell, left };
}

const EMAIL = 'property:contacts/email';

test('a relabelled service property is listed with this reason, and --include pulls it', async () => {
  const { shell, left } = await afterRelabelling('documented');
  expect(await left()).toMatchObject({ because: 'service-customized' });
  const { stdout } = await shell.run('pull', '--dry-run');
  expect(stdout).toContain(`service-customized (1): ${EMAIL}`);
  expect(stdout).toContain("It is the service's own, and a user changed it.");
  expect(await left('--include', EMAIL)).toMatchObject({ because: undefined, taken: expect.arrayContaining([EMAIL]) });
  expect((await shell.run('explain', EMAIL)).stdout).toContain("the service's own definition, which a user changed");
});

test('a relabelled service property is listed as service-defined on the dated surface', async () => {
  const { left } = await afterRelabelling('dated');
  expect(await left()).toMatchObject({ because: 'service-defined' });
});
