/** Tests that `trueup pull` of an unknown name fails. */

import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

test('an unknown address or object type is an error with the nearest name', async () => {
  const { service, shell } = await aSandbox((url) => sandboxText(url, 'dated'));
  await service.admin(1001).addProperty('contacts', {
    ...{ name: 'loyalty_tier', label: 'Tier', groupName: 'contactinformation', type: 'string', fieldType: 'text' },
  });
  const address = await shell.run('pull', 'property:contacts/loyalty_teir');
  expect(address).toMatchObject({ code: 1, stdout: '' });
  expect(address.stderr).toContain('property:contacts/loyalty_teir');
  expect(address.stderr).toContain('Did you mean property:contacts/loyalty_tier?');
  const object = await shell.run('pull', '--object', 'tickts');
  expect(object).toMatchObject({ code: 1, stdout: '' });
  expect(object.stderr).toContain('Did you mean tickets?');
  expect((await shell.run('pull', 'property:contacts/loyalty_teir*')).code).toBe(0);
  expect((await shell.run('pull', 'property:contacts/loyalty_tier')).code).toBe(0);
});
