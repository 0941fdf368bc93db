import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dictionaryMarkdown } from '../../src/report/markdown/dictionary.ts';
import { HOSTILE } from '../browser/samples.ts';
import { sampleCatalogue } from './catalogue/sample.ts';

const NOTHING = { objects: [], events: [], subscriptions: [], labels: [], limits: [] };
const options = { account: 'one', notCovered: [], linkTo: (file: string) => `../${file}` };
const markdown = (text?: string) => dictionaryMarkdown(sampleCatalogue(text), options);

test('Markdown names everything that is declared, with a link to where it stands', () => {
  const link = (line: number) => `[schema/crm \\(new\\).yaml:${line}](../schema/crm%20%28new%29.yaml#L${line})`;
  expect(markdown()).toBe(`# Data dictionary

What the configuration declares for the account one. Written by \`trueup generate docs\`: change the configuration and write it again.

|  | groups | properties |
| --- | --- | --- |
| contacts | 2 | 2 |
| event order\\_placed |  | 1 |

## contacts

### contactinformation

Group \`contactinformation\`, not managed here

| property | type | description | declared in |
| --- | --- | --- | --- |
| Size<br>\`size\` | number, unique, sensitive |  | ${link(17)} |

### Loyalty

Group \`loyalty\`, ${link(6)}

| property | type | description | declared in |
| --- | --- | --- | --- |
| Loyalty<br>\`tier\` | enumeration, select<br>\`gold\` Loyalty<br>\`silver\` Silver (hidden) | Loyalty | ${link(9)} |

## Event order\\_placed

| property | type | description | declared in |
| --- | --- | --- | --- |
| Total<br>\`total\` | number | Loyalty | ${link(24)} |

## Webhooks of app 2001

| notifies of | state | declared in |
| --- | --- | --- |
| contact.propertyChange, property tier | paused | ${link(21)} |
| object.creation of 2\\-3451 | active | ${link(22)} |

## Association limits

| from one record | at most | declared in |
| --- | --- | --- |
| contacts to companies, SERVICE\\_DEFINED 279 | 1 | ${link(28)} |
| contacts to companies, Board member | 3 | ${link(28)} |
`);
});

test('the dictionary ends with the settings that no call changes', () => {
  const notCovered = [{ what: 'Record layouts', where: 'Settings > Objects > [object]' }];
  const text = dictionaryMarkdown(sampleCatalogue(), { ...options, notCovered });
  expect(text).toBe(
    `${markdown()}\n## Not covered, set by hand in HubSpot\n\n- Record layouts: Settings &gt; Objects &gt; \\[object\\]\n`,
  );
});

test('many options are folded', () => {
  const { objects, ...others } = sampleCatalogue();
  const options13 = Array.from({ length: 13 }, (_, index) => ({ value: `v${index}`, label: `V${index}` }));
  const objects13 = objects.map((object) => ({
    ...object,
    groups: object.groups.map((group) => ({
      ...group,
      properties: group.properties.map((property) => ({ ...property, options: options13 })),
    })),
  }));
  const text = dictionaryMarkdown({ ...others, objects: objects13 }, options);
  expect(text).toContain('<br><details><summary>13 options</summary>`v0` V0<br>`v1` V1<br>');
});

test('no text changes the form of the Markdown', () => {
  const lines = markdown().split('\n');
  const bars = (text: string) => [...text.matchAll(/(?<!\\)\|/g)].length;
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(HOSTILE, '|', '\\', '`', '\n# x'), fc.string({ minLength: 1 })), (text) => {
      fc.pre(text.trim() !== '');
      const made = markdown(text).split('\n');
      expect(made.map(bars)).toEqual(lines.map(bars));
    }),
    { numRuns: 60 },
  );
});

test('where nothing is declared, the dictionary says so', () => {
  expect(dictionaryMarkdown(NOTHING, options)).toContain('Nothing is declared.');
});

test('a line break of a description is one in Markdown too, and ends no row of the table', () => {
  expect(markdown('One\nTwo\r\nThree')).toContain('One<br>Two<br>Three | [');
});

test('a pipeline is a table of its stages, in the order of the file', () => {
  const stages = [
    { value: 'r_open', label: 'Open | new', probability: 0.2 },
    { value: 'r_won', label: 'Won', probability: 1 },
  ];
  const provenance = { file: 'trueup.yaml', line: 4, column: 1 };
  const pipeline = { objectType: 'deals', id: 'renewals', label: 'Renewals', stages, provenance };
  const objects = [
    { objectType: 'deals', groups: [], pipelines: [{ ...pipeline, address: 'pipeline:deals/renewals' as const }] },
  ];
  expect(dictionaryMarkdown({ ...NOTHING, objects }, options)).toContain(`### Pipeline Renewals

Pipeline \`renewals\`, [trueup.yaml:4](../trueup.yaml#L4)

| stage | meaning |
| --- | --- |
| Open \\| new<br>\`r_open\` | \`0.2\` |
| Won<br>\`r_won\` | \`1, won\` |`);
});

test('a declared custom object has its labels and its description', () => {
  const provenance = { file: 'trueup.yaml', line: 4, column: 1 };
  const labels = { singular: 'Boat', plural: 'Boats | ships' };
  const schema = { objectType: 'boats', labels, description: 'Of *customers*', provenance };
  const objects = [{ objectType: 'boats', schema: { ...schema, address: 'object-schema:boats' as const }, groups: [] }];
  expect(dictionaryMarkdown({ ...NOTHING, objects }, options)).toContain(`## boats

Custom object Boat, Boats \\| ships, [trueup.yaml:4](../trueup.yaml#L4) Of \\*customers\\*
`);
});

test('labels are a table with the texts of both directions', () => {
  const provenance = { file: 'trueup.yaml', line: 4, column: 1 };
  const label = {
    ...{ from: 'contacts', to: 'companies', name: 'billing', label: 'Billing | contact', inverseLabel: 'Billed by' },
    ...{ address: 'association-label:contacts/companies/billing' as const, provenance },
  };
  expect(dictionaryMarkdown({ ...NOTHING, labels: [label] }, options)).toContain(`## Association labels

| label | direction | in the other direction | declared in |
| --- | --- | --- | --- |
| Billing \\| contact<br>\`billing\` | contacts to companies | Billed by | [trueup.yaml:4](../trueup.yaml#L4) |
`);
});

test('a property lists its validation rules', () => {
  const property = {
    ...{ address: 'property:contacts/code' as const, name: 'code', label: 'Code', type: 'string' },
    validation: [
      { value: 'EMAIL', label: '' },
      { value: 'MAX_LENGTH', label: '40' },
    ],
    provenance: { file: 'trueup.yaml', line: 4, column: 1 },
  };
  const objects = [{ objectType: 'contacts', groups: [{ name: 'loyalty', properties: [property] }] }];
  expect(dictionaryMarkdown({ ...NOTHING, objects }, options)).toContain('| string<br>`EMAIL`<br>`MAX_LENGTH` 40 |');
});
