import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { HttpRequest, Transport } from '../../src/contract/http.ts';
import { excerpt } from '../../src/faces.ts';
import type { Reconciler, ReconcilerOptions } from '../../src/index.ts';
import type { Disk } from '../../src/ledger/disk.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { fragmentsOf, merged, textOf } from '../laws/schema.ts';
import { aWorld, HUB, ledgerOn, type World } from '../laws/world.ts';

/** Each in the form of the thing it stands for, and found again as it is, percent-encoded or in base64. */
const CANARIES = {
  accessToken: 'canary-access/+=token-1',
  laterToken: 'canary-later/+=token-2',
  refreshToken: 'canary-refresh/+=token-3',
  clientSecret: 'canary-client/+=secret-4',
  password: 'canary-password-5',
} as const;
const ENV = {
  ACCESS: CANARIES.accessToken,
  REFRESH: CANARIES.refreshToken,
  SECRET: CANARIES.clientSecret,
} as const;
const FORMS = Object.values(CANARIES).flatMap((text) => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString('base64'),
  JSON.stringify(text).slice(1, -1),
]);

const ACCESS = `auth: { accessToken: '\${env.ACCESS}' }`;
const REFRESH = `auth: { clientId: app, clientSecret: '\${env.SECRET}', refreshToken: '\${env.REFRESH}' }`;

interface Scene {
  readonly auth?: string;
  readonly account?: string;
  /** A second account, which is not worked for. */
  readonly other?: string;
  readonly transport?: (inner: Transport) => Transport;
  readonly fetchToken?: ReconcilerOptions['fetchToken'];
  readonly faults?: Parameters<World['service']['faults']['add']>[0];
}

const SCENES: Readonly<Record<string, Scene>> = {
  'an access token that works': { auth: ACCESS },
  'a refresh token that works': { auth: REFRESH },
  'tokens that the caller fetches': {
    fetchToken: async ({ rejected }) => (rejected ? CANARIES.laterToken : CANARIES.accessToken),
  },
  'a token that expires in the run': { auth: ACCESS, faults: { do: 'expire-token', nth: 5 } },
  'a refreshed token that expires in the run': { auth: REFRESH, faults: { do: 'expire-token', nth: 6 } },
  'a service that repeats the request in its refusal': { auth: ACCESS, transport: (inner) => repeating(inner, 400) },
  'a service that repeats the request in its failure': { auth: REFRESH, transport: (inner) => repeating(inner, 503) },
  'a proxy that shows the request on a page': { auth: ACCESS, transport: (inner) => repeating(inner, 200) },
  'a grant that is refused with the form in the reply': { auth: REFRESH, transport: (inner) => repeating(inner, 401) },
  'a transport that throws what it was sending': { auth: ACCESS, transport: throwing },
  'a transport that throws the token form': { auth: REFRESH, transport: throwing },
  'a caller who throws the token': {
    fetchToken: () => Promise.reject(Object.assign(new Error(CANARIES.accessToken), { token: CANARIES.accessToken })),
  },
  'a service that repeats the secret of another account': {
    auth: ACCESS,
    other: REFRESH,
    transport: (inner) => telling(inner, CANARIES.clientSecret),
  },
  "an account with another one's token in a text, encoded": {
    auth: ACCESS,
    other: REFRESH,
    transport: (inner) => holding(inner, `${CANARIES.refreshToken} ${encodeURIComponent(CANARIES.accessToken)}`),
  },
  'a token with a line break': { fetchToken: async () => `${CANARIES.accessToken}\n` },
  'a secret written into the file': {
    auth: `auth: { accessToken: '${CANARIES.accessToken}' }`,
  },
  'a secret under a misspelt key': { auth: `auth: { acessToken: '${CANARIES.accessToken}' }` },
  'a password in the address': { auth: ACCESS, account: `baseUrl: https://me:${CANARIES.password}@crm.example` },
  'an address that is not safe': { auth: ACCESS, account: 'baseUrl: http://crm.example' },
};

test.each(Object.entries(SCENES))('%s: no secret is in anything that is shown or kept', async (_, scene) => {
  const world = await aWorld();
  await world.service.addApp({ appId: 2001, clientId: 'app', clientSecret: CANARIES.clientSecret });
  const { accessToken, refreshToken, laterToken } = CANARIES;
  await world.service.issueToken({ hubId: HUB, appId: 2001, accessToken, refreshToken });
  await world.service.issueToken({ hubId: HUB, appId: 2001, accessToken: laterToken });
  if (scene.faults !== undefined) world.service.faults.add(scene.faults);

  const shown: unknown[] = [];
  const files = filesOf(scene);
  const reconciler = world.reconciler(files, {
    env: ENV,
    ...(scene.other === undefined ? {} : { account: 'default' }),
    ledger: ledgerOn(recording(world.disk, shown), world.clock, world.newId),
    onEvent: (event) => shown.push(event),
    onExchange: (exchange) => shown.push(exchange),
    ...(scene.fetchToken === undefined ? {} : { fetchToken: scene.fetchToken }),
    ...(scene.transport === undefined ? {} : { transport: scene.transport(world.service.transport) }),
  });
  await everything(reconciler, shown);
  for (const { provenance } of reconciler.findings) {
    if (provenance !== undefined) shown.push(excerpt({ files, findings: [] }, provenance));
  }
  shown.push(await world.service.calls(), reconciler, reconciler.account, world.service);

  expect(shown.length).toBeGreaterThan(5);
  for (const one of shown) for (const text of textsOf(one)) expect(leaks(text)).toEqual([]);
  await world.close();
});

