/** A property definition as the service keeps it: every field of every variant, plus when it was archived. */

import type { OptionInput } from '../contract/shapes.ts';

export interface StoredOption {
  readonly label: string;
  readonly value: string;
  readonly description: string;
  readonly displayOrder: number;
  readonly hidden: boolean;
  readonly readOnly: boolean;
  readonly doubleData: number | null;
}

export interface StoredProperty {
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

/** What a person or a call gives of a new property; everything else gets the service's defaults. */
export interface NewProperty {
  readonly name: string;
  readonly label: string;
  readonly groupName: string;
  readonly type: string;
  readonly fieldType: string;
  readonly description?: string | undefined;
  readonly options?: readonly OptionInput[] | undefined;
  readonly displayOrder?: number | undefined;
  readonly formField?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly readOnlyDefinition?: boolean | undefined;
  readonly readOnlyValue?: boolean | undefined;
  readonly calculated?: boolean | undefined;
  readonly serviceDefined?: boolean | undefined;
}

/** What a change gives: a member that is left out keeps its value (assumption A26). */
export type PropertyChange = {
  readonly [F in Exclude<keyof NewProperty, 'name' | 'serviceDefined'>]?: NewProperty[F] | undefined;
};

export function newProperty(given: NewProperty, at: number, userId: number | null): StoredProperty {
  const serviceDefined = given.serviceDefined ?? false;
  return {
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
    mutableDefinitionNotDeletable: serviceDefined,
    calculated: given.calculated ?? false,
    serviceDefined,
    isCustomizedDefault: false,
    archivedAt: null,
    createdAt: at,
    updatedAt: at,
    createdUserId: userId,
    updatedUserId: userId,
  };
}

/** The definition after a change; the same object when nothing moved, so that timestamps stay too. */
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
    // The supplied options replace the existing ones (spec 4.3 rule 1).
    ...(options === undefined ? {} : { options: storedOptions(options) }),
  };
  if (JSON.stringify(merged) === JSON.stringify(before)) return before;
  return { ...merged, isCustomizedDefault: before.serviceDefined, updatedAt: at, updatedUserId: userId };
}

/** Options keep the order they were sent in; one without an order, or with -1, gets the highest plus one (assumption A17). */
export function storedOptions(options: readonly OptionInput[]): readonly StoredOption[] {
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
      readOnly: false,
      doubleData: null,
    };
  });
}
