/** Items from a text: a YAML list, or one JSON object per line; each with its position. */

import { parseText } from '../config/yaml/document.ts';
import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import type { Path } from '../config/yaml/position.ts';
import type { Finding, Provenance } from '../model/finding.ts';
import { isList, type Json } from '../model/json.ts';

export interface ListedItem {
  readonly value: Json;
  readonly provenance: Provenance;
  /** The item as a separate document, for the positions of its problems. */
  document(): ParsedFile;
}

export interface ListedItems {
  readonly items: readonly ListedItem[];
  /** Lines that are no JSON, or a file that holds no list. */
  readonly faults: readonly { readonly fault: 'line' | 'list'; readonly provenance: Provenance }[];
  /** What the YAML parser found. */
  readonly findings: readonly Finding[];
}

export function listedItems(text: string, file: string): ListedItems {
  return looksLikeLines(text, file) ? fromLines(text, file) : fromYaml(text, file);
}

function looksLikeLines(text: string, file: string): boolean {
  if (/\.(ndjson|jsonl)$/i.test(file)) return true;
  return !/\.(ya?ml|json)$/i.test(file) && text.trimStart().startsWith('{');
}

function fromLines(text: string, file: string): ListedItems {
  const items: ListedItem[] = [];
  const faults: ListedItems['faults'][number][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const provenance = { file, line: index + 1, column: 1 };
    try {
      items.push({ value: JSON.parse(line), provenance, document: () => lineDocument(file, line, index + 1) });
    } catch {
      faults.push({ fault: 'line', provenance });
    }
  }
  return { items, faults, findings: [] };
}

function fromYaml(text: string, file: string): ListedItems {
  const document = parseText({ path: file, text });
  const { value, findings } = document;
  // After a syntax error, nothing in the file can be relied on; an alias bomb leaves nothing.
  const unread = value === undefined && findings.length > 0;
  if (unread || document.reliableBefore !== Number.POSITIVE_INFINITY) return { items: [], faults: [], findings };
  if (!isList(value))
    return { items: [], faults: [{ fault: 'list', provenance: document.position([], 'value') }], findings };
  const items = value.map((item, index) => ({
    value: item,
    provenance: document.position([index], 'value'),
    document: () => within(document, [index]),
  }));
  return { items, faults: [], findings };
}

/** JSON is also YAML, so the parser that records positions can be used for a line. */
function lineDocument(file: string, text: string, line: number): ParsedFile {
  const document = parseText({ path: file, text });
  return { ...document, position: (path, at) => ({ ...document.position(path, at), line }) };
}

/** Part of a document, with paths that start there. */
function within(document: ParsedFile, above: Path): ParsedFile {
  return {
    ...document,
    position: (path, at) => document.position([...above, ...path], at),
    written: (path) => document.written([...above, ...path]),
  };
}
