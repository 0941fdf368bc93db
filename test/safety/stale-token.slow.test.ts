import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { aWorld, converge } from '../laws/world.ts';

/** What the service knows the account by; a program holds one of two tokens in its place. */
const KNOWN = 'trueup-dev-token';
const [OLD, NEW] = ['trueup-old-token', 'trueup-new-token'];

interface Stale {
  readonly transport: Transport;
  requests(): number;
}

/** The old token is refused from this request on. */
function stale(transport: Transport, from: number): Stale {
  let requests = 0;
  const known = (text: string) => text.replaceAll(OLD, KNOWN).replaceAll(NEW, KNOWN);
  return {
    requests: () => requests,
    transport: {
      async send(request, options) {
        requests += 1;
        const text = JSON.stringify(request);
        if (requests >= from && text.includes(OLD)) return REFUSED;
        const reply = await transport.send(JSON.parse(known(text)), options);
        const own = text.includes(OLD) ? OLD : NEW;
        return { ...reply, body: reply.body.replaceAll(KNOWN, own) };
      },
      close: () => transport.close(),
    },
  };
}

const REFUSED = {
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    ...{ status: 'error', category: 'EXPIRED_AUTHENTICATION', message: 'The token expired.', correlationId: 'c-1' },
  }),
};

/** One plan and apply; how often another token was asked for, and what is left to do. */
async function runWith(surface: Surface, from: number) {
  const world = await aWorld(surface);
  const { transport, requests } = stale(world.service.transport, from);
  const asked: boolean[] = [];
  let held = OLD;
  const fetchToken = async ({ rejected }: { readonly rejected: boolean }): Promise<string> => {
    asked.push(rejected);
    if (rejected) held = NEW;
    return held;
  };
  const env = { TRUEUP_BASE_URL: 'http://127.0.0.1', TRUEUP_SURFACE: surface };
  const { result } = await converge(world.reconciler(ALL_KINDS, { env, transport, fetchToken }), [], {
    concurrency: 1,
  });
  const left = (await world.reconciler(ALL_KINDS).plan()).calls.length;
  await world.close();
  const good = result.outcomes.every(({ status }) => status === 'applied' || status === 'accepted');
  return { renewed: asked.filter(Boolean).length, good, left, requests: requests() };
}

test.each(SURFACES)('on the %s surface a stale token is fetched again, once', async (surface) => {
  const whole = await runWith(surface, Number.POSITIVE_INFINITY);
  expect(whole).toMatchObject({ renewed: 0, good: true, left: 0 });
  for (let from = 1; from <= whole.requests; from += 1) {
    const { renewed, good, left } = await runWith(surface, from);
    expect({ from, renewed, good, left }).toEqual({ from, renewed: 1, good: true, left: 0 });
  }
});
