/**
 * The fewest calls that can make an account hold what an example declares, read off the YAML alone: nothing of the program
 * has a part in it, so that the two can disagree.
 */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface LeastCalls {
  readonly reads: number;
  readonly writes: number;
}

interface Document {
  readonly objects?: Readonly<Record<string, { readonly groups?: Readonly<Record<string, Group>> }>>;
  readonly webhooks?: readonly { readonly subscriptions?: readonly unknown[] }[];
  readonly eventDefinitions?: Readonly<Record<string, { readonly properties?: object }>>;
  readonly associationLimits?: readonly { readonly from: string; readonly to: string }[];
}

interface Group {
  readonly displayName?: string;
  readonly properties?: Readonly<Record<string, { readonly type: string; readonly fieldType: string }>>;
}

/** An account without any of it: everything is created. */
export async function leastCalls(example: string): Promise<LeastCalls> {
  const names = (await readdir(example, { recursive: true })).filter((name) => name.endsWith('.yaml'));
  const texts = await Promise.all(names.map((name) => readFile(join(example, name), 'utf8')));
  const documents: readonly Document[] = texts.map((text) => parse(text));
  const objects = documents.flatMap((document) => Object.entries(document.objects ?? {}));
  const groups = objects.flatMap(([type, { groups }]) => Object.values(groups ?? {}).map((group) => ({ type, group })));
  const properties = groups.flatMap(({ type, group }) =>
    Object.values(group.properties ?? {}).map((property) => ({ objectType: type, ...property })),
  );
  const pairs = documents.flatMap(({ associationLimits = [] }) =>
    associationLimits.map(({ from, to }) => `${from} ${to}`),
  );
  return {
    // One list shows every property of an object type, and the groups that have any.
    reads: new Set(objects.map(([type]) => type)).size,
    writes:
      groups.filter(({ group }) => group.displayName !== undefined).length +
      properties.reduce((sum, property) => sum + callsFor(property), 0) +
      documents.flatMap(({ webhooks = [] }) => webhooks.flatMap(({ subscriptions = [] }) => subscriptions)).length +
      documents.flatMap(({ eventDefinitions = {} }) =>
        Object.values(eventDefinitions).flatMap((event) => Object.keys(event.properties ?? {})),
      ).length +
      new Set(pairs).size,
  };
}

/** A company definition of these values cannot be created, only made so afterwards by the v1 update (interface 2.6, 4.3). */
function callsFor(property: {
  readonly objectType: string;
  readonly type: string;
  readonly fieldType: string;
}): number {
  const v1Only = property.type === 'date' || property.fieldType === 'booleancheckbox';
  return property.objectType === 'companies' && v1Only ? 2 : 1;
}
