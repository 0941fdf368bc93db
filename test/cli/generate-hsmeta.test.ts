import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { aShell, type Shell } from '../support/world.ts';

const FLAGS = ['--target-url', 'https://example.com/webhook', '--max-concurrent-requests', '10'];
const EXPORT = ['generate', 'hsmeta', ...FLAGS];

/** Events of each place, and two events that have no place. */
const EVERY = `version: 1
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: object.propertyChange, objectTypeId: "0-1", propertyName: firstname }
      - { eventType: object.creation, objectTypeId: 0-8, active: false }
      - { eventType: contact.propertyChange, propertyName: lastname }
      - { eventType: line_item.deletion }
      - { eventType: contact.privacyDeletion }
      - { eventType: conversation.newMessage }
      - { eventType: conversation.propertyChange, propertyName: status, active: false }
`;
const UNPLACED = `      - { eventType: object.creation, objectTypeId: 2-3451 }
      - { eventType: event.completed, eventTypeName: Order placed }
`;
const FILE = {
  uid: 'webhooks',
  type: 'webhooks',
  config: {
    settings: { targetUrl: 'https://example.com/webhook', maxConcurrentRequests: 10 },
    subscriptions: {
      crmObjects: [
        { subscriptionType: 'object.creation', objectType: 'line_item', active: false },
        { subscriptionType: 'object.propertyChange', objectType: 'contact', propertyName: 'firstname', active: true },
      ],
      legacyCrmObjects: [
        { subscriptionType: 'contact.propertyChange', propertyName: 'lastname', active: true },
        { subscriptionType: 'line_item.deletion', active: true },
      ],
      hubEvents: [
        { subscriptionType: 'contact.privacyDeletion', active: true },
        { subscriptionType: 'conversation.newMessage', active: true },
        { subscriptionType: 'conversation.propertyChange', propertyName: 'status', active: false },
      ],
    },
  },
};

let shell: Shell;

beforeEach(async () => {
  shell = await aShell();
});

const written = async (file: string) => JSON.parse(await readFile(join(shell.cwd, file), 'utf8'));

test('exports each subscription to the list of its event type while offline', async () => {
  await shell.write('trueup.yaml', EVERY);
  const { code, stdout, stderr } = await shell.run(...EXPORT);
  expect([code, JSON.parse(stdout), stderr]).toEqual([0, FILE, '']);
});

test('-o writes the file, and --uid names the component', async () => {
  await shell.write('trueup.yaml', EVERY);
  const { code, stdout } = await shell.run(...EXPORT, '-o', 'webhooks-hsmeta.json', '--uid', 'shop-webhooks');
  expect([code, stdout]).toEqual([0, 'Wrote 7 subscriptions of app 2001 to webhooks-hsmeta.json.\n']);
  expect(await written('webhooks-hsmeta.json')).toEqual({ ...FILE, uid: 'shop-webhooks' });
});

test('-o replaces an earlier export and refuses any other file', async () => {
  await shell.write('trueup.yaml', EVERY);
  const refused = await shell.run(...EXPORT, '-o', 'trueup.yaml');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('[not-a-webhooks-file]')]);
  expect((await shell.run(...EXPORT, '-o', 'hooks.json')).code).toBe(0);
  expect((await shell.run(...EXPORT, '-o', 'hooks.json', '--uid', 'other')).code).toBe(0);
});

test('subscriptions without a place in the file are named, and the export is partial', async () => {
  await shell.write('trueup.yaml', EVERY + UNPLACED);
  const { code, stdout, stderr } = await shell.run(...EXPORT);
  expect([code, JSON.parse(stdout)]).toEqual([4, FILE]);
  expect(stderr).toBe(
    [
      'warning: Not exported: webhook-subscription:2001/event.completed/-/Order%20placed. No list of the file takes event.completed.\n',
      'warning: Not exported: webhook-subscription:2001/object.creation/2-3451. It is not known how the file names the object type 2-3451.\n',
    ].join(''),
  );
  const { code: same, document } = await shell.json(...EXPORT, '-o', 'out.json');
  expect([same, document]).toMatchObject([
    4,
    {
      format: 'trueup.export/1',
      app: '2001',
      saved: 'out.json',
      file: FILE,
      notExported: [
        { address: 'webhook-subscription:2001/event.completed/-/Order%20placed' },
        { address: 'webhook-subscription:2001/object.creation/2-3451' },
      ],
    },
  ]);
});

test('several apps require the flag --app', async () => {
  await shell.write('trueup.yaml', `${EVERY}  - appId: 2002\n    subscriptions: [{ eventType: deal.creation }]\n`);
  const undecided = await shell.run(...EXPORT);
  expect([undecided.code, undecided.stdout]).toEqual([1, '']);
  expect(undecided.stderr).toContain('[app-required]');
  const chosen = await shell.run(...EXPORT, '--app', '2002');
  expect(chosen.code).toBe(0);
  expect(JSON.parse(chosen.stdout).config.subscriptions).toEqual({
    crmObjects: [],
    legacyCrmObjects: [{ subscriptionType: 'deal.creation', active: true }],
    hubEvents: [],
  });
  const unknown = await shell.run(...EXPORT, '--app', '2003');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('2001, 2002')]);
});

