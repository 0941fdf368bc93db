/** A property definition as the service stores it: every field of every variant, plus when it was archived. */

import type { DATA_SENSITIVITIES } from '../../contract/event-definitions.ts';
import type { OptionInput } from '../../contract/shapes.ts';
import type { RuleGiven } from '../../contract/validation-rules.ts';

export interface StoredOption {
  readonly label: string;
  readonly value: string;
  readonly description: string;
  readonly displayOrder: number;
  readonly hidden: boolean;
  readonly readOnly: boolean;
  readonly doubleData: number | null;
}

/** An option as it is given: the interface gives the first part only, a seed and a person the rest too. */
export type NewOption = OptionInput & {
  readonly readOnly?: boolean | undefined;
  readonly doubleData?: number | null | undefined;
};

export interface StoredProperty {
  readonly name: string;
  readonly label: string;
  readonly groupName: string;
  readonly type: string;
  readonly fieldType: string;
  readonly description: string;
  readonly options: readonly StoredOption[];
  readonly displayOrder: number;
  readonly formField: boolean;
  readonly hidden: boolean;
  readonly readOnlyValue: boolean;
  readonly readOnlyDefinition: boolean;
  readonly mutableDefinitionNotDeletable: boolean;
  readonly calculated: boolean;
  readonly serviceDefined: boolean;
  readonly isCustomizedDefault: boolean;
  readonly favorited: boolean;
  readonly favoritedOrder: number;
  readonly externalOptions: boolean;
  readonly displayMode: string;
  readonly showCurrencySymbol: boolean;
  readonly currencyPropertyName: string | null;
  readonly textDisplayHint: string | null;
  readonly numberDisplayHint: string | null;
  /** If null, the type and readOnlyDefinition decide. */
  readonly optionsAreMutable: boolean | null;
  readonly referencedObjectType: string | null;
  readonly searchableInGlobalSearch: boolean;
  readonly hasUniqueValue: boolean;
  readonly dataSensitivity: (typeof DATA_SENSITIVITIES)[number];
  readonly sensitiveDataCategories: readonly string[];
  readonly calculationFormula: string | null;
  readonly dateDisplayHint: string | null;
  /** Users of the property except formulas of other properties. */
  readonly usedIn: readonly PropertyUse[];
  /** At most one rule of each type, by type. */
  readonly validation: readonly StoredRule[];
  readonly archivedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly createdUserId: number | null;
  readonly updatedUserId: number | null;
}

/** A validation rule. Its type can be unknown to the contract: a seed may have any. */
export interface StoredRule extends RuleGiven {
  /** Undefined if the last write did not give it. */
  readonly shouldApplyNormalization?: boolean | undefined;
}

/** A user of a property, in the words of the refusal: `{ parentType: 'WORKFLOW', parentName: 'Welcome' }`. */
export interface PropertyUse {
  readonly parentType: string;
  readonly parentName: string;
}

type Named = 'name' | 'label' | 'groupName' | 'type' | 'fieldType';

/** A new property as a person or a call gives it. The service has defaults for the other members. */
export type NewProperty = Pick<StoredProperty, Named> & {
  readonly [F in Exclude<keyof StoredProperty, Named | 'options' | 'archivedAt'>]?: StoredProperty[F] | undefined;
} & { readonly options?: readonly NewOption[] | undefined; readonly deleted?: boolean | undefined };

/** Members that a change keeps, or sets itself. */
type NotChanged =
  | 'name'
  | 'validation'
  | 'serviceDefined'
  | 'deleted'
  | 'createdAt'
  | 'updatedAt'
  | 'createdUserId'
  | 'updatedUserId';

/** Members of a change. A member that is left out keeps its value (assumption A26). */
export type PropertyChange = {
  readonly [F in Exclude<keyof NewProperty, NotChanged>]?: NewProperty[F] | undefined;
};

