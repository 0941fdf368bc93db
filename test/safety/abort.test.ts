import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { HttpReply, SendOptions } from '../../src/contract/http.ts';
import { parseProject, type ReconcilerOptions } from '../../src/index.ts';
import { failing, json } from '../client/fake-transport.ts';
import { NOTHING } from '../laws/schema.ts';
import { ENV, filesOf, HUB } from '../laws/world.ts';
import { aShell } from '../support/world.ts';
import { aStage, LEVEL, type Meet, type Stage, TIER } from './stage.ts';

const REFRESH = {
  TRUEUP_BASE_URL: 'http://127.0.0.1',
  TRUEUP_SURFACE: 'documented',
  TRUEUP_CLIENT_ID: 'trueup-dev',
  TRUEUP_CLIENT_SECRET: 'trueup-dev-secret',
  TRUEUP_REFRESH_TOKEN: 'trueup-dev-refresh',
};

/** As the transport over the network: ends when the signal does, and not before. */
function hanging(options: SendOptions | undefined): Promise<HttpReply> {
  return new Promise((_, reject) => {
    options?.signal?.addEventListener('abort', () => reject(failing('maybe', 'aborted')), { once: true });
  });
}

const ABORTED = { name: 'TransportError', code: 'aborted' };

describe('an abort while the account is proven', () => {
  const proving = (path: string) => path.startsWith('GET /oauth/v1/access-tokens/');
  const refreshing = (path: string) => path === 'POST /oauth/v1/token';
  const unavailable = async () => json(503, {});
  const lost = () => Promise.reject(failing('no'));
  const SLOW: readonly (readonly [string, NodeJS.Dict<string>, Meet])[] = [
    ['by a service that does not answer', ENV, (path, options) => (proving(path) ? hanging(options) : undefined)],
    ['by a service that is down', ENV, (path) => (proving(path) ? unavailable() : undefined)],
    ['by a service that cannot be reached', ENV, (path) => (proving(path) ? lost() : undefined)],
    [
      'with a refresh that is not answered',
      REFRESH,
      (path, options) => (refreshing(path) ? hanging(options) : undefined),
    ],
    ['with a refresh that cannot be sent', REFRESH, (path) => (refreshing(path) ? lost() : undefined)],
  ];

  test.each(SLOW)('%s ends a plan at once, without another try', async (_, env, meet) => {
    const { clock, control, sent, reconciler } = await aStage(meet);
    void clock.sleep(100).then(() => control.abort());
    await expect(clock.run(reconciler({ env }).plan())).rejects.toMatchObject(ABORTED);
    expect([clock.elapsed(), sent.before.length, sent.after]).toEqual([100, 1, []]);
  });

  test('ends a plan at once when fetchToken hangs and does not heed its signal', async () => {
    const { clock, control, sent, reconciler } = await aStage();
    let asked = 0;
    const fetchToken = () => {
      asked += 1;
      return new Promise<string>(() => undefined);
    };
    void clock.sleep(100).then(() => control.abort());
    const planning = reconciler({ fetchToken });
    await expect(clock.run(planning.plan())).rejects.toMatchObject({ ...ABORTED, sent: 'no' });
    await expect(clock.run(planning.plan())).rejects.toMatchObject(ABORTED);
    expect([clock.elapsed(), asked, sent]).toEqual([100, 1, { before: [], after: [] }]);
  });

  test('reaches fetchToken, whose error stays hidden', async () => {
    const { clock, control, reconciler } = await aStage();
    const fetchToken: ReconcilerOptions['fetchToken'] = ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('CANARY'))));
    void clock.sleep(100).then(() => control.abort());
    const error = await clock.run(reconciler({ fetchToken }).plan()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(ABORTED);
    expect(String(error)).not.toContain('CANARY');
  });

  test('writes nothing and releases the ledger during an apply', async () => {
    let slow = false;
    const { clock, control, sent, reconciler, service, lock } = await aStage((path, options) =>
      slow && proving(path) ? hanging(options) : undefined,
    );
    const plan = await clock.run(reconciler().plan());
    slow = true;
    void clock.sleep(100).then(() => control.abort());
    await expect(clock.run(reconciler().apply(plan))).rejects.toMatchObject(ABORTED);
    expect(sent.after).toEqual([]);
    const { properties } = await service.snapshot(HUB);
    expect(properties['contacts']?.map(({ name }) => name)).not.toContain('tier');
    await clock.run(lock());
  });
});

