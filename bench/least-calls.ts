/**
 * Computes the minimum number of calls for an example from its YAML. It uses no code of the program, so the two can
 * disagree.
 */

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { SURFACES, type Surface } from '../src/contract/surfaces.ts';

export interface LeastCalls {
  /** Reads of a plan that creates everything. */
  readonly reads: number;
  /** Reads of a plan for an account that already has everything. */
  readonly readsUnchanged: number;
  readonly writes: number;
}

interface Document {
  readonly accounts?: Readonly<Record<string, { readonly surface?: Surface }>>;
  readonly objects?: Readonly<
    Record<
      string,
      {
        readonly schema?: { readonly primaryDisplayProperty?: string };
        readonly groups?: Readonly<Record<string, Group>>;
        readonly pipelines?: Readonly<Record<string, object>>;
      }
    >
  >;
  readonly webhooks?: readonly { readonly appId: unknown; readonly subscriptions?: readonly unknown[] }[];
  readonly eventDefinitions?: Readonly<Record<string, { readonly properties?: object }>>;
  readonly associationLabels?: readonly (Pair & { readonly labels?: readonly unknown[] })[];
  readonly associationLimits?: readonly (Pair & { readonly limits: readonly { readonly label?: string }[] })[];
}

interface Pair {
  readonly from: string;
  readonly to: string;
}

interface Group {
  readonly displayName?: string;
  readonly properties?: Readonly<Record<string, { readonly type: string; readonly fieldType: string }>>;
}

/**
 * Returns the surfaces that the accounts of an example name. If they name none, returns all surfaces with its kinds,
 * because the environment chooses.
 */
export async function surfacesOf(example: string): Promise<readonly Surface[]> {
  const documents = await documentsOf(example);
  const accounts = documents.flatMap((document) => Object.values(document.accounts ?? {}));
  const named = accounts.flatMap(({ surface }) => surface ?? []);
  const isDated = documents.some(
    ({ objects, associationLabels }) =>
      associationLabels !== undefined ||
      Object.values(objects ?? {}).some(({ schema, pipelines }) => schema ?? pipelines),
  );
  return named.length > 0 ? [...new Set(named)] : isDated ? ['dated'] : SURFACES;
}

/** An account without any of it: everything is created. */
export async function leastCalls(example: string, surface: Surface): Promise<LeastCalls> {
  const documents = await documentsOf(example);
  const objects = documents.flatMap((document) => Object.entries(document.objects ?? {}));
  const groups = objects.flatMap(([type, { groups }]) => Object.values(groups ?? {}).map((group) => ({ type, group })));
  const properties = groups.flatMap(({ type, group }) =>
    Object.values(group.properties ?? {}).map((property) => ({ objectType: type, ...property })),
  );
  const pairs = documents.flatMap(({ associationLimits = [] }) =>
    associationLimits.map(({ from, to }) => `${from} ${to}`),
  );
  // A schema with display properties is created, and changed once the properties exist.
  const made = new Set(objects.flatMap(([type, { schema }]) => (schema === undefined ? [] : [type])));
  const schemas = objects.flatMap(([, { schema }]) => schema ?? []);
  const labels = documents.flatMap(({ associationLabels = [] }) => associationLabels);
  const types = new Set(groups.map(({ type }) => type)).size;
  const pipelines = objects.flatMap(([type, { pipelines: own = {} }]) => Object.keys(own).map(() => type));
  const subscriptions = documents.flatMap(({ webhooks = [] }) => webhooks);
  const events = documents.flatMap(({ eventDefinitions = {} }) => Object.values(eventDefinitions));
  const others =
    groups.filter(({ group }) => group.displayName !== undefined).length +
    subscriptions.flatMap(({ subscriptions = [] }) => subscriptions).length +
    events.flatMap((event) => Object.keys(event.properties ?? {})).length +
    new Set(pairs).size +
    pipelines.length +
    labels.flatMap((pair) => pair.labels ?? []).length +
    schemas.length +
    schemas.filter(({ primaryDisplayProperty }) => primaryDisplayProperty !== undefined).length;
  if (surface === 'documented') {
    // A single list shows all properties of an object type and all groups with properties.
    const writes = others + properties.reduce((sum, property) => sum + callsFor(property), 0);
    return { reads: types, readsUnchanged: types, writes };
  }
  // A list of the properties of each object type, one of its groups and one of its pipelines; one for each pair, event and app. Labels have
  // a list for each direction, and their names are in the schema of an object type. A limit that names a label needs the list of its pair. One list shows all
  // custom objects.
  const byLabel = documents.flatMap(({ associationLimits = [] }) =>
    associationLimits.filter(({ limits }) => limits.some(({ label }) => label !== undefined)),
  );
  const readsUnchanged =
    2 * types +
    new Set(pipelines).size +
    new Set(pairs).size +
    new Set([...byLabel.map(pairOf), ...labels.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`])]).size +
    Math.min(schemas.length, 1) +
    new Set(labels.map(({ from }) => from)).size +
    events.length +
    new Set(subscriptions.map(({ appId }) => appId)).size;
  const batches = Map.groupBy(properties, ({ objectType }) => objectType);
  const creates = [...batches.values()].reduce((sum, { length }) => sum + Math.ceil(length / BATCH), 0);
  // What is created may be there already: archived, or of one of two other sensitivities. Each is a list of its own. One call tells how
  // many pipelines the account has room for, one how many labels, and one how many objects.
  const room = Math.min(pipelines.length, 1) + Math.min(labels.length, 1) + Math.min(schemas.length, 1);
  // Missing objects need no reads below them. A single list shows archived objects.
  const there = new Set([...batches.keys()].filter((type) => !made.has(type))).size;
  const ofMade = 2 * made.size;
  const reads = readsUnchanged - ofMade + OTHER_LISTS * there + room + Math.min(schemas.length, 1);
  return { reads, readsUnchanged, writes: others + creates };
}

function pairOf({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from} ${to}`;
}

/** Reads trueup.yaml and the files of its folders. Other files next to it are other configurations. */
async function documentsOf(example: string): Promise<readonly Document[]> {
  const all = await readdir(example, { recursive: true });
  const names = all.filter((name) => name.endsWith('.yaml') && (name === 'trueup.yaml' || basename(name) !== name));
  const texts = await Promise.all(names.map((name) => readFile(join(example, name), 'utf8')));
  return texts.map((text): Document => parse(text));
}

/**
 * Lists of an object type on the dated surface: active and archived properties of three sensitivities, minus the list
 * that every plan reads.
 */
const OTHER_LISTS = 2 * 3 - 1;

/** Properties that one call of the dated surface creates. */
const BATCH = 100;

/** A company definition of these values cannot be created, only made so afterwards by the v1 update (interface 2.6, 4.3). */
function callsFor(property: {
  readonly objectType: string;
  readonly type: string;
  readonly fieldType: string;
}): number {
  const v1Only = property.type === 'date' || property.fieldType === 'booleancheckbox';
  return property.objectType === 'companies' && v1Only ? 2 : 1;
}
