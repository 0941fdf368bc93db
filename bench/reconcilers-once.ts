/** One process that creates the reconcilers of both accounts of an example, and prints what each took as JSON. */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './root.ts';

/** Milliseconds. */
export interface Created {
  readonly first: number;
  readonly second: number;
}

const [library = ''] = process.argv.slice(2);
const { createReconciler, loadProject }: typeof import('../src/index.ts') = await import(pathToFileURL(library).href);
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

const created: Created = { first: create('sandbox'), second: create('production') };
console.log(JSON.stringify(created));
