/** The graph as Mermaid: a box for each object with its groups and properties, an arrow for each association limit. Pure. */

import {
  type Catalogue,
  type CatalogueGroup,
  type CatalogueLimit,
  type CatalogueObject,
  titleOf,
} from '../catalogue/catalogue.ts';
import { count } from '../text/layout.ts';

export const DETAILS = ['objects', 'groups', 'properties'] as const;
export type Detail = (typeof DETAILS)[number];

export function mermaidText(catalogue: Catalogue, detail: Detail): string {
  const objects = objectsOf(catalogue);
  const idOf = new Map(objects.map(({ objectType }, index) => [objectType, `object${index + 1}`]));
  return `${[
    'flowchart LR',
    '  %% Written by trueup generate graph.',
    ...objects.flatMap((object, index) => objectLines(object, `object${index + 1}`, detail)),
    ...catalogue.limits.map(
      (limit) =>
        `  ${idOf.get(limit.from)} -->|${quoted(`at most ${limit.maxToObjectIds}, ${limitType(limit)}`)}| ${idOf.get(limit.to)}`,
    ),
  ].join('\n')}\n`;
}

/** Returns the declared objects, followed by objects that only limits name. */
function objectsOf({ objects, limits }: Catalogue): readonly CatalogueObject[] {
  const declared = new Set(objects.map(({ objectType }) => objectType));
  const named = [...new Set(limits.flatMap(({ from, to }) => [from, to]))].filter((type) => !declared.has(type));
  return [...objects, ...named.map((objectType) => ({ objectType, groups: [] }))];
}

/** `Board member`, or `user defined 31`. */
function limitType({ label, category, typeId }: CatalogueLimit): string {
  return label ?? `${category.toLowerCase().replaceAll('_', ' ')} ${typeId ?? ''}`.trim();
}

function objectLines({ objectType, groups }: CatalogueObject, id: string, detail: Detail): readonly string[] {
  if (detail === 'objects' || groups.length === 0) return [`  ${id}[${quoted(objectType)}]`];
  return [
    `  subgraph ${id} [${quoted(objectType)}]`,
    ...groups.map((group, index) => `    ${id}group${index + 1}[${groupText(group, detail)}]`),
    '  end',
  ];
}

function groupText(group: CatalogueGroup, detail: Detail): string {
  const { properties } = group;
  const rows =
    detail === 'properties'
      ? properties.map(({ name, type }) => `${escaped(name)} <i>${escaped(type)}</i>`)
      : [escaped(count(properties.length, 'property', 'properties'))];
  return `"<b>${escaped(titleOf(group))}</b>${rows.map((row) => `<br/>${row}`).join('')}"`;
}

function quoted(text: string): string {
  return `"${escaped(text)}"`;
}

/** Replaces every character that Markdown, HTML or Mermaid could interpret, and every invisible character, by its number. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N} .,]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
