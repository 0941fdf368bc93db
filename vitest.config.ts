import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need a browser, and a registry: npm run test:browser, npm run test:package.
    exclude: [...configDefaults.exclude, 'test/browser/**', 'test/package/**'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
