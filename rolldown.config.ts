/** The package: few files instead of hundreds, since a start pays for each file it loads. Dependencies stay outside. */

import { defineConfig } from 'rolldown';

export default defineConfig({
  input: {
    index: 'src/index.ts',
    'client/index': 'src/client/index.ts',
    'service/index': 'src/service/index.ts',
    'cli/main': 'src/cli/main.ts',
  },
  platform: 'node',
  // Whatever is not a path is a package or a module of Node.js.
  external: /^[^./]/,
  // Chunks lie as deep as cli/main.js, so that what is named from the place of a module is found from both.
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
