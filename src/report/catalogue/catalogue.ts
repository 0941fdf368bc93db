/** The declarations of the files for people and programs: objects with groups, properties and pipelines, events, apps, labels, limits. Pure. */

import { z } from 'zod';
import { defined } from '../../contract/defined.ts';
import type { KindName } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import { compareNatural } from '../../model/natural.ts';

const Option = z.looseObject({
  value: z.string(),
  label: z.string(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
});

const Property = z.looseObject({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.string().optional(),
  description: z.string().optional(),
  options: z.array(Option).optional(),
  optionsMode: z.enum(['merge', 'exact']).optional(),
  retire: z.array(z.looseObject({ value: z.string(), stage: z.enum(['hide', 'remove']) })).optional(),
  calculationFormula: z.string().optional(),
  hasUniqueValue: z.boolean().optional(),
  dataSensitivity: z.string().optional(),
  validation: z.array(z.looseObject({ value: z.string(), label: z.string() })).optional(),
});

const ObjectProperty = Property.extend({ objectType: z.string(), groupName: z.string() });
const EventProperty = Property.extend({ eventName: z.string() });
const Group = z.looseObject({
  objectType: z.string(),
  name: z.string(),
  displayName: z.string().optional(),
  displayOrder: z.int().optional(),
});
const Stage = z.looseObject({
  value: z.string(),
  label: z.string(),
  probability: z.number().optional(),
  ticketState: z.string().optional(),
  state: z.string().optional(),
});
const Pipeline = z.looseObject({ objectType: z.string(), id: z.string(), label: z.string(), stages: z.array(Stage) });
const Subscription = z.looseObject({
  appId: z.coerce.string(),
  eventType: z.string(),
  propertyName: z.string().optional(),
  objectTypeId: z.string().optional(),
  active: z.boolean().optional(),
});
const ObjectSchema = z.looseObject({
  objectType: z.string(),
  labels: z.looseObject({ singular: z.string(), plural: z.string() }),
  description: z.string().optional(),
});
const Label = z.looseObject({
  from: z.string(),
  to: z.string(),
  name: z.string(),
  label: z.string(),
  inverseLabel: z.string(),
});
const Limit = z.looseObject({
  from: z.string(),
  to: z.string(),
  category: z.string(),
  typeId: z.int().optional(),
  label: z.string().optional(),
  maxToObjectIds: z.int(),
});

export type CatalogueOption = Readonly<z.infer<typeof Option>>;
type Placed<T> = Readonly<T> & Pick<DesiredResource, 'address' | 'provenance'>;
export type CatalogueProperty = Placed<z.infer<typeof Property>>;
export type CatalogueStage = Readonly<z.infer<typeof Stage>>;
export type CataloguePipeline = Placed<z.infer<typeof Pipeline>>;
export type CatalogueSubscription = Placed<z.infer<typeof Subscription>>;
export type CatalogueSchema = Placed<z.infer<typeof ObjectSchema>>;
export type CatalogueLabel = Placed<z.infer<typeof Label>>;
export type CatalogueLimit = Placed<z.infer<typeof Limit>>;

export interface CatalogueGroup {
  readonly name: string;
  /** Absent: the files refer to the group and do not own it. */
  readonly declared?: Placed<z.infer<typeof Group>>;
  readonly properties: readonly CatalogueProperty[];
}

export interface CatalogueObject {
  /** Canonical name, or a type id. */
  readonly objectType: string;
  /** Absent if the object itself is not declared. */
  readonly schema?: CatalogueSchema;
  readonly groups: readonly CatalogueGroup[];
  /** Absent if none is declared. */
  readonly pipelines?: readonly CataloguePipeline[];
}

export interface CatalogueEvent {
  readonly name: string;
  readonly properties: readonly CatalogueProperty[];
}

export interface Catalogue {
  readonly objects: readonly CatalogueObject[];
  readonly events: readonly CatalogueEvent[];
  readonly subscriptions: readonly CatalogueSubscription[];
  readonly labels: readonly CatalogueLabel[];
  readonly limits: readonly CatalogueLimit[];
}

export function buildCatalogue(resources: readonly DesiredResource[]): Catalogue {
  const sorted = resources.toSorted((a, b) => compareNatural(a.address, b.address));
  const of = <T extends object>(kind: KindName, schema: z.ZodType<T>): readonly Placed<T>[] =>
    sorted
      .filter((resource) => resource.kind === kind)
      .map(({ address, spec, provenance }) => ({ ...schema.parse(spec), address, provenance }));
  const groups = Map.groupBy(of('property-group', Group), ({ objectType }) => objectType);
  const properties = Map.groupBy(of('property', ObjectProperty), ({ objectType }) => objectType);
  const pipelines = Map.groupBy(of('pipeline', Pipeline), ({ objectType }) => objectType);
  const schemas = new Map(of('object-schema', ObjectSchema).map((schema) => [schema.objectType, schema] as const));
  const objects = inOrder([...schemas.keys(), ...groups.keys(), ...properties.keys(), ...pipelines.keys()]);
  const events = Map.groupBy(of('event-definition-property', EventProperty), ({ eventName }) => eventName);
  return {
    objects: objects.map((objectType) => ({
      objectType,
      groups: buildGroups(groups.get(objectType) ?? [], properties.get(objectType) ?? []),
      ...defined({ schema: schemas.get(objectType), pipelines: pipelines.get(objectType) }),
    })),
    events: inOrder([...events.keys()]).map((name) => ({ name, properties: events.get(name) ?? [] })),
    subscriptions: of('webhook-subscription', Subscription),
    labels: of('association-label', Label),
    limits: of('association-limit', Limit),
  };
}

/** The subscriptions of each app. */
export function groupByApp({
  subscriptions,
}: Catalogue): readonly { readonly appId: string; readonly subscriptions: readonly CatalogueSubscription[] }[] {
  const byApp = Map.groupBy(subscriptions, ({ appId }) => appId);
  return inOrder([...byApp.keys()]).map((appId) => ({ appId, subscriptions: byApp.get(appId) ?? [] }));
}

function buildGroups(
  declared: readonly Placed<z.infer<typeof Group>>[],
  properties: readonly Placed<z.infer<typeof ObjectProperty>>[],
): readonly CatalogueGroup[] {
  const named = new Map(declared.map((group) => [group.name, group]));
  const members = Map.groupBy(properties, ({ groupName }) => groupName);
  return inOrder([...named.keys(), ...members.keys()]).map((name) => {
    const group = named.get(name);
    return { name, ...(group && { declared: group }), properties: members.get(name) ?? [] };
  });
}

function inOrder(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareNatural);
}

/** Returns the name of a group for people. */
export function findGroupTitle({ name, declared }: CatalogueGroup): string {
  return declared?.displayName ?? name;
}
