#!/usr/bin/env node
// Checks the Node version before anything else is imported, then loads the program: from source in a checkout, from dist in a package.
// Without import statements of Node.js modules: they would also load what unused members need.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 20)) {
  process.stderr.write(
    `trueup needs Node.js 22.20 or newer; this is ${process.version}. Install a newer Node.js and run it again.\n`,
  );
  process.exitCode = 1;
} else if (process.argv.length === 3 && ['--version', '-V'].includes(process.argv[2])) {
  // Answered here so that asking for the version loads nothing, not even the stdout stream.
  const { readFileSync, writeSync } = process.getBuiltinModule('node:fs');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    if (error.code !== 'EPIPE') {
      process.stderr.write(`error: Could not write all output to stdout: ${error.message}. [cannot-print]\n`);
      process.exitCode = 1;
    }
  }
} else {
  // Not in CI: writing the cache takes time, and a new machine never reads it.
  if (['', '0', 'false'].includes(process.env.CI ?? '')) process.getBuiltinModule('node:module').enableCompileCache();
  const source = new URL('../src/cli/main.ts', import.meta.url);
  const isCheckout = process.getBuiltinModule('node:fs').existsSync(source);
  const { main } = await import(isCheckout ? source.href : new URL('../dist/cli/main.js', import.meta.url).href);
  await main(process.argv);
}
