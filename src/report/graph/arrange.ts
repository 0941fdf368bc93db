/** Positions in a graph: a card for each object, in columns, and a curve for each association limit. Pure. */

import type { Catalogue, CatalogueLimit, CatalogueObject } from '../catalogue/catalogue.ts';
import { titleOf } from '../catalogue/words.ts';
import { count } from '../text/layout.ts';
import { type Detail, limitType, objectsOf } from './parts.ts';

/** One line of a card, ordered from the top. */
export interface Line {
  readonly as: 'title' | 'group' | 'property' | 'limit';
  readonly text: string;
  /** Text at the right edge. */
  readonly note?: string;
}

export interface Card {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly lines: readonly Line[];
}

export interface Arranged {
  readonly width: number;
  readonly height: number;
  readonly cards: readonly Card[];
  /** From the line of a limit to the title of the object that it leads to. */
  readonly curves: readonly string[];
}

export const CARD_WIDTH = 320;
export const TITLE_HEIGHT = 34;
const LINE_HEIGHT = 22;
const MARGIN = 32;
const COLUMN_GAP = 110;
const ROW_GAP = 36;
/** Length of a curve before its bend. */
const BEND = 56;
/** Between the arrows that end at one title. */
const STEP = 5;

export function arranged(catalogue: Catalogue, detail: Detail): Arranged {
  const objects = objectsOf(catalogue);
  const tops = Array.from({ length: Math.max(1, Math.round(Math.sqrt(objects.length))) }, () => MARGIN);
  const placed = new Map<string, Placed>();
  for (const object of objects) {
    const column = tops.indexOf(Math.min(...tops));
    const limits = catalogue.limits.filter(({ from }) => from === object.objectType);
    const lines = [...linesOf(object, detail), ...limits.map(limitLine)];
    const height = lineY(lines.length) - LINE_HEIGHT / 2 + 8;
    const y = tops[column] ?? MARGIN;
    placed.set(object.objectType, { x: MARGIN + column * (CARD_WIDTH + COLUMN_GAP), y, height, lines, column, limits });
    tops[column] = y + height + ROW_GAP;
  }
  const cards = [...placed.values()];
  const bulge = catalogue.limits.length === 0 ? 0 : BEND;
  return {
    width: Math.max(...cards.map(({ x }) => x + CARD_WIDTH), MARGIN) + bulge + MARGIN,
    height: Math.max(...tops) - ROW_GAP + MARGIN,
    cards: cards.map(({ x, y, height, lines }) => ({ x, y, height, lines })),
    curves: curvesOf(placed),
  };
}

/** Middle of a line of a card; 0 is the title. */
export function lineY(index: number): number {
  return index === 0 ? TITLE_HEIGHT / 2 : TITLE_HEIGHT + (index - 0.4) * LINE_HEIGHT;
}

type Placed = Card & { readonly column: number; readonly limits: readonly CatalogueLimit[] };

function linesOf({ objectType, groups }: CatalogueObject, detail: Detail): readonly Line[] {
  const properties = groups.reduce((sum, group) => sum + group.properties.length, 0);
  const note = groups.length === 0 ? {} : { note: count(properties, 'property', 'properties') };
  const title: Line = { as: 'title', text: objectType, ...note };
  switch (detail) {
    case 'objects':
      return [title];
    case 'groups':
      return [title, ...groups.map((group) => groupLine(group, { note: String(group.properties.length) }))];
    case 'properties':
      return [title, ...groups.flatMap((group) => [groupLine(group, {}), ...group.properties.map(propertyLine)])];
  }
}

function groupLine(group: CatalogueObject['groups'][number], note: Pick<Line, 'note'>): Line {
  return { as: 'group', text: titleOf(group), ...note };
}

function propertyLine({ label, type }: { readonly label: string; readonly type: string }): Line {
  return { as: 'property', text: label, note: type };
}

function limitLine(limit: CatalogueLimit): Line {
  return { as: 'limit', text: `${limit.to}: ${limitType(limit)}`, note: `at most ${limit.maxToObjectIds}` };
}

function curvesOf(placed: ReadonlyMap<string, Placed>): readonly string[] {
  const arrived = new Map<string, number>();
  return [...placed.values()].flatMap((from) =>
    from.limits.flatMap((limit, index) => {
      const to = placed.get(limit.to);
      if (to === undefined) return [];
      const before = arrived.get(limit.to) ?? 0;
      arrived.set(limit.to, before + 1);
      return [curve(from, to, from.lines.length - from.limits.length + index, before)];
    }),
  );
}

/** Out of the side that faces the other card; of two cards above one another, out of the right and back. */
function curve(from: Placed, to: Placed, line: number, before: number): string {
  const leaves = to.column < from.column ? -1 : 1;
  const arrives = to.column > from.column ? -1 : 1;
  const x1 = leaves > 0 ? from.x + CARD_WIDTH : from.x;
  const x2 = arrives > 0 ? to.x + CARD_WIDTH : to.x;
  const y1 = from.y + lineY(line);
  const y2 = to.y + 8 + ((before * STEP) % (TITLE_HEIGHT - 12));
  return `M${x1} ${y1} C${x1 + leaves * BEND} ${y1} ${x2 + arrives * BEND} ${y2} ${x2} ${y2}`;
}