describe('an abort of an apply', () => {
  /** Aborts when the first create was carried out, and answers it as given. */
  async function cutAt(answer: (reply: HttpReply) => Promise<HttpReply>, more: Partial<ReconcilerOptions> = {}) {
    const stage = await aStage((path, options) => {
      if (!path.startsWith('POST /properties/v2/contacts/properties')) return undefined;
      return (async () => {
        const body = JSON.stringify({ ...wire(stage.sent.before.filter((one) => one === path).length) });
        const headers = { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' };
        const url = 'http://127.0.0.1/properties/v2/contacts/properties';
        const reply = await stage.service.transport.send({ method: 'POST', url, headers, body });
        stage.control.abort();
        expect(options?.signal?.aborted ?? false).toBe(false);
        return answer(reply);
      })();
    });
    const reconciler = stage.reconciler(more);
    const plan = await stage.clock.run(reconciler.plan());
    const result = await stage.clock.run(reconciler.apply(plan, { concurrency: 1 }));
    await stage.clock.run(stage.lock());
    const statuses = result.outcomes.map(({ address, status }) => [address, status]);
    return { ...stage, result, statuses };
  }
  /** Returns the nth definition that the plan creates. */
  const wire = (nth: number) => {
    const { objectType: _, ...definition } = nth === 1 ? LEVEL : TIER;
    return definition;
  };

  test('lets the write that is on its way end, and starts no other', async () => {
    const { statuses, result, sent } = await cutAt(async (reply) => reply);
    expect(statuses).toEqual([
      ['property:contacts/level', 'applied'],
      ['property:contacts/tier', 'skipped'],
    ]);
    expect([result.interrupted, sent.after]).toEqual([true, []]);
  });

  test.each([
    ['the connection is lost', () => Promise.reject(failing('maybe'))],
    ['a gateway answers', async () => json(502, {})],
  ])('reads back with one try what became of it when %s', async (_, answer) => {
    const { statuses, sent } = await cutAt(answer);
    expect(statuses[0]).toEqual(['property:contacts/level', 'applied']);
    expect(sent.after).toEqual(['GET /properties/v2/contacts/properties']);
  });

  test('reads back with the current token and fetches no other', async () => {
    let asked = 0;
    let askedAfter = 0;
    const signals: AbortSignal[] = [];
    const fetchToken: ReconcilerOptions['fetchToken'] = async ({ signal }) => {
      asked += 1;
      if (signal !== undefined) signals.push(signal);
      if (signal?.aborted) askedAfter += 1;
      return 'trueup-dev-token';
    };
    const { statuses, sent } = await cutAt(() => Promise.reject(failing('maybe')), { fetchToken });
    expect(statuses[0]).toEqual(['property:contacts/level', 'applied']);
    expect(sent.after).toEqual(['GET /properties/v2/contacts/properties']);
    expect([asked > 0, askedAfter]).toEqual([true, 0]);
  });
});

test('an aborted update is read back and not repeated', async () => {
  const stage: Stage = await aStage((path) => {
    if (!path.startsWith('PATCH')) return undefined;
    stage.control.abort();
    return Promise.resolve(json(502, {}));
  });
  const first = stage.reconciler();
  await stage.clock.run(first.plan().then((plan) => first.apply(plan)));
  const config = parseProject(filesOf({ ...NOTHING, properties: [{ ...TIER, label: 'Loyalty tier' }, LEVEL] }));
  const second = stage.reconciler({ config });
  const result = await stage.clock.run(second.plan().then((plan) => second.apply(plan)));
  expect(result.outcomes).toMatchObject([
    { status: 'uncertain', message: expect.stringContaining('A read shows no effect yet') },
  ]);
  expect([result.interrupted, stage.sent.after]).toEqual([true, ['GET /properties/v2/contacts/properties']]);
});

test('an abort during the read before a write prevents the write', async () => {
  let applying = false;
  const stage: Stage = await aStage((path, options) => {
    if (!applying || !path.startsWith('GET /properties')) return undefined;
    void stage.clock.sleep(100).then(() => stage.control.abort());
    return hanging(options);
  });
  const first = stage.reconciler();
  await stage.clock.run(first.plan().then((plan) => first.apply(plan)));
  const config = parseProject(filesOf({ ...NOTHING, properties: [{ ...TIER, label: 'Loyalty tier' }, LEVEL] }));
  const second = stage.reconciler({ config });
  const plan = await stage.clock.run(second.plan());
  applying = true;
  const begun = stage.clock.elapsed();
  const result = await stage.clock.run(second.apply(plan));
  expect([result.interrupted, result.summary.applied]).toEqual([true, 0]);
  expect([stage.clock.elapsed() - begun, stage.sent.after]).toEqual([100, []]);
  expect(stage.sent.before.filter((path) => path.startsWith('PATCH'))).toEqual([]);
  await stage.clock.run(stage.lock());
});

test('trueup plan that is interrupted while the account is proven ends with 130', async () => {
  let deliver: (signal: 'SIGINT') => void = () => undefined;
  let asked = 0;
  // Never answers: the test would run into its own deadline before the client does.
  const server = createServer(() => {
    asked += 1;
    deliver('SIGINT');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const shell = await aShell({
    env: { ...ENV, TRUEUP_BASE_URL: `http://127.0.0.1:${port}` },
    signals: (give) => {
      deliver = give;
    },
  });
  await shell.write('trueup.yaml', 'version: 1\n');
  const { code, stderr } = await shell.run('plan');
  expect([code, asked]).toEqual([130, 1]);
  expect(stderr).toBe(
    'Stopping; interrupt again to stop immediately.\nerror: The run was interrupted. [interrupted]\n',
  );
  server.closeAllConnections();
  server.close();
});
