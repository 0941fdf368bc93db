/** The graph as Mermaid: a box for each object with its groups and properties, an arrow for each association limit. Pure. */

import type { Catalogue, CatalogueGroup, CatalogueObject } from '../catalogue/catalogue.ts';
import { titleOf } from '../catalogue/words.ts';
import { count } from '../text/layout.ts';
import { type Detail, limitType, objectsOf } from './parts.ts';

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
