import { expect, test } from 'vitest';
import type { Policy } from '../../src/model/policy.ts';
import { places, resolveTexts } from './builders.ts';

const AUTH = `auth: { accessToken: "\${env.T}" }`;

/** The policy of one account of two; the shared policy and the account's as lines. */
function policyOf(shared: readonly string[], own: readonly string[], account = 'live'): Policy {
  const text = [
    'version: 1',
    'accounts:',
    `  test: { ${AUTH} }`,
    '  live:',
    `    ${AUTH}`,
    ...(own.length === 0 ? [] : ['    policy:', ...own.map((line) => `      ${line}`)]),
    'policy:',
    ...shared.map((line) => `  ${line}`),
    '',
  ].join('\n');
  const { policy, findings } = resolveTexts(text, { account, env: { T: 'token' } });
  expect(findings).toEqual([]);
  return policy;
}

const SHARED = [
  'allow: [type-change]',
  'maxChanges: { percent: 50 }',
  'rules:',
  '  label-unique: error',
  '  max-properties: { severity: error, max: 40, objects: [deals] }',
  '  description-required: info',
] as const;
const OWN = [
  'allow: []',
  'maxChanges: { above: 3 }',
  'rules:',
  '  label-unique: off',
  '  max-properties: { severity: warn, max: 60 }',
] as const;

test('merges the policy of the account over the shared policy, key by key', () => {
  expect(policyOf(SHARED, OWN)).toEqual({
    allow: [],
    maxChanges: { percent: 50, above: 3 },
    rules: {
      'label-unique': { severity: 'off', parameters: {} },
      'max-properties': { severity: 'warning', parameters: { max: 60, objects: ['deals'] } },
      'description-required': { severity: 'info', parameters: {} },
    },
    waivers: [],
  });
});

test('leaves the shared policy to the accounts that write none', () => {
  expect(policyOf(SHARED, OWN, 'test')).toEqual(policyOf(SHARED, []));
  expect(policyOf(SHARED, []).allow).toEqual([{ risk: 'type-change' }]);
});

test('adds the waivers of the account to the shared waivers', () => {
  const waiver = (finding: string) => `  - { finding: ${finding}, reason: Soon, until: 2026-01-31 }`;
  const { waivers } = policyOf(['waivers:', waiver('label-unique')], ['waivers:', waiver('not-declared')]);
  expect(waivers.map(({ finding, provenance }) => [finding, provenance.line])).toEqual([
    ['label-unique', 11],
    ['not-declared', 8],
  ]);
});

test('takes a bare severity of the account together with the shared parameters', () => {
  const { rules } = policyOf(
    ['rules: { max-properties: { severity: error, max: 40 } }'],
    ['rules: { max-properties: warn }'],
  );
  expect(rules).toEqual({ 'max-properties': { severity: 'warning', parameters: { max: 40 } } });
});

test('reads consents as texts and as mappings', () => {
  const { allow } = policyOf(
    [
      'allow:',
      '  - option-removal=property:contacts/tier',
      '  - { risk: type-change, address: "property:deals/amount", reason: "Asked for\\nby sales", until: 2026-01-31 }',
    ],
    [],
  );
  expect(allow).toEqual([
    {
      risk: 'option-removal',
      address: 'property:contacts/tier',
      provenance: { file: 'trueup.yaml', line: 8, column: 7 },
    },
    {
      risk: 'type-change',
      address: 'property:deals/amount',
      reason: 'Asked for by sales',
      until: '2026-01-31',
      provenance: { file: 'trueup.yaml', line: 9, column: 7 },
    },
  ]);
});

const WAIVER = { finding: 'label-unique', reason: 'Soon', until: '2026-01-31' } as const;
const waiver = (change: Readonly<Record<string, string | undefined>>) =>
  `waivers: [${JSON.stringify({ ...WAIVER, ...change })}]`;

