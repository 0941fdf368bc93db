/** Creates the new texts of a project: edits of declarations, additions, and new files. */

import { type Edit, editYaml, type Step } from '../config/yaml/edit.ts';
import type { ParsedFile } from '../config/yaml/parsed-file.ts';
import { parseDocument, sourceFile } from '../config/yaml/source.ts';
import { type KeyOrder, writeNewText } from '../config/yaml/write.ts';
import type { Address } from '../model/address.ts';
import { type Fields, isList, type Json, mapping } from '../model/json.ts';
import type { PulledFile } from '../model/pull.ts';
import { escaped } from './escaped.ts';
import { adaptPlace, buildFileName, findFile, isIncluded, type Place } from './file-choice.ts';
import type { Placed } from './place.ts';

export interface Addition extends Place {
  readonly address: Address;
}

export interface Layout {
  /** Path of the file that includes the others; in a new project it is made. */
  readonly main: string;
  /** Folder of new files, relative to the main file. Undefined if additions go to the main file. */
  readonly folder: string | undefined;
  /** Folders of which every file is read, whether it is included or not. */
  readonly searched: (path: string) => boolean;
  readonly order: KeyOrder;
}

export interface Written {
  readonly files: readonly PulledFile[];
  /** File of each addition. */
  readonly fileOf: ReadonlyMap<Address, string>;
  /** Edits that were not made, and why. */
  readonly refused: readonly { readonly edit: Edit; readonly reason: string }[];
}

/** `edits`: of declared resources, by the path of their file. */
export function writeFiles(
  documents: readonly ParsedFile[],
  additions: readonly Addition[],
  edits: ReadonlyMap<string, readonly Edit[]>,
  layout: Layout,
): Written {
  const texts = new Map(documents.map(({ path, text }) => [path, text] as const));
  const refused: Written['refused'][number][] = [];
  const fileOf = new Map<Address, string>();
  const edit = (path: string, wanted: readonly Edit[]) => {
    const edited = editYaml(texts.get(path) ?? '', wanted, layout.order);
    texts.set(path, edited.text);
    return edited.refused;
  };
  for (const [path, wanted] of edits) refused.push(...edit(path, wanted));

  const byFile = Map.groupBy(additions, (one) => findFile(documents, one)?.path ?? ownFile(layout, one.place));
  for (const [path, some] of byFile) {
    const before = texts.get(path);
    const tree = buildTree(some.map((one) => adaptPlace(path, one)));
    if (before === undefined) texts.set(path, fileText(tree, path, layout));
    else edit(path, listGrowth(parseValue(path, before), tree));
    for (const { address } of some) fileOf.set(address, path);
  }

  const fresh = [...texts.keys()].filter((path) => !documents.some((one) => one.path === path) && path !== layout.main);
  // If the include cannot be edited, no new file is made, and everything goes to the main file.
  if (!include(fresh, { documents, layout, texts, edit }))
    return writeFiles(documents, additions, edits, { ...layout, folder: undefined });
  const files = [...texts].map(([path, text]): PulledFile => {
    const before = documents.find((one) => one.path === path)?.text ?? null;
    return { path, before, text };
  });
  return {
    files: files
      .filter(({ before, text }) => before !== text)
      .sort((a, b) => Number(b.path === layout.main) - Number(a.path === layout.main) || (a.path < b.path ? -1 : 1)),
    fileOf,
    refused,
  };
}

interface Including {
  readonly documents: readonly ParsedFile[];
  readonly layout: Layout;
  readonly texts: Map<string, string>;
  /** Edits a file and returns the edits that were not possible. */
  edit(path: string, wanted: readonly Edit[]): readonly unknown[];
}

