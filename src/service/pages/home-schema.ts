/** Object types with their groups, properties and options, for the page at `/`. */

import type { AccountSnapshot } from '../data/snapshot.ts';
import type { StoredOption } from '../model/property.ts';
import { type Html, html } from './html.ts';
import { table } from './table.ts';

export function schemaSection(account: AccountSnapshot): Html {
  return html`${Object.keys(account.properties).map((objectType) => objectTypeSection(account, objectType))}`;
}

interface ShownProperty {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options: readonly StoredOption[];
  readonly serviceDefined?: boolean;
  readonly readOnlyDefinition?: boolean;
}

export function propertyTable(properties: readonly ShownProperty[]): Html {
  return table(
    ['name', 'label', 'type', 'options', 'flags'],
    properties.map((property) => [
      html`<code>${property.name}</code>`,
      property.label,
      `${property.type} / ${property.fieldType}`,
      optionList(property.options),
      flagsOf(property),
    ]),
  );
}

function objectTypeSection({ groups, properties, archivedProperties }: AccountSnapshot, objectType: string): Html {
  const all = properties[objectType] ?? [];
  const archived = archivedProperties[objectType] ?? [];
  const ofType = groups[objectType] ?? [];
  return html`<details${all.some((property) => !property.serviceDefined) ? html` open` : undefined}>
<summary>${objectType} <span class="soft">groups: ${ofType.length}, properties: ${all.length}</span></summary><div>
${ofType.map(
  (
    group,
  ) => html`<h3>${group.displayName} <code class="soft">${group.name}</code> <span class="soft">order ${group.displayOrder}</span></h3>
${propertyTable(all.filter((property) => property.groupName === group.name))}`,
)}
${archived.length === 0 ? undefined : html`<h3>Archived</h3>${propertyTable(archived)}`}
</div></details>`;
}

function optionList(options: readonly StoredOption[]): Html {
  return html`${options.map(
    (option, index) =>
      html`${index === 0 ? '' : ', '}<span>${option.label} <code class="soft">${option.value}</code>${option.hidden ? ' (hidden)' : ''}</span>`,
  )}`;
}

function flagsOf({ serviceDefined, readOnlyDefinition }: ShownProperty): string {
  const flags = [serviceDefined ? 'service defined' : '', readOnlyDefinition ? 'read-only' : ''];
  return flags.filter((flag) => flag !== '').join(', ');
}
