/** The call of docs/start.md with which a person changes something in the embedded service. */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/start.md'), 'utf8');

test('the curl line of the page makes a change that drift finds', async () => {
  const [, method = '', path = '', rest = ''] =
    /curl -X (\w+) http:\/\/127\.0\.0\.1:4010(\S+) \\\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];
  const headers = [...rest.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const body = /-d '([^']+)'/.exec(rest)?.[1] ?? '';
  const service = await startService();
  const shell = await aShell({ env: TOKEN });
  await shell.write('trueup.yaml', projectText(service.url));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const reply = await fetch(`${service.url}${path}`, { method, headers: Object.fromEntries(headers), body });
  expect(reply.status).toBe(200);
  const drift = await shell.run('drift');
  expect([drift.code, drift.stdout]).toEqual([2, expect.stringContaining('"Loyalty tier" -> "Changed by hand"')]);
  await service.close();
  await rm(shell.cwd, { recursive: true });
});
