import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES } from '../../src/service/packages.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIBRARY = new URL('../../src/service/index.ts', import.meta.url).href;

/** Lets Node.js look for the hidden packages where none is, so that the error is its own. */
function without(...hidden: readonly string[]): string {
  const code = `import { registerHooks } from 'node:module';
const hidden = new Set(${JSON.stringify(hidden)});
registerHooks({
  resolve: (name, context, next) => next(name, hidden.has(name) ? { ...context, parentURL: 'file:///nowhere/x.js' } : context),
});`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

function run(hidden: readonly string[], args: readonly string[]): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((done) => {
    const given = ['--import', without(...hidden), ...args];
    execFile(process.execPath, given, { cwd: ROOT, env: {} }, (error, out, err) =>
      done({ code: error === null ? 0 : error.code, out, err }),
    );
  });
}

const serve = (...more: readonly string[]) => ['bin/trueup.mjs', 'serve', '--port', '0', ...more];

const why = 'npm skips optional packages with --omit=optional, and when Node.js is older than they require.';

describe('a service without its optional packages', () => {
  it('names all that are missing and the command that installs them', async () => {
    const { code, out, err } = await run(['fastify', 'kysely', 'pg'], serve());
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(
      `error: The embedded service needs packages that are not installed: fastify, kysely. [package-missing]
help:  Run: npm install fastify@5.12.8 kysely@0.29.9 (with --global if trueup was installed with it). ${why}
`,
    );
  });

  it('needs pg for a database only', async () => {
    const database = await run(['pg'], serve('--data', 'postgres://127.0.0.1:1/none', '--json'));
    expect(database.code).toBe(1);
    expect(JSON.parse(database.out)).toMatchObject({
      code: 'package-missing',
      message: 'The embedded service needs a package that is not installed: pg.',
      hint: `Run: npm install pg@8.23.1 (with --global if trueup was installed with it). ${why}`,
    });
    const program = `const { createService } = await import(${JSON.stringify(LIBRARY)});
await (await createService()).close();
console.log('closed');`;
    expect(await run(['pg'], ['--input-type=module', '-e', program])).toMatchObject({ code: 0, out: 'closed\n' });
  });

  it('can be imported, and says the same from createService and startService', async () => {
    const program = `const { createService, startService, parseFault } = await import(${JSON.stringify(LIBRARY)});
console.log(parseFault('do=html').do);
for (const start of [createService, startService]) {
  await start().catch((error) => console.log(error.name, error.code, error.message));
}`;
    const said = 'UsageError package-missing The embedded service needs a package that is not installed: kysely.\n';
    expect(await run(['kysely'], ['--input-type=module', '-e', program])).toMatchObject({
      code: 0,
      out: `html\n${said}${said}`,
    });
  });

  it('is told of the versions that package.json names', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const told = Object.entries(PACKAGES).map(([name, { version }]) => [name, version]);
    expect(optionalDependencies).toMatchObject(Object.fromEntries(told));
  });
});
