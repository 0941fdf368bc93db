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
  expect(code).toBe(1);
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
  it('is told with every problem, its place, what is allowed, and where the form is described', async () => {
    const shell = await aShell();
    await shell.write(
      'seed.yaml',
      `accounts:
  - hubId: none
    colour: red
    groups:
      - { objectType: contacts, nmae: loyalty, displayName: Loyalty }
    properties:
      - { objectType: contacts, name: "     ", label: 1, groupName: loyalty, type: string, fieldType: text }
apps:
  - { appId: 3001, clientId: bakery, clientSecret: 4711, redirectUris: [nowhere] }
users: []
`,
    );
    const { code, stdout, stderr } = await shell.run('serve', '--port', '0', '--seed', 'seed.yaml');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).not.toContain('4711');
    expect(stderr.replace(PAGE, 'docs/seed.md')).toMatchInlineSnapshot(`
      "error[wrong-type] seed.yaml:2:12
        Expected a number, found the string "none".
        2 |   - hubId: none
          |            ^

      error[unknown-key] seed.yaml:3:5
        Unknown key "colour".
        3 |     colour: red
          |     ^
        help: Allowed: hubId, domain, accountType, sensitiveData, privateAppTokens, objectTypes,
              eventDefinitions, associationLabels, groups, properties.

      error[unknown-key] seed.yaml:5:33
        Unknown key "nmae".
        5 |       - { objectType: contacts, nmae: loyalty, displayName: Loyalty }
          |                                 ^
        help: Did you mean \`name\`? Allowed: objectType, name, displayName, displayOrder.

      error[bad-form] seed.yaml:7:39
        Expected a name of up to 255 characters, none of them a control character or above U+FFFF (such as
        an emoji), without \`\${\`, and not blanks alone, \`.\`, \`..\` or \`__proto__\`.
        7 |       - { objectType: contacts, name: "     ", label: 1, groupName: loyalty, type: string, fieldType…
          |                                       ^

      error[wrong-type] seed.yaml:7:55
        Expected a string, found the number 1.
        7 | …  - { objectType: contacts, name: "     ", label: 1, groupName: loyalty, type: string, fieldType: te…
          |                                                    ^
        help: Put it in quotes: "1".

      error[wrong-type] seed.yaml:9:52
        Expected a string of at least one character, in quotes.
        9 |   - { appId: 3001, clientId: bakery, clientSecret: [secret] }
          |                                                    ^
        help: Any string works.

      error[bad-form] seed.yaml:9:73
        Expected https, or http with the host localhost.
        9 |   - { appId: 3001, clientId: bakery, clientSecret: [secret] }
          |                                                    ^

      error[unknown-key] seed.yaml:10:1
        Unknown key "users".
        10 | users: []
           | ^
        help: Allowed: accounts, apps.

      error: The seed file seed.yaml has 8 errors. [seed-invalid]
      help:  The seed file format is described in docs/seed.md
      "
    `);
  });

  it('carries the same as data', async () => {
    const document = await refused('accounts: [{ hubId: 0 }]\n');
    expect(document).toEqual({
      format: 'trueup.error/1',
      code: 'seed-invalid',
      message: 'The seed file seed.yaml has 1 error.',
      hint: HINT,
      kind: 'config',
      retryable: false,
      findings: [
        {
          code: 'out-of-range',
          severity: 'error',
          message: 'Expected a number of at least 1, found the number 0.',
          provenance: { file: 'seed.yaml', line: 1, column: 21 },
        },
      ],
    });
  });

  it.each([
    ['accounts:\n  - hubId: 1\n   domain: x\n', [['yaml-bad-indent', 3, 4]]],
    ['accounts: [{ hubId: 7, hubId: 8 }]\n', [['duplicate-key', 1, 24]]],
    ['- hubId: 7\n', [['wrong-type', 1, 1]]],
    ['accounts:\n  - hubId: 7\n<<<<<<< ours\n=======\n>>>>>>> theirs\n', [['merge-conflict', 3, 1]]],
    [
      `accounts:
  - hubId: 7007
    properties:
      - { objectType: contacts, name: tier, label: Tier, groupName: loyality, type: string, fieldType: text }
      - objectType: ovens
        name: heat
        label: Heat
        groupName: x
        type: enumeration
        fieldType: select
        options: [{ value: a, label: A }, { value: a, label: B }]
apps:
  - { appId: 3001, clientId: trueup-dev, clientSecret: s }
`,
      [
        ['seed-inconsistent', 4, 69],
        ['seed-inconsistent', 5, 21],
        ['seed-inconsistent', 11, 52],
        ['seed-inconsistent', 13, 30],
      ],
    ],
  ])('has a code and a place for each problem: %#', async (text, expected) => {
    const findings = Object((await refused(text))['findings']) as readonly Record<string, never>[];
    expect(findings.map(({ code, provenance }) => [code, Object(provenance).line, Object(provenance).column])).toEqual(
      expected,
    );
  });

  it('that is not there says so, and where the form is described', async () => {
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
    const rows = [...page.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| .*$/gm)].map(([row]) => row);
    const named = rows.flatMap((row) => [...row.matchAll(/`([a-z]\w*)`/gi)].map(([, name = '']) => name));
    expect([...keys].filter((key) => !named.includes(key) && !page.includes(`\`${key}\``))).toEqual([]);
    const first = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    expect(first.filter((name) => !keys.has(name))).toEqual([]);
  });
});
