/** The data dictionary as a self-contained page with a search. Pure. */

import { kindIn } from '../../model/address.ts';
import { optionName } from '../../model/option.ts';
import type { Catalogue, CatalogueGroup, CatalogueOption, CatalogueProperty } from '../catalogue/catalogue.ts';
import { limitWords, propertyForm, subscriptionWords, titleOf } from '../catalogue/words.ts';
import { count } from '../text/layout.ts';
import { positionText } from '../text/position.ts';
import { filterBar } from './filters.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { page } from './page.ts';
import { type Row, treeMarkup } from './tree.ts';

export function dictionaryHtml(catalogue: Catalogue, account: string): string {
  const rows = rowsOf(catalogue);
  return page({
    title: account === '' ? 'Data dictionary' : `Data dictionary of ${account}`,
    skipTo: { id: 'dictionary', words: 'Skip to the dictionary' },
    header: html`<p>What the configuration declares. Written by <code>trueup generate docs</code>: change the configuration and write it again.</p>`,
    main: html`<section aria-labelledby="dictionary">
<h2 id="dictionary" tabindex="-1">Declared (${rows.length})</h2>
${rows.length === 0 ? html`<p>Nothing is declared.</p>` : html`${filterBar([], rows)}${treeMarkup(rows)}`}</section>
`,
  });
}

function rowsOf({ objects, events, subscriptions, limits }: Catalogue): readonly Row[] {
  return [
    ...objects.flatMap(({ groups }) => groups.flatMap(groupRows)),
    ...events.flatMap(({ properties }) => properties.map((property) => propertyRow(property))),
    ...subscriptions.map((one) => {
      const state = one.active === false ? 'paused' : 'active';
      return row(one, { title: subscriptionWords(one), about: state, details: NOTHING });
    }),
    ...limits.map((one) =>
      row(one, { title: limitWords(one), about: `at most ${one.maxToObjectIds}`, details: NOTHING }),
    ),
  ];
}

function groupRows(group: CatalogueGroup): readonly Row[] {
  const { name, declared, properties } = group;
  const own =
    declared === undefined
      ? []
      : [row(declared, { title: titleOf(group), about: 'group', details: NOTHING, group: name })];
  return [...own, ...properties.map((property) => propertyRow(property, name))];
}

function propertyRow(property: CatalogueProperty, group?: string): Row {
  const { label, description, options = [] } = property;
  const details = html`${description === undefined ? NOTHING : html`<p>${description}</p>`}${options.length === 0 ? NOTHING : optionTable(options)}`;
  return row(property, { title: label, about: propertyForm(property), details, ...(group !== undefined && { group }) });
}

interface Shown {
  readonly title: string;
  readonly about: string;
  readonly details: Markup;
  readonly group?: string;
}

function row({ address, provenance }: Pick<CatalogueProperty, 'address' | 'provenance'>, shown: Shown): Row {
  const { title, about, details, group } = shown;
  const kind = kindIn(address) ?? '';
  const markup = html`<details class="row ${kind}"><summary><b>${title}</b> <code>${address}</code> <i>${about}</i></summary><div>${details}<dl><dt>Declared in<dd><code>${positionText(provenance)}</code></dl></div></details>
`;
  return { address, classes: [kind], row: markup, ...(group !== undefined && { group }) };
}

function optionTable(options: readonly CatalogueOption[]): Markup {
  const rows = options.map(
    ({ value, label, description = '', hidden }) =>
      html`<tr><th scope="row">${optionName(value)}<td>${label}${hidden === true ? ' (hidden)' : ''}<td>${description}`,
  );
  return html`<table class="f"><caption>${count(options.length, 'option')}</caption><thead><tr><th scope="col">Value<th scope="col">Label<th scope="col">Description<tbody>${rows}</table>
`;
}
