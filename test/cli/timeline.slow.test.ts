import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorDocument } from '../../src/report/documents/error.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService();
  shell = await aShell({
    env: { TRUEUP_SURFACE: 'documented', TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' },
  });
});

afterEach(() => service.close());

/** `code line:column` of each finding of an error's document. */
function placesOf(document: unknown): readonly string[] {
  const { findings = [] } = ErrorDocument.parse(document);
  return findings.map(({ code, provenance }) => `${code} ${provenance?.line}:${provenance?.column}`);
}

test('events of a YAML list are sent, each reported with its place and id', async () => {
  await shell.write(
    'events.yaml',
    `- { eventTemplateId: template-1, id: order-1, email: a@example.com, tokens: { total: "10" } }
- { eventTemplateId: template-1, email: b@example.com, tokens: {} }
`,
  );
  const { code, stdout, stderr } = await shell.run('timeline', 'send', 'events.yaml');
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('  + sent      events.yaml:1:3  id order-1');
  expect(lines[1]).toMatch(/^ {2}\+ sent {6}events\.yaml:2:3 {2}id \S+$/);
  expect(lines[2]).toBe('2 events: 2 sent.');
  expect(stderr).toBe(
    'Events without an id: 1. Sending the file again would create them twice. Give each event an id before sending it again.\n',
  );
});

test('one bad event keeps all of them from being sent', async () => {
  await shell.write(
    'events.ndjson',
    `{"eventTemplateId":"template-1","email":"a@example.com","tokens":{}}
{"eventTemplateId":"template-1","tokens":{"total":[10]}}
not json
{"eventTemplateId":"template-1","tokens":{}}
`,
  );
  const { code, document } = await shell.json('timeline', 'send', 'events.ndjson');
  expect(code).toBe(3);
  expect(document).toMatchObject({
    code: 'config-invalid',
    findings: [
      { code: 'event-not-json', provenance: { line: 3 } },
      { code: 'event-without-record', provenance: { line: 2 } },
      { code: 'wrong-type', provenance: { line: 2, column: 51 } },
      { code: 'event-without-record', provenance: { line: 4 } },
    ],
  });
  expect(await service.calls()).toEqual([]);
});

test('members of events are checked as those of a configuration are, each at its place', async () => {
  await shell.write(
    'events.yaml',
    `- eventTemplateId: template-1
  eventTemplateId: template-2
  tokens: { total: [10] }
  email: a@example.com
- { eventTemplateId: template-1, tokens: {}, utk: u, timestamp: yesterday, tokenz: {} }
`,
  );
  const { document } = await shell.json('timeline', 'send', 'events.yaml');
  expect(document).toMatchObject({ message: 'The list of events has 4 errors.' });
  expect(placesOf(document)).toEqual(['duplicate-key 2:3', 'wrong-type 3:20', 'bad-form 5:65', 'unknown-key 5:76']);
});

test.each([
  ['two records', '{ id: e, eventTypeId: t, objectId: 1, email: a@example.com }', ['bad-form 1:48']],
  ['no record', '{ id: e, eventTypeId: t }', ['event-without-record 1:3']],
  ['an id that is a number', '{ id: 1, eventTypeId: t, utk: u }', ['wrong-type 1:9']],
])('a legacy event is held against the shape that fits best: %s', async (_what, event, expected) => {
  await shell.write('events.yaml', `- ${event}\n`);
  const { document } = await shell.json('timeline', 'send', 'events.yaml', '--legacy', '--app', '2001');
  expect(placesOf(document)).toEqual(expected);
});

test('a legacy event with two records is told to give exactly one', async () => {
  await shell.write('events.yaml', '- { id: e, eventTypeId: t, objectId: 1, email: a@example.com }\n');
  const { document } = await shell.json('timeline', 'send', 'events.yaml', '--legacy', '--app', '2001');
  expect(document).toMatchObject({ findings: [{ message: 'Set exactly one of objectId, email and utk.' }] });
});

test('tokens are sent as they are written: text, numbers, flags and nothing', async () => {
  await shell.write(
    'events.yaml',
    '- { eventTemplateId: template-1, id: e1, email: a@example.com, tokens: { a: ten, b: 10, c: true, d: null } }\n',
  );
  expect((await shell.run('timeline', 'send', 'events.yaml')).code).toBe(0);
  const [sent] = (await service.calls()).filter(({ endpoint }) => endpoint === 'sendTimelineEvent');
  expect(sent?.body).toMatchObject({ tokens: { a: 'ten', b: 10, c: true, d: null } });
});

const LONG = '{"eventTemplateId":"template-1","id":"e1","email":"a@example.com","tokens":{"n":NUMBER}}';

