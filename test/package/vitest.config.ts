import { defineConfig } from 'vitest/config';

/** Tests of the package as it is installed, which need a registry; `npm test` leaves them out. */
export default defineConfig({
  test: {
    include: ['test/package/**/*.test.ts'],
    globalSetup: ['test/support/temporary.ts', 'test/package/install.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
