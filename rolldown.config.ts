/** The package: few files instead of hundreds, since a start pays for each file it loads. Dependencies stay outside. */

import { isBuiltin } from 'node:module';
import { defineConfig } from 'rolldown';
import manifest from './package.json' with { type: 'json' };

const DEPENDENCIES: readonly string[] = [
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.optionalDependencies),
];

export default defineConfig({
  input: {
    index: 'src/index.ts',
    'client/index': 'src/client/index.ts',
    'service/index': 'src/service/index.ts',
    'cli/main': 'src/cli/main.ts',
  },
  platform: 'node',
  // Exactly what is installed with the package. The bundler's own helpers, which it adds where it rewrites code, are bundled.
  external: (id) => isBuiltin(id) || DEPENDENCIES.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [
    {
      name: 'declared-dependencies',
      resolveId(id, importer) {
        if (importer !== undefined && !/^[./]/.test(id)) {
          this.error(`${importer} imports ${id}, which package.json does not name as a dependency.`);
        }
      },
    },
  ],
  // Chunks lie as deep as cli/main.js, so that what is named from the place of a module is found from both.
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
