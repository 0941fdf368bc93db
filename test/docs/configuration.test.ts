/** docs/configuration.md: up to date, complete, and with examples that are valid on the surfaces that it names. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { documentJsonSchema, eachSchema } from '../../src/config/schema/json-schema.ts';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import { describeRuleType, isRuleType } from '../../src/contract/validation-rules.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { type Fields, isList, type Json } from '../../src/model/json.ts';
import { resolveTexts } from '../config/builders.ts';
import { configurationKeys, configurationPage, ITEM, inlineText, type Key, NAME } from './configuration.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8');
const KEYS = configurationKeys();
const JSON_SCHEMA = documentJsonSchema(KINDS);
const validate = new Ajv({ strict: false, allErrors: true }).compile(Object(JSON_SCHEMA));

const NAMES: Readonly<Record<string, string>> = {
  accounts: 'sandbox',
  apps: '2001',
  objects: 'contacts',
  groups: 'loyalty',
  properties: 'loyaltytier',
  eventDefinitions: 'order_placed',
};

const EXTERNAL = { type: 'enumeration', fieldType: 'select', referencedObjectType: 'OWNER', externalOptions: true };
const CURRENCY = { type: 'number', fieldType: 'number', showCurrencySymbol: true };
const CLIENT = {
  clientId: `\${env.CLIENT_ID}`,
  clientSecret: `\${env.CLIENT_SECRET}`,
  refreshToken: `\${env.REFRESH_TOKEN}`,
};
const SCHEMA = { labels: { singular: 'Boat', plural: 'Boats' } };
const STAGES = [{ id: 'open', label: 'Open' }];
/** Objects whose stages have the member. */
const OBJECTS: Readonly<Record<string, string>> = { probability: 'deals', ticketState: 'tickets', state: 'cars' };
const OPTIONS = [{ value: 'gold', label: 'Gold' }];
const PROPERTY = { label: 'Tier', type: 'string', fieldType: 'text' };
const OVERRIDDEN = { contacts: { groups: { loyalty: { properties: { loyaltytier: PROPERTY } } } } };
const MOVED = { '2-3451': { groups: { g: { properties: { level: PROPERTY } } } } };
const PATTERN = { severity: 'warning', pattern: '^[a-z]' };
const MAX = { severity: 'warning', max: 3 };
const SEVERITY = { severity: 'warning' };

/** Additional keys that a key needs, by the last two keys of its path. */
const BESIDE: Readonly<Record<string, Fields>> = {
  'properties.calculationFormula': { type: 'number', fieldType: 'calculation_equation' },
  'properties.referencedObjectType': EXTERNAL,
  'properties.externalOptions': EXTERNAL,
  'properties.showCurrencySymbol': CURRENCY,
  'properties.currencyPropertyName': CURRENCY,
  'properties.numberDisplayHint': { type: 'number', fieldType: 'number' },
  'properties.textDisplayHint': { type: 'string', fieldType: 'text' },
  'properties.hasUniqueValue': { type: 'string', fieldType: 'text' },
  'schema.description': SCHEMA,
  'schema.primaryDisplayProperty': SCHEMA,
  'schema.secondaryDisplayProperties': SCHEMA,
  'schema.requiredProperties': SCHEMA,
  'schema.searchableProperties': SCHEMA,
  'pipelines.label': { stages: STAGES },
  'pipelines.displayOrder': { stages: STAGES },
  'properties.optionsMode': { options: OPTIONS },
  'auth.clientId': CLIENT,
  'auth.clientSecret': CLIENT,
  'auth.refreshToken': CLIENT,
  'apps.clientId': { clientSecret: CLIENT.clientSecret },
  'apps.clientSecret': { clientId: CLIENT.clientId },
  'subscriptions.eventType': { propertyName: 'loyaltytier' },
  'subscriptions.active': { propertyName: 'loyaltytier' },
  'subscriptions.objectTypeId': { eventType: 'object.propertyChange', propertyName: 'loyaltytier' },
  'subscriptions.eventTypeName': { eventType: 'event.completed' },
  'limits.category': { typeId: 279 },
  'limits.maxToObjectIds': { typeId: 279 },
  'properties.options': { type: 'enumeration', fieldType: 'select' },
  'name-pattern.severity': PATTERN,
  'name-pattern.pattern': SEVERITY,
  'name-pattern.kinds': PATTERN,
  'name-pattern.objects': PATTERN,
  'description-required.kinds': SEVERITY,
  'forbidden-type.severity': { types: ['json'] },
  'forbidden-type.types': SEVERITY,
  'forbidden-type.fieldTypes': SEVERITY,
  'forbidden-type.objects': { ...SEVERITY, types: ['json'] },
  'options-sorted.by': SEVERITY,
  'options-sorted.objects': SEVERITY,
  'max-properties.max': SEVERITY,
  'options-capped.max': SEVERITY,
  'max-properties.severity': MAX,
  'max-properties.objects': MAX,
  'options-capped.severity': MAX,
  'options-capped.objects': MAX,
};

