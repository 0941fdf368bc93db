/** The image: what its Dockerfile copies is there, it does not run as root, and what asks for its health is answered. */

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startService } from '../../src/service/index.ts';

const LINES = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', '').split('\n');
const all = (instruction: string) =>
  LINES.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim());

test('the image copies existing files, drops root, and starts the embedded service', () => {
  const copied = all('COPY').filter((text) => !text.startsWith('--from=') && text !== '. .');
  for (const path of copied.flatMap((text) => text.split(/\s+/).slice(0, -1)))
    expect(existsSync(path), path).toBe(true);
  expect(all('USER')).toEqual(['node']);
  expect(LINES.indexOf('USER node')).toBeGreaterThan(LINES.findLastIndex((line) => line.startsWith('RUN ')));
  expect(JSON.parse(all('ENTRYPOINT')[0] ?? '')).toEqual(['trueup']);
  expect(JSON.parse(all('CMD')[0] ?? '')).toEqual(['serve', '--host', '0.0.0.0', '--data', '/data']);
});

test('its health check passes while the service answers, and fails when it does not', async () => {
  const [, words = ''] = /CMD (\[.*\])$/.exec(all('HEALTHCHECK')[0] ?? '') ?? [];
  const [, ...args]: readonly string[] = JSON.parse(words);
  expect(args.join()).toContain(`http://127.0.0.1:${all('EXPOSE')[0]}/`);
  const service = await startService();
  const asked = args.map((arg) => arg.replace('http://127.0.0.1:4010', service.url));
  const check = () => promisify(execFile)(process.execPath, asked);
  await check();
  await service.close();
  await expect(check()).rejects.toMatchObject({ code: 1 });
});
