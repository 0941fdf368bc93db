import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { createProgress, createTally } from '../../src/cli/progress.ts';
import { processWorld } from '../../src/cli/world.ts';
import { anIntention, SIZE, TIER } from '../ledger/entries.ts';
import { aCall } from '../support/builders.ts';

test('a long wait requested by the service gets its own line', async () => {
  const stderr = new PassThrough();
  const isTTY = { stdin: false, stdout: false, stderr: false };
  const context = createContext({ ...processWorld(), stderr, env: {}, isTTY }, new AbortController().signal);
  const { onEvent, end } = await createProgress(context, {});
  onEvent({ type: 'waiting', reason: 'rate-limit', ms: 10_050 });
  onEvent({ type: 'waiting', reason: 'rate-limit', ms: 90_050 });
  onEvent({ type: 'waiting', reason: 'locked', ms: 20_000 });
  onEvent({ type: 'waiting', reason: 'unavailable', ms: 60_000 });
  end();
  stderr.end();
  expect(await text(stderr)).toBe(
    `The service asks to wait 91 s: its rate limit is used up.
The service asks to wait 20 s: the resource is locked.
The service asks to wait 60 s: it is not available.
`,
  );
});

test.each([
  ['not-applied', [], [SIZE], `on ${SIZE}, may have taken effect: it is neither as before nor as it was sent.`],
  ['applied', [TIER], [SIZE], `on ${TIER}, took effect: the ledger records it.`],
  ['not-applied', [], [], `on ${TIER}, ${SIZE}, shows no effect.`],
] as const)('a settled open call (%s) reports only observed effects', async (as, effect, neither, says) => {
  const stderr = new PassThrough();
  const isTTY = { stdin: false, stdout: false, stderr: false };
  const context = createContext({ ...processWorld(), stderr, env: {}, isTTY }, new AbortController().signal);
  const { onEvent, end } = await createProgress(context, {});
  onEvent({
    type: 'recovered',
    intention: anIntention('i1', { covers: [TIER, SIZE] }),
    as,
    shown: { effect, neither },
  });
  end();
  stderr.end();
  expect(await text(stderr)).toBe(`POST /properties/v2/contacts/properties of an earlier run, ${says}\n`);
});

test('a plan shows its current read, the progress and the elapsed time', () => {
  const tally = createTally(0);
  expect([tally.text(0), tally.text(2_000)]).toEqual(['Starting', 'Starting (2 s)']);
  tally.take({ type: 'account-check' }, 3_000);
  expect([tally.text(3_500), tally.text(15_000)]).toEqual(['Checking the token', 'Checking the token (12 s)']);
  tally.take({ type: 'read-start', path: 'GET /a', total: 3 }, 15_000);
  tally.take({ type: 'read-done', path: 'GET /a', ok: true }, 16_000);
  expect(tally.text(20_000)).toBe('Reading 1/3 (5 s)');
  for (const path of ['GET /b', 'GET /c']) tally.take({ type: 'read-done', path, ok: true }, 28_000);
  tally.take({ type: 'read-start', path: 'GET /a', total: 3 }, 30_000);
  expect(tally.text(30_000)).toBe('Reading 0/3');
});

test('an apply shows how many calls are done, in flight and failed', () => {
  const tally = createTally(0);
  const call = aCall();
  tally.take({ type: 'apply-start', run: 'r', calls: 200, changes: 200 }, 1_000);
  for (const ok of [true, false]) {
    tally.take({ type: 'call-start', call }, 1_000);
    tally.take({ type: 'call-start', call }, 1_000);
    tally.take({ type: 'call-done', call, ok }, 2_000);
  }
  expect(tally.text(5_000)).toBe('Applying 2/200, 2 in flight, 1 failed (4 s)');
});

test('the display keeps moving during a wait and pauses during a question', async () => {
  const stderr = new PassThrough();
  const written: string[] = [];
  stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  let [at, tick] = [0, (): void => undefined];
  const isTTY = { stdin: true, stdout: true, stderr: true };
  const every = (_: number, handler: () => void) => {
    tick = handler;
    return () => {
      tick = () => undefined;
    };
  };
  const world = { ...processWorld(), stderr, env: {}, isTTY, elapsed: () => at, every };
  const context = createContext(world, new AbortController().signal);
  const { onEvent, end } = await createProgress(context, {});
  const drawn = (later: number): string => {
    written.length = 0;
    at += later;
    tick();
    return written.join('');
  };
  onEvent({ type: 'account-check' });
  expect(drawn(600)).toBe('');
  expect(drawn(5_000)).toContain('Checking the token (5 s)');
  context.clear();
  expect(drawn(5_000)).toBe('');
  onEvent({ type: 'apply-start', run: 'r', calls: 2, changes: 2 });
  expect(drawn(5_000)).toContain('Applying 0/2, 0 in flight (5 s)');
  end();
  expect(drawn(5_000)).toBe('');
});
