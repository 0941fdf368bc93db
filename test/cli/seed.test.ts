import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SeedSchema } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

const PAGE = join(import.meta.dirname, '../../docs/seed.md');
const page = readFileSync(PAGE, 'utf8');
const HINT = `The seed file format is described in ${PAGE}`;

async function refused(text: string): Promise<Record<string, unknown>> {
  const shell = await aShell();
  await shell.write('seed.yaml', text);
  const { code, document } = await shell.json('serve', '--port', '0', '--seed', 'seed.yaml');
  expect(code).not.toBe(0);
  return Object(document);
}

/** Starts the service with a seed and stops it when it has said where it is. */
async function served(shell: (watch: (text: string) => void, signals: (stop: () => void) => void) => Promise<Shell>) {
  const told = Promise.withResolvers<string>();
  let stop: () => void = () => undefined;
  const running = await shell(told.resolve, (given) => {
    stop = given;
  });
  const serving = running.run('serve', '--port', '0', '--seed', 'seed.yaml');
  const ended = serving.then(({ stderr }) => Promise.reject(new Error(stderr)));
  const text = await Promise.race([told.promise, ended]);
  stop();
  await ended.catch(() => undefined);
  return { text, code: (await serving).code };
}

describe('a faulty seed file', () => {
  it('is refused with the path of every wrong member and without a secret', async () => {
    const app = '{ appId: 3001, clientId: bakery, clientSecret: 4711, redirectUris: [nowhere] }';
    const { code, message } = await refused(`accounts: [{ hubId: none, colour: red }]\napps: [${app}]\n`);
    expect([code, message]).toEqual(['seed-invalid', expect.stringMatching(/^The seed is invalid: /)]);
    for (const path of ['accounts.0.hubId', 'apps.0.clientSecret', 'apps.0.redirectUris.0', 'colour'])
      expect(message).toContain(path);
    expect(message).not.toContain('4711');
  });

  it('is refused with the position of every wrong member', async () => {
    const shell = await aShell();
    await shell.write('seed.yaml', 'accounts:\n  - hubId: none\n    colour: red\n');
    const { code, stderr } = await shell.run('serve', '--port', '0', '--seed', 'seed.yaml');
    expect(code).toBe(1);
    for (const place of ['seed.yaml:2:12 accounts.0.hubId: ', 'seed.yaml:2:5 accounts.0: '])
      expect(stderr).toContain(place);
  });

  it.each([
    ['accounts:\n  - hubId: 1\n   domain: x\n', 'yaml-bad-indent', 3],
    ['accounts: [{ hubId: 7, hubId: 8 }]\n', 'duplicate-key', 1],
  ])('is refused with the place of a fault of the YAML: %#', async (text, code, line) => {
    expect(await refused(text)).toMatchObject({ findings: [{ code, provenance: { file: 'seed.yaml', line } }] });
  });

  it('names the page about the format if the file is missing', async () => {
    const shell = await aShell();
    const { code, document } = await shell.json('serve', '--port', '0', '--seed', 'nowhere.yaml');
    expect([code, document]).toEqual([
      1,
      {
        format: 'trueup.error/1',
        code: 'seed-missing',
        message: 'The seed file nowhere.yaml cannot be read.',
        hint: `Check the path. ${HINT}`,
        kind: 'config',
        retryable: false,
      },
    ]);
  });
});

describe('the page about seed files', () => {
  it('is named by the help of serve', async () => {
    const { stdout } = await (await aShell()).run('serve', '--help');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(HINT);
  });

  it('has an example that works, and no token of its accounts is printed', async () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const { text, code } = await served(async (watch, signals) => {
      const shell = await aShell({ watch, signals: (deliver) => signals(() => deliver('SIGTERM')) });
      await shell.write('seed.yaml', example);
      return shell;
    });
    expect(code).toBe(0);
    expect(text).toContain('trueup-dev-token');
    expect(text).not.toMatch(/bakery|access-|refresh-|7007/);
  });

  it('names every key, and no other', () => {
    const keys = new Set<string>();
    const visit = (schema: unknown): void => {
      const { properties = {}, items, anyOf = [] } = Object(schema);
      for (const [name, inner] of Object.entries(properties)) {
        keys.add(name);
        visit(inner);
      }
      for (const inner of [items, ...anyOf].filter((one) => one !== undefined)) visit(inner);
    };
    visit(z.toJSONSchema(SeedSchema, { io: 'input', unrepresentable: 'any' }));
    expect([...keys].filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
    const heads = [...page.matchAll(/^- ((?:`\w+`(?:, )?)+):/gm)].map(([, head = '']) => head);
    const first = heads.flatMap((head) => [...head.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    expect(first.length).toBeGreaterThan(50);
    expect(first.filter((name) => !keys.has(name))).toEqual([]);
  });
});
