import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import {
  blockedFindings,
  createReconciler,
  describeAdvice,
  memoryStore,
  type PlanOptions,
  parseProject,
} from '../../src/index.ts';
import { startService } from '../../src/service/index.ts';
import { FIXES } from '../support/fixes.ts';
import { projectText } from '../support/project.ts';

test('describeAdvice names calls and options of the library, and a command only if there is no call', () => {
  const texts = FIXES.flatMap((fix) => describeAdvice({ fix: [fix] }));
  expect(texts.filter((text) => / --|trueup /.test(text))).toEqual([
    'If there is no configuration yet, start a project (on the command line): trueup init',
    expect.stringContaining('write its webhooks file (on the command line): trueup generate hsmeta'),
  ]);
  expect(describeAdvice({ hint: 'Check it.', fix: FIXES.filter(({ action }) => action === 'allow') })).toEqual([
    'Check it.',
    "Allow it in a new plan with the option allow: [{ risk: 'max-changes' }]",
  ]);
});

test.each([
  [
    'settle',
    1,
    "If it did not, settle it as not-applied: reconciler.ledger.settle(['property-group:contacts/loyalty'], 'not-applied')",
  ],
  [
    'adopt',
    2,
    "Overwrite the record: reconciler.ledger.adopt(['property-group:contacts/loyalty'], { overwrite: true })",
  ],
  [
    'forget',
    2,
    "Once it is removed there, drop its record: reconciler.ledger.forget(['property-group:contacts/loyalty'])",
  ],
  ['use-ledger', 1, "Keep the ledger there with the option ledger: fileStore({ dir: '../app/.trueup', ... })"],
  [
    'allow',
    1,
    "Allow it in a new plan with the option allow: [{ risk: 'option-removal', address: 'property:contacts/loyaltytier' }]",
  ],
  ['skip-blocked', 0, 'Apply the other changes with the option skipBlocked: true'],
  ['apply', 0, "Apply the declaration: reconciler.plan({ targets: ['property:contacts/loyaltytier'] })"],
  ['allow-host', 1, "Allow the host with the option allowedHosts: ['127.0.0.1:4010']"],
  ['pass-files', 1, "Pass it as a part of the configuration: loadProject(['../crm/a b.yaml'])"],
  ['log-in', 0, 'Return an access token with the option fetchToken'],
] as const)('describeAdvice describes the fix %s, form %i', (action, form, text) => {
  const fix = FIXES.filter((one) => one.action === action)[form];
  expect(describeAdvice({ fix: fix === undefined ? [] : [fix] })).toEqual([text]);
});

test('an address with quotes and control characters stays one string without them', () => {
  const address = `property:contacts/a'b"c\\d\u001b[2J\n` as const;
  const [text = ''] = describeAdvice({ fix: [{ action: 'overwrite', addresses: [address] }] });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
  expect(text).not.toMatch(/[\u0000-\u001f]/);
  const [, named = ''] = / with the option overwrite: (.*)$/.exec(text) ?? [];
  expect(new Function(`return ${named}`)()).toEqual([address]);
});

test('an option that describeAdvice names unblocks the next plan', async () => {
  const service = await startService();
  const ledger = memoryStore({ name: 'sandbox', clock: systemClock, newId: randomUUID });
  const withOptions = (options: readonly string[]) =>
    createReconciler({
      config: parseProject([{ path: 'trueup.yaml', text: projectText(service.url, { options, surface: 'dated' }) }]),
      env: { SANDBOX_TOKEN: 'trueup-dev-token' },
      ledger,
    });
  const first = withOptions(['gold', 'silver']);
  await first.apply(await first.plan(), { skipBlocked: true });
  const second = withOptions(['gold']);
  const [finding] = blockedFindings(await second.plan());
  const text = describeAdvice(finding ?? {}).find((line) => line.includes(' option '));
  const [, named = ''] = / with the option (allow: .*)$/.exec(text ?? '') ?? [];
  const options: PlanOptions = new Function(`return { ${named} }`)();
  const plan = await second.plan(options);
  expect(plan.allowed).toEqual([{ risk: 'option-removal', address: 'property:contacts/loyaltytier' }]);
  expect(blockedFindings(plan)).toEqual([]);
  await Promise.all([first.close(), second.close(), service.close()]);
});