/** Values of members that are not given: an order that is left out is -1 (assumptions A16, A72). */
const UNSET_MEMBERS = {
  description: '',
  displayOrder: -1,
  formField: false,
  hidden: false,
  readOnlyValue: false,
  readOnlyDefinition: false,
  serviceDefined: false,
  isCustomizedDefault: false,
  favorited: false,
  favoritedOrder: -1,
  externalOptions: false,
  displayMode: 'current_value',
  showCurrencySymbol: false,
  currencyPropertyName: null,
  textDisplayHint: null,
  numberDisplayHint: null,
  optionsAreMutable: null,
  referencedObjectType: null,
  searchableInGlobalSearch: false,
  hasUniqueValue: false,
  dataSensitivity: 'non_sensitive',
  sensitiveDataCategories: [],
  calculationFormula: null,
  dateDisplayHint: null,
  usedIn: [],
} satisfies Partial<StoredProperty>;

export function newProperty(given: NewProperty, at: number, userId: number | null): StoredProperty {
  const { name, label, groupName, type, fieldType, serviceDefined, calculationFormula, createdUserId } = given;
  const createdAt = given.createdAt ?? at;
  const updatedAt = given.updatedAt ?? createdAt;
  return {
    ...UNSET_MEMBERS,
    ...Object.fromEntries(
      Object.entries(given).filter(([member, value]) => Object.hasOwn(UNSET_MEMBERS, member) && value != null),
    ),
    ...{ name, label, groupName, type, fieldType, createdAt, updatedAt },
    options: storedOptions(given.options ?? []),
    validation: sortByType(given.validation ?? []),
    mutableDefinitionNotDeletable: given.mutableDefinitionNotDeletable ?? serviceDefined ?? false,
    calculated: given.calculated ?? (calculationFormula ?? null) !== null,
    archivedAt: given.deleted === true ? updatedAt : null,
    createdUserId: createdUserId ?? userId,
    updatedUserId: given.updatedUserId ?? createdUserId ?? userId,
  };
}

/** Returns the property with the rule in place of its rule of that type. The rule does not belong to the definition, so the times stay. */
export function withRule(property: StoredProperty, rule: StoredRule): StoredProperty {
  return { ...property, validation: sortByType([...withoutRule(property, rule.ruleType).validation, rule]) };
}

export function withoutRule(property: StoredProperty, ruleType: string): StoredProperty {
  return { ...property, validation: property.validation.filter((rule) => rule.ruleType !== ruleType) };
}

function sortByType(rules: readonly StoredRule[]): readonly StoredRule[] {
  return rules.toSorted((left, right) => (left.ruleType < right.ruleType ? -1 : 1));
}

/** The definition after a change; the same object when nothing changed, so that timestamps stay too. */
export function changedProperty(
  before: StoredProperty,
  change: PropertyChange,
  at: number,
  userId: number,
): StoredProperty {
  const { options, ...plain } = change;
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const merged: StoredProperty = {
    ...before,
    ...given,
    // The given options replace the existing options (interface 4.3 rule 1).
    ...(options === undefined ? {} : { options: storedOptions(options, before.options) }),
  };
  if (JSON.stringify(merged) === JSON.stringify(before)) return before;
  return { ...merged, isCustomizedDefault: before.serviceDefined, updatedAt: at, updatedUserId: userId };
}

/** Options keep the order of the request. An option without an order, or with -1, gets the highest order plus 1 (assumption A17). */
export function storedOptions(
  options: readonly NewOption[],
  before: readonly StoredOption[] = [],
): readonly StoredOption[] {
  const kept = new Map(before.map((option) => [option.value, option]));
  let highest = options.reduce((most, option) => Math.max(most, option.displayOrder ?? -1), -1);
  return options.map((option) => {
    const given = option.displayOrder ?? -1;
    if (given === -1) highest += 1;
    return {
      label: option.label,
      value: option.value,
      description: option.description ?? '',
      displayOrder: given === -1 ? highest : given,
      hidden: option.hidden ?? false,
      // Requests do not have these two: an option that stays keeps them (interface 2.4).
      readOnly: option.readOnly ?? kept.get(option.value)?.readOnly ?? false,
      doubleData: option.doubleData ?? kept.get(option.value)?.doubleData ?? null,
    };
  });
}
