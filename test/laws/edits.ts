/** Defines edits of a person in the account as data. An edit of an absent resource is skipped. */

import fc from 'fast-check';
import { UsageError } from '../../src/errors.ts';
import type { AccountAdmin, Service } from '../../src/service/index.ts';
import { GROUP_NAMES, OBJECT_TYPES, OPTION_VALUES, PROPERTY_NAMES } from './arbitraries.ts';
import { NOTHING, type Schema } from './schema.ts';
import { label } from './texts.ts';
import { HUB } from './world.ts';

interface At {
  readonly objectType: string;
  readonly name: string;
  /** Index of the declared property to edit. If absent, the named property. */
  readonly pick?: number | undefined;
}

export type Edit =
  | ({ readonly do: 'add-group'; readonly displayName: string } & At)
  | ({ readonly do: 'add-property'; readonly groupName: string; readonly enumeration: boolean } & At)
  | ({ readonly do: 'archive' | 'delete' | 'add-option' | 'reverse-options' | 'edit-texts' } & At)
  | ({ readonly do: 'edit-option' | 'delete-option'; readonly value: string } & At);

const at = {
  objectType: fc.constantFrom(...OBJECT_TYPES),
  name: fc.constantFrom(...PROPERTY_NAMES),
  pick: fc.option(fc.nat(20), { freq: 5, nil: undefined }),
};

const before: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    ...at,
    do: fc.constant('add-group' as const),
    name: fc.constantFrom(...GROUP_NAMES),
    pick: fc.constant(undefined),
    displayName: label,
  }),
  fc.record({
    ...at,
    do: fc.constant('add-property' as const),
    groupName: fc.constantFrom(...GROUP_NAMES),
    enumeration: fc.boolean(),
  }),
  fc.record({ ...at, do: fc.constant('archive' as const) }),
);

const between: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 2, arbitrary: before },
  {
    weight: 5,
    arbitrary: fc.record({
      ...at,
      do: fc.constantFrom('delete' as const, 'add-option', 'add-option', 'reverse-options', 'edit-texts'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...at,
      do: fc.constantFrom('edit-option' as const, 'delete-option'),
      value: fc.constantFrom(...OPTION_VALUES),
    }),
  },
);

/** Edits before the first apply. */
export const history: fc.Arbitrary<readonly Edit[]> = fc.array(before, { maxLength: 6 });

/** Edits between two applies. */
export const meddling: fc.Arbitrary<readonly Edit[]> = fc.array(between, { maxLength: 8 });

const FOREIGN = 'foreign';

/** `declared`: resources that a person is most likely to edit. */
export async function act(service: Service, edits: readonly Edit[], declared: Schema = NOTHING): Promise<void> {
  for (const given of edits) {
    const { properties } = declared;
    const picked = given.pick === undefined ? undefined : properties[given.pick % properties.length];
    const edit = picked === undefined ? given : { ...given, objectType: picked.objectType, name: picked.name };
    try {
      await perform(service, service.admin(HUB), edit);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  }
}

async function perform(service: Service, admin: AccountAdmin, edit: Edit): Promise<void> {
  const { objectType, name } = edit;
  const snapshot = await service.snapshot(HUB);
  const found = snapshot.properties[objectType]?.find((one) => one.name === name);
  const group = (wanted: string) => snapshot.groups[objectType]?.some((one) => one.name === wanted) === true;
  switch (edit.do) {
    case 'add-group':
      return group(name) ? undefined : admin.addGroup(objectType, { name, displayName: edit.displayName });
    case 'add-property': {
      const groupName = group(edit.groupName) ? edit.groupName : snapshot.groups[objectType]?.[0]?.name;
      if (found !== undefined || groupName === undefined) return;
      const form = edit.enumeration
        ? { type: 'enumeration', fieldType: 'select' }
        : { type: 'string', fieldType: 'text' };
      const options = edit.enumeration ? [FOREIGN, 'silver', 'gold'].map(foreignOption) : [];
      return admin.addProperty(objectType, { name, groupName, label: 'By hand', ...form, options });
    }
    case 'archive':
      return admin.archiveProperty(objectType, name);
    case 'delete':
      return admin.deleteProperty(objectType, name);
    case 'add-option': {
      if (found?.type !== 'enumeration' || found.options.some(({ value }) => value === FOREIGN)) return;
      return admin.addOption(objectType, name, foreignOption(FOREIGN));
    }
    case 'reverse-options':
      if (found?.type !== 'enumeration') return;
      return admin.editProperty(objectType, name, {
        options: found.options.toReversed().map(({ value, label: text, hidden }) => ({ value, label: text, hidden })),
      });
    case 'edit-texts':
      return admin.editProperty(objectType, name, {
        label: 'Edited by hand',
        description: 'By hand.',
        formField: true,
      });
    case 'edit-option':
      return admin.editOption(objectType, name, edit.value, { label: `By hand (${edit.value})`, hidden: true });
    case 'delete-option':
      if (found?.type !== 'enumeration') return;
      return admin.deleteOption(objectType, name, edit.value);
  }
}

/** Labels contain the value, so they differ from declared labels. */
function foreignOption(value: string) {
  return { value, label: `Foreign (${value})`, description: 'Added by hand.' };
}
