import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { nearestFirst } from './nearest-first.ts';

/** The mutant that the tests run against, as `npm run test:mutate` hands it over. */
const mutant = JSON.parse(process.env['TRUEUP_MUTANT'] ?? 'null') as null | {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

const edited = mutant === null ? undefined : resolve(mutant.file);

/** Tests against source that is edited as it is loaded: nothing on disk changes. */
export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      // The edited text is only in memory, so the cache of the file on disk does not match it.
      configureVitest: ({ defineCacheKeyGenerator }) => {
        defineCacheKeyGenerator(({ id }) => (id === edited ? false : undefined));
      },
      load(id) {
        if (mutant === null || id !== edited) return null;
        const source = readFileSync(id, 'utf8');
        return source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
      },
    },
  ],
  test: {
    include: ['test/{engine,ledger,client,kinds,laws,safety}/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    globalSetup: 'test/support/temporary.ts',
    maxWorkers: 1,
    // Loading the graph of modules for each file would take longer than the tests.
    isolate: false,
    bail: 1,
    sequence: { sequencer: nearestFirst(mutant?.file) },
  },
});
