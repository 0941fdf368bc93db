#!/usr/bin/env node
// The program of action.yml: checks the Node version before anything else is imported, then runs from source.
import * as nodeModule from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 20)) {
  process.stdout.write(`::error::trueup needs Node.js 22.20 or newer; this is ${process.version}.\n`);
  process.exitCode = 1;
} else {
  nodeModule.enableCompileCache();
  const { main } = await import('../src/action/main.ts');
  await main();
}
