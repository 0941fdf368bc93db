import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Comparison, Plan, Pull } from '../../src/index.ts';
import { type Service, startService } from '../../src/service/index.ts';
import { aShell, type Shell } from '../support/world.ts';

const TOKENS = { SOURCE_TOKEN: 'pat-na1-compare-source', TARGET_TOKEN: 'pat-na1-compare-target' };
const HUBS = { source: 7001, target: 7002 };

const option = fc.record({
  value: fc.constantFrom('gold', 'silver', 'a b', 'ключ', '0'),
  label: fc.constantFrom('One', 'Two', 'Three', 'Four', 'Five', ' spaced'),
  hidden: fc.boolean(),
  description: fc.constantFrom('', 'help'),
  displayOrder: fc.integer({ min: -1, max: 4 }),
});
const properties = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('tier', 'points', 'since', 'Shoe-Size', 'note'),
    label: fc.constantFrom('Tier', 'line\nbreak', ' spaced ', 'Größe'),
    description: fc.constantFrom('', 'What it is for.'),
    isList: fc.boolean(),
    hasUniqueValue: fc.boolean(),
    hidden: fc.boolean(),
    options: fc
      .uniqueArray(option, { selector: ({ value }) => value, minLength: 1, maxLength: 4 })
      // The service asks for labels that differ.
      .map((all) => all.map((one) => ({ ...one, label: `${one.label} ${one.value}` }))),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

async function bothAccounts(made: readonly object[]): Promise<Service & { readonly url: string }> {
  return startService({
    rateLimit: false,
    seed: {
      accounts: [
        {
          hubId: HUBS.source,
          privateAppTokens: [{ token: TOKENS.SOURCE_TOKEN }],
          groups: [{ objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty', displayOrder: 3 }],
          properties: made as never,
        },
        { hubId: HUBS.target, privateAppTokens: [{ token: TOKENS.TARGET_TOKEN }] },
      ],
    },
  });
}

function projectOf(url: string): string {
  const account = (name: 'source' | 'target') =>
    `  ${name}: { hubId: ${HUBS[name]}, baseUrl: "${url}", surface: dated, auth: { accessToken: "\${env.${name.toUpperCase()}_TOKEN}" } }\n`;
  return `version: 1\naccounts:\n${account('source')}${account('target')}`;
}

async function document(shell: Shell, ...words: readonly string[]) {
  const { code, document: given } = await shell.json(...words);
  return { code, given };
}

test('an account built from pulled files differs only in fields that files cannot express', async () => {
  await fc.assert(
    fc.asyncProperty(properties, async (some) => {
      const service = await bothAccounts(
        some.map(({ isList, options, ...one }) => ({
          ...{ objectType: 'contacts', groupName: 'loyalty', ...one },
          ...(isList
            ? { type: 'enumeration', fieldType: 'select', options, hasUniqueValue: false }
            : { type: 'string', fieldType: 'text' }),
        })),
      );
      const shell = await aShell({ env: TOKENS });
      try {
        await shell.write('trueup.yaml', projectOf(service.url));
        const pulled = await document(shell, 'pull', '--account', 'source', '--object', 'contacts');
        const { left } = pulled.given as Pull;
        await shell.run('apply', '--account', 'target', '--auto-approve', '--skip-blocked');
        const { given } = await document(shell, 'compare', 'source', 'target', '--object', 'contacts');
        const comparison = given as Comparison;
        // Such as a name that no create takes, although an account can have it.
        const { given: after } = await document(shell, 'plan', '--account', 'target');
        const blocked = (after as Plan).changes.map(({ address }) => address);
        const unsaid = new Set([...left.map(({ address }) => address), ...blocked]);
        expect(comparison.complete).toBe(true);
        expect(comparison.resources.filter(({ address }) => !unsaid.has(address))).toEqual([]);
        expect(comparison.resources.every(({ status }) => status !== 'only-right')).toBe(true);
      } finally {
        await service.close();
        await rm(shell.cwd, { recursive: true });
      }
    }),
    { numRuns: 12 },
  );
});