test('the leak check finds secrets in messages, causes, members and encodings', () => {
  const { accessToken } = CANARIES;
  const hidden: readonly unknown[] = [
    new Error('x', { cause: { deep: { deeper: { deepest: [accessToken] } } } }),
    Object.assign(new Error('x'), { request: { url: encodeURIComponent(accessToken) } }),
    Object.defineProperty({}, 'token', { value: accessToken, enumerable: false }),
    new Map([[accessToken, 1]]),
    Buffer.from(accessToken).toString('base64'),
  ];
  for (const one of hidden) expect(textsOf(one).flatMap(leaks)).not.toEqual([]);
});

function filesOf({ auth, account, other }: Scene) {
  const second = other === undefined ? [] : ['  other:', `    ${other}`];
  const lines = ['version: 1', 'accounts:', ...second, '  default:', `    ${account ?? 'baseUrl: http://127.0.0.1'}`];
  return [
    { path: 'account.yaml', text: [...lines, ...(auth === undefined ? [] : [`    ${auth}`]), ''].join('\n') },
    { path: 'schema.yaml', text: textOf(merged(fragmentsOf(ALL_KINDS))) },
  ];
}

async function everything(reconciler: Reconciler, shown: unknown[]): Promise<void> {
  const keep = async (act: () => Promise<unknown>) => {
    try {
      const value = await act();
      shown.push(value);
      return value;
    } catch (error) {
      shown.push(error);
      return undefined;
    }
  };
  shown.push(reconciler.findings);
  let plan: Awaited<ReturnType<Reconciler['plan']>> | undefined;
  await keep(async () => {
    plan = await reconciler.plan();
    return plan;
  });
  if (plan !== undefined) {
    const made = plan;
    await keep(() => reconciler.apply(made, { skipBlocked: true }));
  }
  await keep(() => reconciler.drift());
  await keep(() => reconciler.ledger.read());
}

/** Answers with everything it was sent, as a careless server or proxy would. */
function repeating(inner: Transport, status: number): Transport {
  return {
    ...inner,
    send: async (request, options) => {
      const metadata = request.method === 'GET' && request.url.includes('/access-tokens/');
      const grant = request.url.endsWith('/oauth/v1/token');
      if ((metadata || grant) && status !== 401) return inner.send(request, options);
      const message = `You sent ${JSON.stringify(request)}`;
      const body =
        status === 200 ? `<html>${message}</html>` : JSON.stringify({ message, category: message, status: message });
      return { status, headers: { 'x-hubspot-correlation-id': message }, body };
    },
  };
}

/** Refuses every read of the account with a text of somebody else's. */
function telling(inner: Transport, text: string): Transport {
  return {
    ...inner,
    send: async (request, options) =>
      request.url.includes('/properties/')
        ? {
            status: 400,
            headers: { 'x-hubspot-correlation-id': 'x'.repeat(70) + text },
            body: JSON.stringify({ message: text }),
          }
        : inner.send(request, options),
  };
}

/** Shows a text in every label of the account. */
function holding(inner: Transport, text: string): Transport {
  return {
    ...inner,
    send: async (request, options) => {
      const reply = await inner.send(request, options);
      const body = reply.body.replaceAll(/"label":"[^"]*"/g, `"label":${JSON.stringify(text)}`);
      return request.url.includes('/properties/') ? { ...reply, body } : reply;
    },
  };
}

function throwing(inner: Transport): Transport {
  return {
    ...inner,
    send: (request: HttpRequest) => {
      const cause = Object.assign(new Error(JSON.stringify(request)), { request });
      return Promise.reject(Object.assign(new Error(`cannot send ${JSON.stringify(request)}`, { cause }), { request }));
    },
  };
}

/** Everything that reaches the disk. */
function recording(disk: Disk, shown: unknown[]): Disk {
  return {
    ...disk,
    replace: (file, text) => {
      shown.push(text);
      return disk.replace(file, text);
    },
    create: (file, text) => {
      shown.push(text);
      return disk.create(file, text);
    },
    openAppend: async (file) => {
      const open = await disk.openAppend(file);
      return {
        ...open,
        append: (text) => {
          shown.push(text);
          return open.append(text);
        },
      };
    },
  };
}

function textsOf(value: unknown): readonly string[] {
  const texts = [
    inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    String(value),
  ];
  try {
    return [...texts, JSON.stringify(value) ?? ''];
  } catch {
    // What refers to itself has no JSON to leak through.
    return texts;
  }
}

function leaks(text: string): readonly string[] {
  return FORMS.filter((form) => text.includes(form)).map((form) => `${form} in ${text.slice(0, 300)}`);
}
