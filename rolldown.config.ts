/** The package: few files instead of hundreds, since a start pays for each file it loads. They include the dependencies. */

import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import { builtins } from './build/builtins.ts';
import { CHUNKS } from './build/chunks.ts';
import { packageOf } from './build/imports.ts';
import { licences } from './build/licences.ts';
import { undiciParts } from './build/undici-parts.ts';
import manifest from './package.json' with { type: 'json' };

/** Loaded only by the service and the fleet, if installed. re2js is not bundled either: it is loaded with createRequire, by the first pattern. */
const OUTSIDE: readonly string[] = [
  ...Object.keys(manifest.optionalDependencies),
  ...Object.keys(manifest.peerDependencies),
];
/** What the source may import and the bundle includes. */
const INSIDE: readonly string[] = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
/** The same code as ES modules: what the package exports for Node.js is CommonJS, which is bundled whole and starts slower. */
const YAML = join(import.meta.dirname, 'node_modules/yaml/browser/index.js');

const UNDICI = join(import.meta.dirname, 'build/undici.js');

export default defineConfig({
  input: {
    index: 'src/index.ts',
    'client/index': 'src/client/index.ts',
    'service/index': 'src/service/index.ts',
    'telemetry/index': 'src/telemetry/index.ts',
    'testing/index': 'src/testing/index.ts',
    'fleet/index': 'src/fleet/index.ts',
    'cli/main': 'src/cli/main.ts',
  },
  platform: 'node',
  external: (id) => OUTSIDE.includes(packageOf(id)),
  resolve: { alias: { yaml: YAML, undici$: UNDICI } },
  plugins: [
    undiciParts(),
    builtins(),
    {
      name: 'declared-dependencies',
      async resolveId(id, importer) {
        if (importer === undefined || /^[./]/.test(id)) return null;
        if (!importer.includes('/node_modules/') && !INSIDE.includes(packageOf(id))) {
          this.error(`${importer} imports ${id}, which package.json does not name as a dependency.`);
        }
        // Otherwise an import that cannot be resolved would stay in the bundle.
        return (await this.resolve(id, importer)) ?? this.error(`${importer} imports ${id}, which is not installed.`);
      },
    },
    licences(),
  ],
  // Chunks lie as deep as cli/main.js, so that what is named from the place of a module is found from both.
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: { groups: [...CHUNKS] },
  },
});
