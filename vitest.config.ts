import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need a browser, and a registry: npm run test:browser, npm run test:package.
    exclude: [...configDefaults.exclude, 'test/browser/**', 'test/package/**'],
    // A machine that does three other things at the same time takes a minute for what takes ten seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/support/temporary.ts'],
    maxWorkers: 2,
    // Loading the modules anew for each file costs more than the tests. A test that changes its process puts it back.
    isolate: false,
    unstubEnvs: true,
  },
});