test.each(['9007199254740993', '-9007199254740993', '12345678901234567890', '1e999'])(
  'a large integer is refused at its position in NDJSON and YAML: %s',
  async (number) => {
    const event = LONG.replace('NUMBER', number);
    await shell.write('events.ndjson', `\n${event}\n`);
    await shell.write('events.yaml', `- ${event}\n`);
    const lines = await shell.json('timeline', 'send', 'events.ndjson');
    expect([lines.code, placesOf(lines.document)]).toEqual([
      3,
      [expect.stringMatching(/^(number-rounded|wrong-type) 2:81$/)],
    ]);
    const { document } = await shell.json('timeline', 'send', 'events.yaml');
    expect(placesOf(document)).toEqual([expect.stringMatching(/^number-(rounded|not-finite) 1:83$/)]);
    expect(await service.calls()).toEqual([]);
  },
);

test('a bomb of aliases is refused as in a configuration', async () => {
  const bomb = ['- &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 9; level += 1)
    bomb.push(
      `- &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  await shell.write('events.yaml', bomb.join('\n'));
  const { code, document } = await shell.json('timeline', 'send', 'events.yaml');
  expect([code, placesOf(document)]).toEqual([3, ['alias-bomb 1:1']]);
});

test('an id that appears twice would lose an event, so it is refused', async () => {
  const event = '{"eventTemplateId":"template-1","id":"x","email":"a@example.com","tokens":{}}';
  await shell.write('events.ndjson', `${event}\n${event}\n`);
  const { code, stderr } = await shell.run('timeline', 'send', 'events.ndjson');
  expect(code).toBe(3);
  expect(stderr).toContain('see also events.ndjson:1:1');
});

test('legacy events require --app and go to this app', async () => {
  await shell.write('events.yaml', '- { id: e1, eventTypeId: template-1, email: a@example.com }\n');
  expect((await shell.run('timeline', 'send', 'events.yaml', '--legacy')).code).toBe(1);
  const { code, stdout } = await shell.run('timeline', 'send', 'events.yaml', '--legacy', '--app', '2001');
  expect(stdout).toBe('  + sent      events.yaml:1:3  id e1\n1 event: 1 sent.\n');
  expect(code).toBe(0);
});

test('a refused event is counted, a lost reply is uncertain', async () => {
  await shell.write('events.yaml', '- { eventTemplateId: nowhere, email: a@example.com, tokens: {} }\n');
  expect((await shell.run('timeline', 'send', 'events.yaml')).code).toBe(1);
  const good = '{ eventTemplateId: template-1, email: a@example.com, tokens: {} }';
  await shell.write('events.yaml', `- { eventTemplateId: nowhere, email: a@example.com, tokens: {} }\n- ${good}\n`);
  expect((await shell.run('timeline', 'send', 'events.yaml')).code).toBe(4);
  await shell.write('events.yaml', '- { eventTemplateId: template-1, email: a@example.com, tokens: {} }\n');
  service.faults.add({ do: 'drop-after', endpoint: 'sendTimelineEvent', times: 'always' });
  const lost = await shell.run('timeline', 'send', 'events.yaml', '--quiet');
  expect(lost.code).toBe(5);
  expect(lost.stdout).toContain('! uncertain events.yaml:1:3');
  expect(lost.stdout).toContain('1 event: 1 uncertain.');
  expect(lost.stdout.replaceAll(/\s+/g, ' ')).toContain('look for it on the timeline before you send it again');
  await shell.write('events.yaml', '- { eventTemplateId: template-1, id: e1, email: a@example.com, tokens: {} }\n');
  const again = await shell.run('timeline', 'send', 'events.yaml', '--quiet');
  expect(again.stdout.replaceAll(/\s+/g, ' ')).toContain('Send it again: it has an id');
});

test('an interrupted send finishes the current event and sends no other', async () => {
  let deliver: (signal: 'SIGINT') => void = () => undefined;
  let arrived = 0;
  const server = createServer(async (request, response) => {
    arrived += 1;
    const event: unknown = JSON.parse(await text(request));
    deliver('SIGINT');
    setImmediate(() => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...Object(event), objectType: 'CONTACT' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stopped = await aShell({
    env: {
      TRUEUP_BASE_URL: `http://127.0.0.1:${port}`,
      TRUEUP_ACCESS_TOKEN: 'trueup-dev-token',
      TRUEUP_SURFACE: 'documented',
    },
    signals: (give) => {
      deliver = give;
    },
  });
  await stopped.write(
    'events.yaml',
    ['one', 'two']
      .map((id) => `- { eventTemplateId: template-1, id: ${id}, email: a@example.com, tokens: {} }\n`)
      .join(''),
  );
  const { code, stdout } = await stopped.run('timeline', 'send', 'events.yaml', '--concurrency', '1');
  expect([code, arrived]).toEqual([130, 1]);
  expect(stdout).toContain('2 events: 1 sent, 1 skipped.');
  server.closeAllConnections();
  server.close();
});

test('an event that lacks tokens gets a hint to write an empty map', async () => {
  await shell.write('events.yaml', '- { eventTemplateId: template-1, email: a@example.com }\n');
  const { code, stderr } = await shell.run('timeline', 'send', 'events.yaml');
  expect(code).toBe(3);
  expect(stderr).toContain('help: Write `tokens: {}` if there are none.');
});
