/**
 * Laws of overrides over random projects: they declare the result of a manual merge, in any order of keys and files.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Resolution } from '../../../src/model/desired.ts';
import { schemas as anySchemas } from '../../laws/arbitraries.ts';
import { fragmentsOf, merged, type Schema, textOf } from '../../laws/schema.ts';
import { resolveTexts } from '../builders.ts';
import { mergedByHand, overridesBetween } from './differences.ts';

const ENV = { SANDBOX_TOKEN: 'token-of-the-sandbox' };
/** An override keeps the spelling of a category in the files, since both spellings name the same limit. */
const spelled = (schema: Schema): Schema => ({
  ...schema,
  limits: schema.limits.map((one) => ({ ...one, category: one.category.replace('HUBSPOT', 'SERVICE') })),
});
const schemas = anySchemas.map(({ first, second }) => ({ first: spelled(first), second: spelled(second) }));
const auth = { accessToken: 'ENV' };

/** The project in several files, with two accounts; the first one overrides. */
function textsOf(base: Schema, overrides: readonly object[], reversed: boolean): Record<string, string> {
  const fragments = fragmentsOf(base);
  const parts = reversed ? overrides.toReversed() : overrides;
  const accounts = { a: { auth, overrides: merged(parts) }, b: { auth } };
  const files = {
    'one.yaml': textOf(merged(fragments.filter((_, at) => at % 3 === 0))),
    'trueup.yaml': textOf(merged([{ accounts }, ...fragments.filter((_, at) => at % 3 === 1)])),
    'two.yaml': textOf(merged(fragments.filter((_, at) => at % 3 === 2))),
  };
  const entries = Object.entries(files).map(([path, text]) => [
    path,
    text.replaceAll('"ENV"', `"\${env.SANDBOX_TOKEN}"`),
  ]);
  return Object.fromEntries(reversed ? entries.toReversed() : entries);
}

const specsOf = ({ desired }: Resolution) => desired.resources.map(({ address, spec }) => [address, spec]);
const codesOf = ({ findings }: Resolution) =>
  findings.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`);

test('an override equals a manual merge, and the other account is unchanged', () => {
  fc.assert(
    fc.property(schemas, fc.boolean(), ({ first, second }, reversed) => {
      const texts = textsOf(first, overridesBetween(first, second), reversed);
      const a = resolveTexts(texts, { account: 'a', env: ENV });
      const byHand = resolveTexts(textsOf(mergedByHand(first, second), [], false), { account: 'a', env: ENV });
      expect(codesOf(a)).toEqual(codesOf(byHand));
      expect(specsOf(a)).toEqual(specsOf(byHand));
      expect(a.findings.filter(({ code }) => code === 'override-unused')).toEqual([]);
      const b = resolveTexts(texts, { account: 'b', env: ENV });
      const alone = resolveTexts(textsOf(first, [], reversed), { account: 'b', env: ENV });
      expect(specsOf(b)).toEqual(specsOf(alone));
      expect(b.desired.resources.flatMap(({ overrides = [] }) => overrides)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('empty overrides change nothing', () => {
  fc.assert(
    fc.property(schemas, ({ first }) => {
      expect(overridesBetween(first, first)).toEqual([]);
      const none = resolveTexts(textsOf(first, [{ objects: {} }], false), { account: 'a', env: ENV });
      const alone = resolveTexts(textsOf(first, [], false), { account: 'a', env: ENV });
      expect(none.findings.map(({ code }) => code)).toContain('override-unused');
      const said = (one: Resolution) =>
        one.findings.filter(({ code }) => code !== 'override-unused').map(({ code, message }) => [code, message]);
      expect([said(none), none.omitted]).toEqual([said(alone), []]);
      expect(specsOf(none)).toEqual(specsOf(alone));
    }),
    { numRuns: 50 },
  );
});

test('every field that differs is known as an override, at a position inside it', () => {
  fc.assert(
    fc.property(schemas, ({ first, second }) => {
      const a = resolveTexts(textsOf(first, overridesBetween(first, second), false), { account: 'a', env: ENV });
      const before = new Map(
        resolveTexts(textsOf(first, [], false), { account: 'a', env: ENV }).desired.resources.map((one) => [
          one.address,
          one,
        ]),
      );
      for (const { address, spec, overrides = [] } of a.desired.resources) {
        const known = before.get(address)?.spec ?? {};
        const differing = Object.keys({ ...known, ...spec }).filter(
          // The mode of a bool follows from its type.
          (field) => field !== 'optionsMode' && JSON.stringify(known[field]) !== JSON.stringify(spec[field]),
        );
        const said = overrides.map(({ field }) => field);
        if (said.includes(undefined)) continue;
        expect(said).toEqual(expect.arrayContaining(differing));
        for (const { account, provenance } of overrides)
          expect([account, provenance.file]).toEqual(['a', 'trueup.yaml']);
      }
    }),
    { numRuns: 100 },
  );
});
