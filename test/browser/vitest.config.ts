import { defineConfig } from 'vitest/config';

/** Tests that need a browser; `npm test` leaves them out. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: 'test/support/temporary.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