/** Names new files one by one, because a pattern could include other files. Returns false if the list cannot be edited. */
function include(fresh: readonly string[], { documents, layout, texts, edit }: Including): boolean {
  const folder = findFolder(layout.main);
  const missing = fresh
    .filter((path) => !isIncluded(documents, path) && !layout.searched(path))
    .map((path) => (folder === '' ? path : path.slice(folder.length)))
    .sort();
  if (missing.length === 0) return true;
  const text = texts.get(layout.main);
  if (text === undefined) {
    texts.set(layout.main, fileText({ version: 1, include: missing }, layout.main, layout));
    return true;
  }
  const listed = mapping(parseValue(layout.main, text))?.['include'];
  const known = isList(listed) && listed.length > 0;
  const wanted: Edit = known ? { at: ['include'], insert: missing, behind: 'end' } : { at: ['include'], set: missing };
  return edit(layout.main, [wanted]).length === 0;
}

function ownFile({ main, folder }: Layout, place: readonly Placed[]): string {
  return folder === undefined ? main : `${findFolder(main)}${folder}/${buildFileName(place)}`;
}

function findFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Editors find the schema where `schema` writes it. */
function fileText(tree: Readonly<Record<string, Json>>, path: string, { main }: Layout): string {
  const value = path === main ? { version: 1, ...tree } : tree;
  const depth = path.slice(findFolder(main).length).split('/').length - 1;
  const up = depth === 0 ? './' : '../'.repeat(depth);
  return `# yaml-language-server: $schema=${up}schemas/trueup.schema.json\n${writeNewText(value)}`;
}

function parseValue(path: string, text: string): Json | undefined {
  return parseDocument(sourceFile(path, text)).value;
}

/** The edits that add a tree of declarations to a document that has others. */
function listGrowth(there: Json | undefined, tree: Fields, path: readonly Step[] = []): readonly Edit[] {
  const holder = mapping(there) ?? {};
  return Object.entries(tree).flatMap(([key, added]): readonly Edit[] => {
    const known = Object.hasOwn(holder, key) ? holder[key] : undefined;
    const at = [...path, key];
    if (known === undefined || known === null || isEmptyList(known)) return [{ at, set: added }];
    if (isList(added)) return added.flatMap((item) => itemGrowth(isList(known) ? known : [], item, at));
    const below = mapping(added);
    return below === undefined ? [] : listGrowth(known, below, at);
  });
}

/** Returns the edits for an item with inner items. The only item with the same fields is extended. */
function itemGrowth(list: readonly Json[], item: Json, at: readonly Step[]): readonly Edit[] {
  const entries = Object.entries(mapping(item) ?? {});
  const own: Fields = Object.fromEntries(entries.filter(([, value]) => typeof value !== 'object'));
  const below: Fields = Object.fromEntries(entries.filter(([, value]) => typeof value === 'object'));
  const same = list.filter((one) => {
    const fields = mapping(one);
    return fields !== undefined && Object.entries(own).every(([name, value]) => fields[name] === value);
  });
  const [first] = same;
  return same.length === 1 && Object.keys(below).length > 0
    ? listGrowth(first, below, [...at, own])
    : [{ at, insert: [item], behind: 'end' }];
}

function isEmptyList(value: Json): boolean {
  return isList(value) && value.length === 0;
}

type Holder = Record<string, Json>;

/** The key of an entry is never interpolated; texts are, so theirs are escaped. */
function buildTree(places: readonly (readonly Placed[])[]): Readonly<Record<string, Json>> {
  const root: Holder = {};
  /** Items of lists by what they are found with. */
  const items = new Map<string, Holder>();
  for (const place of places) {
    let holder = root;
    let path = '';
    for (const [depth, { key, entry, fields, isWritten }] of place.entries()) {
      const own = (isWritten === true ? fields : escaped(fields)) as Holder;
      path = JSON.stringify([path, key, entry ?? own]);
      const known = items.get(path);
      if (known !== undefined && (entry !== undefined || depth < place.length - 1)) {
        holder = Object.assign(known, own);
        continue;
      }
      const made: Holder = { ...own };
      items.set(path, made);
      if (entry === undefined) holder[key] ??= [] as unknown as Json;
      else holder[key] ??= {};
      const container = holder[key];
      if (Array.isArray(container)) container.push(made);
      else Object.assign(container as Holder, { [entry ?? '']: made });
      holder = made;
    }
  }
  return root;
}
