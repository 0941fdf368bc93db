/** A plan of files for several accounts warns of a limit whose label is named by the id of one of them. */

import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

const LIMIT = `associationLimits:
  - { from: contacts, to: companies, limits: [{ category: USER_DEFINED, typeId: 7, maxToObjectIds: 3 }] }
`;

test('the warning stands in the plan, with the account that may have another label', async () => {
  const text = (url: string) =>
    sandboxText(url).replace('{ hubId: 1001', '{ surface: dated, hubId: 1001') +
    '  production: { hubId: 2002, auth: { accessToken: "$' +
    `{env.PRODUCTION_TOKEN}" } }\n${LIMIT}`;
  const { shell } = await aSandbox(text);
  const { document } = await shell.json('plan', '--account', 'sandbox');
  expect(Object(document).findings).toContainEqual(
    expect.objectContaining({ code: 'label-by-id', message: expect.stringContaining('In production that id') }),
  );
});