test.each([
  ['no subscriptions', 'version: 1\n', 1, '[nothing-to-export]'],
  [
    'none with a place',
    `version: 1\nwebhooks:\n  - appId: 2001\n    subscriptions:\n${UNPLACED}`,
    1,
    '[nothing-to-export]',
  ],
  ['an error', EVERY.replace('line_item.deletion', 'line_item.deleted'), 3, 'unknown-value'],
])('nothing is written of a configuration with %s', async (_, text, code, said) => {
  await shell.write('trueup.yaml', text);
  const ran = await shell.run(...EXPORT, '-o', 'out.json');
  expect([ran.code, ran.stdout]).toEqual([code, '']);
  expect(ran.stderr).toContain(said);
  await expect(written('out.json')).rejects.toThrow('ENOENT');
});

test.each([
  [['generate', 'hsmeta'], '--target-url'],
  [['generate', 'hsmeta', ...FLAGS.slice(0, 2)], '--max-concurrent-requests'],
  [[...EXPORT, '--target-url', 'http://example.com'], 'It must be an https address'],
  [[...EXPORT, '--uid', 'my hooks'], 'It must be up to 64 letters, digits, underscores, dashes and periods.'],
  [[...EXPORT, '--max-concurrent-requests', '0'], 'It must be a whole number'],
  [[...EXPORT, '--app', 'shop'], 'It must be an app id'],
])('a flag that the file needs is required and checked: %s', async (words, said) => {
  await shell.write('trueup.yaml', EVERY);
  const { code, stdout, stderr } = await shell.run(...words);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr.replace(/\s+/g, ' ')).toContain(said);
});

test('the credential of the app may be unset: nothing is sent', async () => {
  const apps = 'apps: { "2001": { developerKey: "${' + 'env.NO_SUCH_KEY}" } }\n';
  await shell.write('trueup.yaml', EVERY + apps);
  expect((await shell.run(...EXPORT)).code).toBe(0);
});

test('an edited file keeps its uid, and entries go only on request', async () => {
  await shell.write('trueup.yaml', EVERY);
  await shell.run(...EXPORT, '-o', 'w.json', '--uid', 'ours');
  expect((await readFile(join(shell.cwd, 'w.json'), 'utf8')).split('\n').length).toBeGreaterThan(20);
  const before = await written('w.json');
  const [first, ...others] = before.config.subscriptions.hubEvents;
  const own = { subscriptionType: 'object.creation', objectType: 'p1001_boats', active: true };
  const edited = {
    ...before,
    config: {
      settings: { ...before.config.settings, period: 5 },
      subscriptions: {
        ...before.config.subscriptions,
        crmObjects: [...before.config.subscriptions.crmObjects, own],
        hubEvents: [{ ...first, active: false }, ...others],
      },
    },
  };
  await shell.write('w.json', JSON.stringify(edited));
  const refused = await shell.run(...EXPORT, '-o', 'w.json');
  expect([refused.code, refused.stderr.replace(/\s+/g, ' ')]).toEqual([
    3,
    expect.stringContaining(
      'config.settings.period, config.subscriptions.crmObjects objectType p1001_boats subscriptionType object.creation. [files-in-the-way]',
    ),
  ]);
  expect(await written('w.json')).toEqual(edited);
  const replaced = await shell.run(...EXPORT, '-o', 'w.json', '--replace');
  expect([replaced.code, replaced.stderr]).toEqual([
    0,
    `Removed from the file: config.settings.period
Removed from the file: config.subscriptions.crmObjects objectType p1001_boats subscriptionType object.creation
Changed in the file: config.subscriptions.hubEvents subscriptionType contact.privacyDeletion was false
`,
  ]);
  expect(await written('w.json')).toEqual(before);
});

test('unknown structures in the file are named and kept, with the old setting values', async () => {
  await shell.write('trueup.yaml', EVERY);
  expect((await shell.run(...EXPORT, '-o', 'w.json')).code).toBe(0);
  const { config, ...rest } = await written('w.json');
  const { settings, subscriptions } = config;
  for (const [odd, named] of [
    [
      { settings, subscriptions: [{ subscriptionType: 'deal.creation' }] },
      'config.subscriptions subscriptionType deal.creation',
    ],
    [{ settings, subscriptions: { ...subscriptions, hubEvents: { one: true } } }, 'config.subscriptions.hubEvents.one'],
    [{ settings: ['x'], subscriptions }, 'config.settings value x'],
    ['x', 'config'],
  ]) {
    const text = JSON.stringify({ ...rest, config: odd });
    await shell.write('w.json', text);
    const refused = await shell.run(...EXPORT, '-o', 'w.json');
    expect([refused.code, refused.stderr.replace(/\s+/g, ' ')]).toEqual([3, expect.stringContaining(` ${named}. [`)]);
    expect(await readFile(join(shell.cwd, 'w.json'), 'utf8')).toBe(text);
  }
  const moved = { ...settings, targetUrl: 'https://theirs.example/hook' };
  await shell.write('w.json', JSON.stringify({ ...rest, config: { settings: moved, subscriptions } }));
  const { code, stderr } = await shell.run(...EXPORT, '-o', 'w.json');
  expect([code, stderr]).toEqual([
    0,
    'Changed in the file: config.settings.targetUrl was "https://theirs.example/hook"\n',
  ]);
});