const FAULTS: readonly (readonly [what: string, line: string, expected: string])[] = [
  ['an unknown parameter', 'rules: { label-unique: { severity: warn, kind: x } }', 'unknown-key 3:44'],
  ['a level that is none', 'rules: { label-unique: { severity: wrn } }', 'unknown-value 3:38'],
  ['a list as setting', 'rules: { label-unique: [warn] }', 'unknown-value 3:26'],
  ['no parameter', 'rules: { max-properties: warn }', 'rule-incomplete 3:12'],
  ['no severity', 'rules: { max-properties: { max: 3 } }', 'rule-incomplete 3:12'],
  ['a pattern that cannot be read', 'rules: { name-pattern: { severity: warn, pattern: "(" } }', 'bad-form 3:53'],
  ['a pattern that looks ahead', 'rules: { name-pattern: { severity: warn, pattern: "a(?=b)" } }', 'bad-form 3:53'],
  ['a long pattern', `rules: { name-pattern: { pattern: ${'a'.repeat(201)} } }`, 'out-of-range 3:37'],
  ['a type that is none', 'rules: { forbidden-type: { severity: warn, types: [txt] } }', 'unknown-value 3:54'],
  ['an object that is none', 'rules: { options-sorted: { severity: warn, objects: [" contacts"] } }', 'bad-form 3:56'],
  ['a maximum below zero', 'rules: { max-properties: { severity: warn, max: -1 } }', 'out-of-range 3:51'],
  ['a waiver of safety', waiver({ finding: 'account-protected' }), 'waiver-not-allowed 3:24'],
  ['a waiver of what is unknown', waiver({ finding: 'label-uniqe' }), 'waiver-not-allowed 3:24'],
  ['a waiver without a reason', waiver({ reason: undefined }), 'missing-key 3:13'],
  ['a waiver with a blank reason', waiver({ reason: ' ' }), 'bad-form 3:48'],
  ['a waiver without a last day', waiver({ until: undefined }), 'missing-key 3:13'],
  ['a day the calendar lacks', waiver({ until: '2026-02-30' }), 'bad-form 3:63'],
  ['a day that is no date', waiver({ until: 'May' }), 'bad-form 3:63'],
  ['a waiver at no address', waiver({ address: 'tier' }), 'bad-address 3:86'],
  ['a consent to no risk', 'allow: [{ risk: removal }]', 'unknown-risk 3:11'],
  ['a consent at no address', 'allow: [{ risk: limit-purge, address: x }]', 'bad-address 3:11'],
  ['a removal of no resource', 'allow: [property-removal]', 'consent-unnamed 3:11'],
  ['a removal of no resource, as a mapping', 'allow: [{ risk: option-removal }]', 'consent-unnamed 3:11'],
  ['a pattern', 'allow: ["property-removal=property:contacts/old_*"]', 'bad-address 3:11'],
  ['a consent with an unknown key', 'allow: [{ risk: limit-purge, til: x }]', 'unknown-key 3:32'],
];

test.each(FAULTS)('finds %s at its place', (_what, line, expected) => {
  expect(places(resolveTexts(`version: 1\npolicy:\n  ${line}\n`).findings)).toEqual([expected]);
});

test('reports faults in the policy of another account', () => {
  const text = `version: 1\naccounts:\n  test: { ${AUTH} }\n  live: { ${AUTH}, policy: { allow: [nothing] } }\n`;
  const { findings } = resolveTexts(text, { account: 'test', env: { T: 'token' } });
  expect(places(findings)).toEqual(['unknown-risk 4:64']);
});

test('reports a faulty pattern and the findings that allow waivers', () => {
  const text = (line: string) => resolveTexts(`version: 1\npolicy:\n  ${line}\n`).findings[0];
  expect(text('rules: { name-pattern: { severity: warn, pattern: "(" } }')?.message).toBe(
    'Invalid pattern: missing closing ): `(`.',
  );
  expect(text('rules: { max-properties: warn }')).toMatchObject({
    message: 'The rule max-properties is missing max.',
    hint: 'Write it as a mapping: max-properties: { severity: warn, max: ... }.',
  });
  expect(text(waiver({ finding: 'label-uniqe' }))).toMatchObject({
    message: 'The finding "label-uniqe" cannot be waived.',
    hint: 'Did you mean `label-unique`? Waivers apply to house rules and to: category-refused, category-unknown, closing-stage-missing, developer-key-missing, formula-unread, group-order-below-zero, name-reserved, name-unusual, not-declared, object-misspelt, object-not-addressable, object-of-other-account, options-missing, options-unused, reference-dropped, reference-misspelt, reference-missing, reference-unseen, subscription-member-unused, surface-ending.',
  });
});
