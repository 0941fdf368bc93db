/** Measures a reconciler for a second account of a project against the first reconciler of the process. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Installed } from './package-form.ts';
import type { Created } from './reconcilers-once.ts';
import { least } from './rounds.ts';
import { compared, type Row } from './row.ts';

const ONCE = join(import.meta.dirname, 'reconcilers-once.ts');
const ROUNDS = 10;

export async function reconcilers({ library }: Installed, count = ROUNDS): Promise<readonly Row[]> {
  const rounds = Array.from(
    { length: count },
    (): Created => JSON.parse(execFileSync(process.execPath, [ONCE, library], { encoding: 'utf8' })),
  );
  return [
    compared('createReconciler for a second account, against the first', {
      cost: least(rounds.map(({ second }) => second)),
      against: least(rounds.map(({ first }) => first)),
      unit: 'ms',
      bound: 0.4,
    }),
    compared('createReconciler for each of 1,000 accounts of a prepared project, against the first of a process', {
      cost: least(rounds.map(({ further }) => further)),
      against: least(rounds.map(({ first }) => first)),
      unit: 'ms',
      bound: 0.2,
    }),
  ];
}
