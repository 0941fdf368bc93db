/** Lists of plain strings whose items should be mappings. Each list is reported once, with a correction. */

import { z } from 'zod';
import { bare } from '../../contract/parse-with.ts';
import { isList, type Json } from '../../model/json.ts';
import { schemaAt } from '../schema/walk.ts';
import { type Path, type Problem, pathKey } from '../yaml/position.ts';

/** Maximum number of items in a hint. */
const SHOWN = 3;

interface Looked {
  readonly schema: z.ZodType;
  valueAt(path: Path): Json | undefined;
}

/** Reports only the first of several items of a list. */
export function withPlainItems(problems: readonly Problem[], { schema, valueAt }: Looked): readonly Problem[] {
  const hints = new Map<string, string | undefined>();
  return problems.flatMap((problem) => {
    if (problem.code !== 'wrong-type') return [problem];
    const value = valueAt(problem.path);
    const isItem = typeof problem.path.at(-1) === 'number' && isPlain(value);
    const path = isItem ? problem.path.slice(0, -1) : problem.path;
    const id = pathKey(path);
    const reported = hints.has(id);
    const hint = reported
      ? hints.get(id)
      : listHint(String(path.at(-1)), schemaAt(schema, path), isItem ? valueAt(path) : value);
    hints.set(id, hint);
    if (hint === undefined) return [problem];
    if (reported) return [];
    const key = String(path.at(-1));
    const message = isItem
      ? `Each item of ${key} must be a mapping, not a plain value.`
      : `${key} must be a list, not a mapping.`;
    return [{ ...problem, message, hint }];
  });
}

/** Returns the correction. Returns undefined if the items cannot be derived from the written list. */
function listHint(key: string, list: unknown, value: Json | undefined): string | undefined {
  if (!(list instanceof z.ZodArray)) return undefined;
  const pairs = pairsOf(value);
  const items = pairs.slice(0, SHOWN).map(([text, label]) => itemOf(list.element, text, label));
  if (items.length === 0 || items.includes(undefined)) return undefined;
  return `Write ${key}: [${[...items, ...(pairs.length > SHOWN ? ['...'] : [])].join(', ')}].`;
}

/** Returns text and label of each intended item. The list is empty if it contains any other item. */
function pairsOf(value: Json | undefined): readonly (readonly [text: string, label: string | undefined])[] {
  if (isList(value)) return value.every(isPlain) ? value.map((item) => [String(item), undefined] as const) : [];
  const entries = isPlain(value) ? [] : Object.entries(value ?? {});
  return entries.flatMap(([text, label]) => (typeof label === 'string' ? [[text, label] as const] : []));
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Returns an item with its required members. Returns undefined if a member cannot be derived from a string. */
function itemOf(schema: unknown, text: string, label = sentenceCase(text)): string | undefined {
  const item = bare(schema);
  if (!(item instanceof z.ZodObject)) return undefined;
  const texts = [text, label];
  const members: string[] = [];
  for (const [name, member] of Object.entries<unknown>(item.shape)) {
    const needed = bare(member);
    // Any wrapper of a member makes it optional.
    if (needed !== member) continue;
    const value =
      needed instanceof z.ZodEnum && !needed.options.includes(text) ? String(needed.options[0]) : texts.shift();
    if (value === undefined || !(needed instanceof z.ZodEnum || needed instanceof z.ZodString)) return undefined;
    members.push(`${name}: ${yamlWord(value)}`);
  }
  return `{ ${members.join(', ')} }`;
}

function sentenceCase(text: string): string {
  const words = text.replace(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the text in the form for a list in brackets. */
function yamlWord(text: string): string {
  const plain = /^[\p{L}][\p{L}\d _.-]*$/u.test(text) && !/^(?:true|false|null)$/i.test(text) && text === text.trim();
  return plain ? text : JSON.stringify(text);
}
