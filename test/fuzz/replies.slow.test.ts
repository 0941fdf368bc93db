import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createClient, secret, staticToken } from '../../src/client/index.ts';
import type { ApiCall } from '../../src/contract/calls.ts';
import { ENDPOINT_IDS } from '../../src/contract/endpoints.ts';
import type { HttpRequest, Transport } from '../../src/contract/http.ts';
import { type ApplyResult, InternalError, type Plan, TrueupError } from '../../src/index.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { findingsText } from '../../src/report/text/findings.ts';
import { outcomeDoc } from '../../src/report/text/outcome.ts';
import { docText } from '../../src/report/text/render.ts';
import { createService } from '../../src/service/index.ts';
import { EVERY_CALL } from '../client/every-call.ts';
import { fakeTransport } from '../client/fake-transport.ts';
import { testClock } from '../ledger/clock.ts';
import { aStyle } from '../support/builders.ts';
import { planAllowing } from '../support/consents.ts';
import { planText } from '../support/plan-forms.ts';
import { type Bend, bends } from './bent.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { INSIDES, UNPRINTABLE } from './printed.ts';
import { ALLOW, ENV, keyOf, LEDGER_FILE, open, type Recording, record } from './recording.ts';

const PATIENCE = { timeout: PATIENCE_MS };

let recordings: readonly Recording[] = [];
beforeAll(async () => {
  recordings = await record();
});

/** Only our own errors come out, and none that says that we are to blame. */
function requireOurs(error: unknown): TrueupError {
  if (!(error instanceof TrueupError) || error instanceof InternalError) throw error;
  return error;
}

function expectSafe(text: string): void {
  expect(text).not.toMatch(UNPRINTABLE);
  expect(text).not.toMatch(INSIDES);
  for (const kept of [ENV.CLIENT_SECRET, ENV.REFRESH]) expect(text).not.toContain(kept);
}

interface Played {
  readonly transport: Transport;
  readonly writes: readonly string[];
  /** Returns the first request with a bent reply, or undefined. */
  bent(): string | undefined;
}

/** Plays the recording, with some of its replies bent. */
function played({ exchanges }: Recording, bend: Bend, isBent: (key: string, nth: number) => boolean): Played {
  const left = Map.groupBy(exchanges, ({ key }) => key);
  const counts = new Map<string, number>();
  const writes: string[] = [];
  let bent: string | undefined;
  const transport = fakeTransport((request: HttpRequest) => {
    const key = keyOf(request);
    if (request.method !== 'GET' && !/\/oauth\/[^/]+\/token(\/introspect)?$/.test(key)) writes.push(key);
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    const replies = left.get(key) ?? [];
    const reply = replies[Math.min(nth, replies.length - 1)]?.reply ?? { status: 404, headers: {}, body: '{}' };
    if (!isBent(key, nth)) return reply;
    bent ??= key;
    return bend(reply);
  });
  return { transport, writes, bent: () => bent };
}

test('a broken reply in a run yields our errors, safe texts and no blind write', PATIENCE, async () => {
  const which = fc.record({ recording: fc.nat(2), at: fc.nat(1_000_000), always: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(which, bends, async ({ recording: index, at, always }, bend) => {
      const recording = recordings[index % recordings.length];
      const target = recording?.exchanges[at % (recording.exchanges.length ?? 1)];
      if (recording === undefined || target === undefined) throw new Error('Nothing was recorded.');
      const nth = recording.exchanges.filter(({ key }) => key === target.key).indexOf(target);
      const play = played(recording, bend, (key, count) => key === target.key && (always || count === nth));
      const disk = memoryDisk(testClock());
      if (recording.ledger !== undefined) await disk.replace(LEDGER_FILE, recording.ledger);
      const reconciler = open(recording, disk, play.transport);

      let plan: Plan | undefined;
      try {
        plan = await planAllowing(reconciler, ALLOW);
        expectSafe(planText(plan, aStyle({ verbose: true })));
        const seen = play.bent();
        const result: ApplyResult = await reconciler.apply(plan, { skipBlocked: true, concurrency: 1 });
        expectSafe(docText(outcomeDoc(result), aStyle({ verbose: true })));
        if (seen !== undefined && !plan.complete) {
          // Creates need a seen list. Updates need a later read of the property.
          const list = seen.replace('GET ', '');
          const blind = play.writes.filter((key) =>
            key.startsWith('POST') ? key.includes(list.replace(/properties$/, '')) : always && key.includes(`${list}/`),
          );
          expect(blind).toEqual([]);
        }
      } catch (error) {
        const ours = requireOurs(error);
        const findings = 'findings' in ours && Array.isArray(ours.findings) ? ours.findings : [];
        expectSafe(`${findingsText(findings, aStyle())}\n`);
        expectSafe(ours.hint ?? '');
        expect(plan === undefined ? play.writes : []).toEqual([]);
      }
      expect(Object.keys({}).concat(Object.keys(Object.prototype))).toEqual([]);
    }),
    cases(100, 0.2),
  );
});

test('a broken reply to any call of the client yields one of our errors', PATIENCE, async () => {
  const service = await createService({ clock: testClock(), rateLimit: false });
  const clock = testClock();
  const tokens = staticToken(secret(service.development.accessToken));
  const good = new Map(
    await Promise.all(
      ENDPOINT_IDS.map(async (endpoint) => {
        const replies: Awaited<ReturnType<Transport['send']>>[] = [];
        const transport: Transport = {
          send: async (request, options) => {
            const reply = await service.transport.send(request, options);
            replies.push(reply);
            return reply;
          },
          close: async () => undefined,
        };
        const client = createClient({ baseUrl: 'http://127.0.0.1:4010', transport, clock, tokens });
        await client.send(EVERY_CALL[endpoint] as ApiCall).catch(requireOurs);
        return [endpoint, replies[0]] as const;
      }),
    ),
  );
  await service.close();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ENDPOINT_IDS), bends, async (endpoint, bend) => {
      const reply = good.get(endpoint);
      if (reply === undefined) throw new Error(`No reply was recorded for ${endpoint}.`);
      const client = createClient({
        baseUrl: 'http://127.0.0.1:4010',
        transport: fakeTransport(() => bend(reply)),
        clock: testClock(),
        tokens,
      });
      const error = await client.send(EVERY_CALL[endpoint] as ApiCall).then(() => undefined, requireOurs);
      expect(error?.message ?? '').not.toMatch(INSIDES);
      expect(error?.message ?? '').not.toContain('trueup-dev-secret');
    }),
    cases(300, 0.2),
  );
});
