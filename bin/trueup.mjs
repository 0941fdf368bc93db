#!/usr/bin/env node
// Checks the Node version before anything else is imported, then loads the program: from source in a checkout, from dist in a package.
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 20)) {
  process.stderr.write(
    `trueup needs Node.js 22.20 or newer; this is ${process.version}. Install a newer Node.js and run it again.\n`,
  );
  process.exitCode = 1;
} else if (process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2])) {
  // Answered here so that asking for the version loads nothing.
  process.stdout.on('error', (error) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`error: Could not write all output to stdout: ${error.message}. [cannot-print]\n`);
    process.exitCode = 1;
  });
  process.stdout.write(`${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`);
} else {
  nodeModule.enableCompileCache();
  const source = new URL('../src/cli/main.ts', import.meta.url);
  const { main } = await import(
    existsSync(fileURLToPath(source)) ? source.href : new URL('../dist/cli/main.js', import.meta.url).href
  );
  await main(process.argv);
}
