import { expect, test } from 'vitest';
import { exitOfExplanation } from '../../../src/report/exit.ts';
import { explanationText } from '../../../src/report/text/explanation.ts';
import { aWorld } from '../../laws/world.ts';
import { aStyle } from '../../support/builders.ts';

const TEXT = `version: 1
objects:
  contacts: { groups: { club: { displayName: Club, properties: { tier: { label: Tier, type: string, fieldType: text } } } } }
  deals: { groups: { terms: { displayName: Terms, properties: { net: { label: Net, type: string, fieldType: text } } } } }
`;

test.each([
  ['an empty 404', { status: 404, headers: {}, body: '' }],
  ['a page', { status: 404, headers: { 'content-type': 'text/html' }, body: '<html><title>Gone</title></html>' }],
  [
    '410',
    { status: 410, headers: {}, body: '{"status":"error","message":"Sunset.","correlationId":"c","category":"GONE"}' },
  ],
])('a path that is gone never reads as absence: %s', async (_what, reply) => {
  const world = await aWorld();
  const files = [{ path: 'trueup.yaml', text: TEXT }];
  const before = world.reconciler(files);
  expect((await before.apply(await before.plan())).summary).toMatchObject({ applied: 4, failed: 0 });
  const { transport } = world.service;
  const sunset: typeof transport = {
    ...transport,
    send: async (request, options) =>
      request.url.includes('/properties/v2/deals/properties') ? reply : transport.send(request, options),
  };
  const after = world.reconciler([{ path: 'trueup.yaml', text: TEXT.replaceAll('label: ', 'label: New ') }], {
    transport: sunset,
  });
  const plan = await after.plan();
  expect(plan).toMatchObject({
    complete: false,
    findings: [
      {
        code: 'surface-gone',
        severity: 'warning',
        message: expect.stringMatching(
          /^GET \/properties\/v2\/deals\/properties does not exist, so its reply is unknown: /,
        ),
        hint: expect.stringContaining('Set `surface: dated` for the account'),
      },
    ],
  });
  expect(plan.changes.map(({ address, action, because }) => [address, action, because])).toContainEqual([
    'property:deals/net',
    'blocked',
    'unseen',
  ]);
  expect(plan.summary).toMatchObject({ create: 0, update: 1, blocked: 1 });
  await world.close();
});

test('a resource behind a path that is gone is unknown', async () => {
  const world = await aWorld();
  const files = [{ path: 'trueup.yaml', text: TEXT }];
  const before = world.reconciler(files);
  await before.apply(await before.plan());
  const { transport } = world.service;
  const sunset: typeof transport = {
    ...transport,
    send: async (request, options) =>
      request.url.includes('/properties/v2/')
        ? { status: 404, headers: {}, body: '' }
        : transport.send(request, options),
  };
  const after = world.reconciler(files, { transport: sunset });
  const { findings } = await after.plan();
  expect(findings.length).toBeGreaterThan(1);
  expect(findings.map(({ code, hint }) => [code, hint !== undefined])).toEqual(
    findings.map(() => ['surface-gone', true]),
  );
  const explanation = await after.explain('property:deals/net');
  expect(explanation).toMatchObject({
    sighting: 'unknown',
    recorded: { fields: { label: 'Net' } },
    change: { action: 'keep' },
    findings: [
      {
        code: 'surface-gone',
        message: expect.stringContaining('GET /properties/v2/deals/properties'),
        hint: expect.stringContaining('Set `surface: dated` for the account'),
      },
    ],
  });
  expect(exitOfExplanation(explanation)).toBe(1);
  const text = explanationText(explanation, aStyle());
  expect(text).toContain('It is not known whether it is in the account.');
  expect(text).not.toContain('the interface has no read for it');
  await world.close();
});
