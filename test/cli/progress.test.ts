import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createContext } from '../../src/cli/context.ts';
import { createProgress } from '../../src/cli/progress.ts';
import { processWorld } from '../../src/cli/world.ts';

test('a long wait that the service asks for is a line of its own, an ordinary one is none', async () => {
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
The service asks to wait 20 s: what is changed is locked.
The service asks to wait 60 s: it is not available.
`,
  );
});
