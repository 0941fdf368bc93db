/** A property definition as the service stores it: every field of every variant, plus when it was archived. */

import type { OptionInput } from '../../contract/shapes.ts';
import { type PropertyMembers, UNSET_MEMBERS } from './property-members.ts';

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

export interface StoredProperty extends PropertyMembers {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly groupName: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options: readonly StoredOption[];
  readonly displayOrder: number;
  readonly formField: boolean;
  readonly readOnlyValue: boolean;
  readonly readOnlyDefinition: boolean;
  readonly hidden: boolean;
  readonly mutableDefinitionNotDeletable: boolean;
  readonly calculated: boolean;
  readonly serviceDefined: boolean;
  readonly isCustomizedDefault: boolean;
  readonly archivedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly createdUserId: number | null;
  readonly updatedUserId: number | null;
}

type GivenMembers = { readonly [M in keyof PropertyMembers]?: PropertyMembers[M] | undefined };

/** What a person or a call gives of a new property; everything else gets the service's defaults. */
export interface NewProperty extends GivenMembers {
  readonly name: string;
  readonly label: string;
  readonly groupName: string;
  readonly type: string;
  readonly fieldType: string;
  readonly description?: string | undefined;
  readonly options?: readonly NewOption[] | undefined;
  readonly displayOrder?: number | undefined;
  readonly formField?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly readOnlyDefinition?: boolean | undefined;
  readonly readOnlyValue?: boolean | undefined;
  readonly calculated?: boolean | undefined;
  readonly serviceDefined?: boolean | undefined;
  readonly mutableDefinitionNotDeletable?: boolean | undefined;
  readonly isCustomizedDefault?: boolean | undefined;
  readonly deleted?: boolean | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  readonly createdUserId?: number | undefined;
  readonly updatedUserId?: number | undefined;
}

/** What a change does not touch, or sets itself. */
type NotChanged = 'name' | 'serviceDefined' | 'deleted' | 'createdAt' | 'updatedAt' | 'createdUserId' | 'updatedUserId';

/** What a change gives: a member that is left out keeps its value (assumption A26). */
export type PropertyChange = {
  readonly [F in Exclude<keyof NewProperty, NotChanged>]?: NewProperty[F] | undefined;
};

export function newProperty(given: NewProperty, at: number, userId: number | null): StoredProperty {
  const serviceDefined = given.serviceDefined ?? false;
  const createdAt = given.createdAt ?? at;
  const updatedAt = given.updatedAt ?? createdAt;
  return {
    ...membersOf(given),
    name: given.name,
    label: given.label,
    description: given.description ?? '',
    groupName: given.groupName,
    type: given.type,
    fieldType: given.fieldType,
    options: storedOptions(given.options ?? []),
    // An order that is left out is -1 and nothing is renumbered (assumption A16).
    displayOrder: given.displayOrder ?? -1,
    formField: given.formField ?? false,
    readOnlyValue: given.readOnlyValue ?? false,
    readOnlyDefinition: given.readOnlyDefinition ?? false,
    hidden: given.hidden ?? false,
    mutableDefinitionNotDeletable: given.mutableDefinitionNotDeletable ?? serviceDefined,
    calculated: given.calculated ?? (given.calculationFormula ?? null) !== null,
    serviceDefined,
    isCustomizedDefault: given.isCustomizedDefault ?? false,
    archivedAt: given.deleted === true ? updatedAt : null,
    createdAt,
    updatedAt,
    createdUserId: given.createdUserId ?? userId,
    updatedUserId: given.updatedUserId ?? given.createdUserId ?? userId,
  };
}

function membersOf(given: GivenMembers): PropertyMembers {
  return {
    favorited: given.favorited ?? UNSET_MEMBERS.favorited,
    favoritedOrder: given.favoritedOrder ?? UNSET_MEMBERS.favoritedOrder,
    externalOptions: given.externalOptions ?? UNSET_MEMBERS.externalOptions,
    displayMode: given.displayMode ?? UNSET_MEMBERS.displayMode,
    showCurrencySymbol: given.showCurrencySymbol ?? UNSET_MEMBERS.showCurrencySymbol,
    currencyPropertyName: given.currencyPropertyName ?? UNSET_MEMBERS.currencyPropertyName,
    textDisplayHint: given.textDisplayHint ?? UNSET_MEMBERS.textDisplayHint,
    numberDisplayHint: given.numberDisplayHint ?? UNSET_MEMBERS.numberDisplayHint,
    optionsAreMutable: given.optionsAreMutable ?? UNSET_MEMBERS.optionsAreMutable,
    referencedObjectType: given.referencedObjectType ?? UNSET_MEMBERS.referencedObjectType,
    searchableInGlobalSearch: given.searchableInGlobalSearch ?? UNSET_MEMBERS.searchableInGlobalSearch,
    hasUniqueValue: given.hasUniqueValue ?? UNSET_MEMBERS.hasUniqueValue,
    dataSensitivity: given.dataSensitivity ?? UNSET_MEMBERS.dataSensitivity,
    sensitiveDataCategories: given.sensitiveDataCategories ?? UNSET_MEMBERS.sensitiveDataCategories,
    calculationFormula: given.calculationFormula ?? UNSET_MEMBERS.calculationFormula,
    dateDisplayHint: given.dateDisplayHint ?? UNSET_MEMBERS.dateDisplayHint,
    usedIn: given.usedIn ?? UNSET_MEMBERS.usedIn,
  };
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
    // The supplied options replace the existing ones (interface 4.3 rule 1).
    ...(options === undefined ? {} : { options: storedOptions(options, before.options) }),
  };
  if (JSON.stringify(merged) === JSON.stringify(before)) return before;
  return { ...merged, isCustomizedDefault: before.serviceDefined, updatedAt: at, updatedUserId: userId };
}

/** Options keep the order they were sent in; one without an order, or with -1, gets the highest plus one (assumption A17). */
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
