/**
 * Creates the reconcilers of both accounts of an example, then of a thousand other accounts, and prints their costs as
 * JSON.
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.ts';

/** Milliseconds. */
export interface Created {
  readonly first: number;
  readonly second: number;
  /** Each of 1,000 accounts of the prepared project after its first. */
  readonly further: number;
}

const [library = ''] = process.argv.slice(2);
const { createReconciler, loadProject, prepare }: typeof import('../src/index.ts') = await import(
  pathToFileURL(library).href
);
const config = await loadProject([join(ROOT, 'examples', 'two-accounts', 'trueup.yaml')]);
const env = {
  TRUEUP_BASE_URL: 'http://127.0.0.1:1',
  ...{
    SANDBOX_TOKEN: 'bench',
    CLIENT_ID: 'bench',
    CLIENT_SECRET: 'bench',
    PRODUCTION_REFRESH_TOKEN: 'bench',
    APP_2001_KEY: 'bench',
  },
};

function create(account: string): number {
  const began = performance.now();
  const { findings } = createReconciler({ config, env, account });
  const took = performance.now() - began;
  const wrong = findings.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) throw new Error(`The example has a finding: ${wrong.message}`);
  return took;
}

const FURTHER = 1000;

/** The first of them, which the preparation is part of, is not counted. */
function createPrepared(): number {
  const given = (index: number) => ({
    ...{ name: `customer-${index}`, baseUrl: env.TRUEUP_BASE_URL },
    // The declarations use a text of the account, so each account is resolved separately.
    values: { tierLabel: `Loyalty tier ${index}` },
  });
  const { forAccount } = prepare(config, { env });
  const { findings } = createReconciler(forAccount(given(1)));
  const wrong = findings.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) throw new Error(`The example has a finding: ${wrong.message}`);
  const began = performance.now();
  for (let index = 2; index < FURTHER + 2; index += 1) createReconciler(forAccount(given(index)));
  return (performance.now() - began) / FURTHER;
}

const created: Created = { first: create('sandbox'), second: create('production'), further: createPrepared() };
console.log(JSON.stringify(created));