const keyOf = ({ path }: Pick<Key, 'path'>): string =>
  path
    .filter((step) => step !== NAME && step !== ITEM)
    .slice(-2)
    .join('.');

const exampleOf = ({ schema }: Key): Json | undefined => {
  const { examples } = schema;
  return isList(examples) ? examples[0] : undefined;
};

/** The least document that has the key with its example. */
function documentWith(key: Key, surface: Surface): Json {
  let made: Json = exampleOf(key) ?? null;
  for (let depth = key.path.length - 1; depth >= 0; depth -= 1) {
    const step = key.path[depth] ?? '';
    const path = key.path.slice(0, depth + 1);
    if (step === ITEM) made = [made];
    else if (step === NAME) made = { [nameIn(key, path)]: made };
    else {
      const beside = step === 'validation' ? pairFor(key.path.at(-1) ?? '') : BESIDE[keyOf({ path })];
      made = { ...requiredIn(path.slice(0, -1)), ...beside, [step]: made };
    }
  }
  const document: { readonly accounts?: Readonly<Record<string, Fields>> } = Object(made);
  const shared = key.path.includes('overrides')
    ? { objects: OVERRIDDEN }
    : key.path[0] === 'moved'
      ? { objects: MOVED }
      : {};
  return { version: 1, ...document, ...shared, accounts: { sandbox: { surface, ...document.accounts?.['sandbox'] } } };
}

/** The type and field type of a property that can have the rule. */
function pairFor(ruleType: string): Fields {
  const [pair = ''] = isRuleType(ruleType) ? describeRuleType(ruleType).suits : [];
  const [type = '', fieldType = ''] = pair.split('/');
  return { type, fieldType };
}

function nameIn(key: Key, path: readonly string[]): string {
  const of = path.at(-2) ?? '';
  if (of === 'objects' && key.path.includes('schema')) return 'boats';
  const object = of === 'objects' && key.path.includes('stages') ? OBJECTS[key.path.at(-1) ?? ''] : undefined;
  return object ?? NAMES[of] ?? 'one';
}

function requiredIn(path: readonly string[]): Fields {
  const siblings = KEYS.filter((one) => one.required && one.path.slice(0, -1).join() === path.join());
  return Object.fromEntries(siblings.map((one) => [one.path.at(-1) ?? '', exampleOf(one) ?? []]));
}

function errorsIn(document: Json): readonly string[] {
  const env = {
    CLIENT_ID: 'a',
    CLIENT_SECRET: 'b',
    REFRESH_TOKEN: 'c',
    SANDBOX_TOKEN: 'd',
    APP_2001_KEY: 'developer-key',
  };
  const { findings } = resolveTexts(
    { 'trueup.yaml': inlineText(document), 'schema/a.yaml': '' },
    { account: 'sandbox', env },
  );
  return findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
}

test('the page equals the output of the schema', () => {
  expect(PAGE, 'Run npm run docs.').toBe(configurationPage());
});

test('the rows of the page are exactly the keys of the schema', () => {
  const known = new Set<string>();
  eachSchema(Object(JSON_SCHEMA), (schema) => {
    for (const name of Object.keys(Object(schema['properties']))) known.add(name);
    return schema;
  });
  const rows = [...PAGE.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(rows.length).toBe(KEYS.length);
  expect(new Set(rows)).toEqual(known);
});

test('every key that holds no other keys has an example', () => {
  expect(KEYS.filter((key) => key.below === undefined && exampleOf(key) === undefined).map(keyOf)).toEqual([]);
});

const EXAMPLES = KEYS.filter((key) => exampleOf(key) !== undefined).map((key) => [key.path.join('.'), key] as const);

test.each(EXAMPLES)('the example of %s is valid, on the surfaces that the page names', (_, key) => {
  const only = key.schema['surface'];
  for (const surface of SURFACES) {
    const document = documentWith(key, surface);
    expect(validate(document), JSON.stringify([document, validate.errors])).toBe(true);
    const errors = errorsIn(document);
    if (only === undefined || only === surface) expect(errors, inlineText(document)).toEqual([]);
    // An account that changes its surface keeps its versions.
    else if (!key.path.includes('versions')) expect(errors, inlineText(document)).not.toEqual([]);
  }
});
