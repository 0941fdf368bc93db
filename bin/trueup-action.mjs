#!/usr/bin/env node
// The program of action.yml: checks the Node version before anything else is imported, then runs from source.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 20)) {
  process.stdout.write(`::error::trueup needs Node.js 22.20 or newer; this is ${process.version}.\n`);
  process.exitCode = 1;
} else {
  // In the folder of the job, which no other job reads or writes: it serves the later steps, which start in half the time.
  const { RUNNER_TEMP } = process.env;
  if (RUNNER_TEMP) process.getBuiltinModule('node:module').enableCompileCache(`${RUNNER_TEMP}/trueup-compile-cache`);
  const { main } = await import('../src/action/main.ts');
  await main();
}
