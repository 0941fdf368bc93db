import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sent } from '../../src/cli/timeline/send-events.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  service = await startService({ surface: 'dated' });
  const env = { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: 'dated' };
  shell = await aShell({ env });
});

afterEach(() => service.close());

const ONE = '- { eventTypeName: template-1, id: order-1, email: a@example.com, properties: { total: "10" } }\n';

async function sent(text: string, file = 'events.yaml') {
  await shell.write(file, text);
  const { code, document } = await shell.json('timeline', 'send', file);
  return { code, ...(document as { readonly summary: unknown; readonly events: readonly Sent[] }) };
}

async function held(): Promise<readonly string[]> {
  return (await service.snapshot(1001)).timelineEvents.map(({ id }) => id);
}

async function attempts(): Promise<number> {
  return (await service.calls()).filter(({ endpoint }) => endpoint === 'sendDatedTimelineEvent').length;
}

test('events go to the dated path with their id, or with a generated id', async () => {
  const { code, summary, events } = await sent(
    `${ONE}- { eventTypeName: template-1, email: b@example.com, properties: {} }
- { eventTypeName: template-1, id: "a-{{uuid}}", email: c@example.com, properties: {} }
`,
  );
  expect([code, summary]).toEqual([0, { sent: 3, failed: 0, uncertain: 0, skipped: 0 }]);
  const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
  expect(events.map(({ id, repeatable }) => [id, repeatable])).toEqual([
    ['order-1', true],
    [expect.stringMatching(uuid), false],
    [expect.stringMatching(/^a-[0-9a-f]{8}-[0-9a-f-]{27}$/), false],
  ]);
  expect((await held()).toSorted()).toEqual(events.map(({ id = '' }) => id).toSorted());
  expect((await service.calls()).map(({ path }) => path)).toEqual(
    Array(3).fill('/integrators/timeline/2026-03/events'),
  );
});

test('a used id fails, because a sent event cannot change', async () => {
  expect((await sent(ONE)).code).toBe(0);
  const { code, events } = await sent(ONE.replace('"10"', '"11"'));
  expect(code).toBe(1);
  expect(events).toMatchObject([
    {
      status: 'failed',
      id: 'order-1',
      hint: 'The service has an event with this id, and a sent event cannot be changed. To send another event, give it another id.',
    },
  ]);
});

test('an unknown event type gets a hint about the app of the token', async () => {
  const hint = 'A template or event type belongs to an app: check its name, and that the token is of that app.';
  const unknown = ONE.replace('template-1', 'unknown');
  expect((await sent(unknown)).events).toMatchObject([{ status: 'failed', hint }]);
  expect((await shell.run('timeline', 'send', 'events.yaml')).stdout).toContain(`help: ${hint}`);
});

test('an event is uncertain if its reply was lost, and is sent once', async () => {
  service.faults.add({ do: 'drop-after', endpoint: 'sendDatedTimelineEvent', times: 1 });
  expect(await sent(ONE)).toMatchObject({
    code: 5,
    events: [{ status: 'uncertain', id: 'order-1', repeatable: true }],
  });
  expect([await attempts(), await held()]).toEqual([1, ['order-1']]);
  expect((await sent(ONE)).events).toMatchObject([{ status: 'failed', id: 'order-1' }]);
});

test('a 409 from a proxy leaves the event uncertain', async () => {
  service.faults.add({ do: 'html', status: 409, endpoint: 'sendDatedTimelineEvent', times: 'always' });
  expect(await sent(ONE)).toMatchObject({ code: 5, events: [{ status: 'uncertain' }] });
  expect(await held()).toEqual([]);
});

test('the documented forms are refused at their positions before any request', async () => {
  await shell.write('events.yaml', '- { eventTemplateId: template-1, email: a@example.com, tokens: {} }\n');
  const { code, document } = await shell.json('timeline', 'send', 'events.yaml');
  expect([code, document]).toEqual([
    3,
    expect.objectContaining({
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'unknown-key', provenance: { file: 'events.yaml', line: 1, column: 5 } }),
      ]),
    }),
  ]);
  expect(await shell.json('timeline', 'send', 'events.yaml', '--legacy', '--app', '2001')).toMatchObject({
    code: 1,
    document: { message: 'The dated surface, which the account default uses, has no legacy endpoint.' },
  });
  expect(await service.calls()).toEqual([]);
});

test('one id twice in a file is refused before anything is sent', async () => {
  await shell.write('events.yaml', ONE + ONE);
  const { document } = await shell.json('timeline', 'send', 'events.yaml');
  expect(document).toMatchObject({ findings: [{ code: 'event-id-repeated' }] });
  expect(await service.calls()).toEqual([]);
});
