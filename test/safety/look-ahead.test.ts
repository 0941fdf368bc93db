import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HttpReply, Transport } from '../../src/contract/http.ts';
import type { ReconcilerOptions } from '../../src/index.ts';
import { cases } from '../laws/cases.ts';
import { NOTHING, type PropertyDecl, type Schema } from '../laws/schema.ts';
import { aWorld, converge, type World } from '../laws/world.ts';

let world: World;
beforeEach(async () => {
  world = await aWorld('dated');
});
afterEach(() => world.close());

const property = (name: string, groupName = 'contactinformation', objectType = 'contacts'): PropertyDecl => ({
  ...{ objectType, groupName, name, label: name, type: 'string', fieldType: 'text' },
});
const TIER: Schema = { ...NOTHING, properties: [property('tier')] };
const ADDRESS = 'property:contacts/tier';

const WORDS = [
  [/^GET \/account-info\//, 'account'],
  [/^POST \/oauth\/v2\/private-apps\//, 'token'],
  [/^GET \S+\?archived=true$/, 'archived'],
  [/^POST \S+\/0-\d\/?(batch\/create)?$/, 'create'],
] as const;

/** What a request is for; undefined for any other. */
function wordFor(line: string): string | undefined {
  return WORDS.find(([pattern]) => pattern.test(line))?.[1];
}

interface Traced {
  readonly transport: Transport;
  /** Since the last look: each request as it leaves, and each reply as it comes. */
  lines(): readonly string[];
}

/** `hold`: what happens between a request and its reply. */
function traced(hold: (word: string | undefined) => Promise<HttpReply | undefined> = async () => undefined): Traced {
  const lines: string[] = [];
  const { transport } = world.service;
  const note = (mark: string, word: string | undefined) => {
    if (word !== undefined) lines.push(`${mark} ${word}`);
  };
  return {
    lines: () => lines.splice(0),
    transport: {
      close: () => transport.close(),
      async send(request, options) {
        const { pathname, search } = new URL(request.url);
        const word = wordFor(`${request.method} ${pathname}${search}`);
        note('>', word);
        const reply = (await hold(word)) ?? (await transport.send(request, options));
        note('<', word);
        return reply;
      },
    },
  };
}

/** Time for everything that needs no reply. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
}

/** Replies to the account check come when nothing else is left to do. */
const slowCheck = () =>
  traced(async (word) => {
    if (word === 'account') await idle();
    return undefined;
  });

const withToken = ({ transport }: Traced): Partial<ReconcilerOptions> => ({
  transport,
  env: { ...world.env, TRUEUP_SURFACE: 'dated', TRUEUP_ACCESS_TOKEN: world.service.development.privateAppToken },
});

test('archived properties are read once, while the account is checked', async () => {
  const trace = slowCheck();
  const reconciler = world.reconciler(TIER, withToken(trace));
  const plan = await reconciler.plan();
  trace.lines();
  const { summary, calls } = await reconciler.apply(plan);
  expect(trace.lines()).toEqual([
    ...['> archived', '> account', '> token'],
    ...['< archived', '< token', '< account'],
    ...['> create', '< create'],
  ]);
  expect([summary.applied, calls]).toEqual([1, { write: 1, reread: 1, check: 1 }]);
});

test('a token that was not proven reads nothing before it is', async () => {
  const plan = await world.reconciler(TIER).plan();
  const trace = slowCheck();
  const { summary, calls } = await world.reconciler(TIER, withToken(trace)).apply(plan);
  const lines = trace.lines();
  expect(lines.indexOf('> archived')).toBeGreaterThan(lines.indexOf('< account'));
  expect(lines.filter((line) => line.startsWith('>'))).toEqual(['> account', '> token', '> archived', '> create']);
  expect([summary.applied, calls.reread]).toEqual([1, 1]);
});

test('a plan that creates no property reads nothing ahead', async () => {
  const GROUPS: Schema = { ...NOTHING, groups: [{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' }] };
  await converge(world.reconciler(TIER), []);
  const trace = slowCheck();
  const changed = [{ ...property('tier'), label: 'Tier' }];
  const reconciler = world.reconciler({ ...GROUPS, properties: changed }, withToken(trace));
  const plan = await reconciler.plan();
  trace.lines();
  expect((await reconciler.apply(plan)).summary.applied).toBe(2);
  expect(trace.lines()).not.toContain('> archived');
});

/** What a colleague does by hand: makes a property of this name and archives it. */
async function archiveTheirs(): Promise<void> {
  const { transport, development } = world.service;
  const headers = { authorization: `Bearer ${development.accessToken}`, 'content-type': 'application/json' };
  const url = 'http://127.0.0.1/crm/properties/2026-03/0-1';
  const { objectType: _, ...body } = property('tier');
  const made = await transport.send({ method: 'POST', url, headers, body: JSON.stringify(body) });
  const gone = await transport.send({ method: 'DELETE', url: `${url}/tier`, headers });
  expect([made.status, gone.status]).toEqual([201, 204]);
}

const RESTORING = [
  {
    address: ADDRESS,
    status: 'conflict',
    message: 'Not sent: one of this name was archived since the plan, and creating it would restore that one.',
  },
];

test('what a colleague archives before the look ahead is seen by it', async () => {
  const reconciler = world.reconciler(TIER, withToken(slowCheck()));
  const plan = await reconciler.plan();
  await archiveTheirs();
  expect((await reconciler.apply(plan)).outcomes).toMatchObject(RESTORING);
});

test('a property archived after an old look ahead is seen by the next', async () => {
  let late = false;
  const trace = traced(async (word) => {
    if (word !== 'account' || !late) return undefined;
    await idle();
    await world.clock.sleep(1000);
    await archiveTheirs();
    return undefined;
  });
  const reconciler = world.reconciler(TIER, withToken(trace));
  const plan = await reconciler.plan();
  late = true;
  const { outcomes, calls } = await reconciler.apply(plan);
  expect(outcomes).toMatchObject(RESTORING);
  expect(calls).toEqual({ write: 0, reread: 2, check: 0 });
});

test('a look ahead that fails is made again by the create that needs it', async () => {
  const refusal = { status: 403, headers: {}, body: '{"status":"error","message":"Not now."}' };
  let refuses = 0;
  const trace = traced(async (word) => {
    if (word === 'account') await idle();
    refuses -= word === 'archived' ? 1 : 0;
    return word === 'archived' && refuses >= 0 ? refusal : undefined;
  });
  const apply = async (times: number) => {
    const reconciler = world.reconciler(TIER, withToken(trace));
    const plan = await reconciler.plan();
    refuses = times;
    return reconciler.apply(plan);
  };
  expect((await apply(2)).outcomes).toMatchObject([
    { status: 'failed', message: expect.stringContaining('reading it again just before failed (') },
  ]);
  trace.lines();
  const { summary, calls } = await apply(1);
  expect([summary.applied, calls.reread]).toEqual([1, 2]);
});

test('no create leaves more than a second after a reply that showed nothing archived', async () => {
  const waiting = fc.array(fc.constantFrom(0, 0, 0, 100, 300, 600), { minLength: 6, maxLength: 12 });
  const LOCKED = { status: 423 };
  const MOVED = { status: 477, retryAfter: 0 };
  const law = fc.asyncProperty(waiting, fc.subarray([LOCKED, MOVED]), async (waits, refusals) => {
    const each = await aWorld('dated');
    for (const refusal of refusals) {
      each.service.faults.add({ do: 'status', endpoint: 'createDatedProperties', ...refusal });
    }
    const { ages, transport, begin } = delayed(each, waits);
    const groups = ['one', 'two'].map((name) => ({ objectType: 'contacts', name, displayName: name }));
    const properties = [property('tier'), property('medal', 'one'), property('badge', 'two')];
    const reconciler = each.reconciler({ ...NOTHING, groups, properties }, { transport });
    const plan = await reconciler.plan();
    begin();
    expect((await reconciler.apply(plan)).summary.applied).toBe(5);
    await each.close();
    for (const age of ages) expect(age).toBeLessThan(1000);
  });
  // The look serves a create that is refused once, and is too old for the second try.
  const late: Parameters<typeof law.run>[0] = [[0, 0, 0, 300, 300, 600], [MOVED]];
  await fc.assert(law, { ...cases(25), examples: [late] });
});

/** Each request takes as long as the next of these waits; `ages`: of each create, how long ago a reply showed what is archived. */
function delayed(each: World, waits: readonly number[]) {
  const { transport } = each.service;
  const ages: number[] = [];
  let requests = Number.NEGATIVE_INFINITY;
  let seen = Number.NEGATIVE_INFINITY;
  const slow: Transport = {
    close: () => transport.close(),
    async send(request, options) {
      const { pathname, search } = new URL(request.url);
      const word = wordFor(`${request.method} ${pathname}${search}`);
      if (word === 'create') ages.push(each.clock.elapsed() - seen);
      await each.clock.sleep(waits[requests % waits.length] ?? 0);
      requests += 1;
      const reply = await transport.send(request, options);
      if (word === 'archived') seen = each.clock.elapsed();
      return reply;
    },
  };
  const begin = () => {
    requests = 0;
  };
  return { ages, transport: slow, begin };
}
