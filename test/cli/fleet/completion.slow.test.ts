/** What a shell is given to complete for a fleet: ids of rollouts and names of clusters, and nothing where there is no fleet. */

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { builtCli } from '../../support/built.ts';
import { aFleet, ENV } from './made.ts';

const PROGRAM = await builtCli();

test('rollouts and clusters are offered from the database of the fleet', { timeout: 180_000 }, async () => {
  const { shell } = await aFleet(ENV, { inFolder: true });
  const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
    const child = spawn(process.execPath, [PROGRAM, 'complete', '--', ...words], { cwd: shell.cwd });
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(errors).toBe('');
    return said.split('\n').flatMap((line) => (line === '' || line.startsWith(':') ? [] : [line.split('\t')[0] ?? '']));
  };
  expect(await offered('fleet', 'status', '')).toEqual([]);
  await shell.run('fleet', 'import', 'accounts.ndjson');
  const { document } = await shell.json('fleet', 'plan', '--only', '5001');
  const { rollout, clusters } = document as { rollout: string; clusters: readonly { shape: string }[] };
  const shape = clusters[0]?.shape.slice(0, 8) ?? '';
  expect(await offered('fleet', 'status', '')).toEqual([rollout]);
  expect(await offered('fleet', 'plan', '--resume', rollout.slice(0, 4))).toEqual([rollout]);
  expect(await offered('fleet', 'approve', '')).toEqual([rollout, shape]);
  expect(await offered('fleet', 'sample', rollout.slice(0, 4), '')).toEqual([shape]);
  expect(await offered('fleet', 'status', '--database', './elsewhere', '')).toEqual([]);
  expect(await offered('fleet', 'work', '')).toEqual([]);
});
