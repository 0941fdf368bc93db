/** Options of an enumeration: as declared, and as replies show them (interface 2.4). */

import { z } from 'zod';
import type { OptionReply } from '../contract/shapes.ts';
import type { OptionList } from '../model/field-rule.ts';
import { isList, type Json, mapping } from '../model/json.ts';
import type { DesiredChange } from '../model/kind.ts';
import { inDisplayOrder, type Option, optionName } from '../model/option.ts';

/** Options that are values of records. */
export const OPTION_LIST: OptionList = {
  noun: 'option',
  key: 'value',
  order: 'number',
  unset: { description: '', hidden: false },
  removal: 'option-removal',
  loss: 'leaves records with an invalid value',
  lost: 'values on records',
};

/** Types whose values come from a list of options. */
export const OPTION_TYPES: readonly string[] = ['enumeration', 'bool'];

const DeclaredOption = z.strictObject({
  value: z.string().register(z.globalRegistry, {
    description: 'Value stored on records. It identifies the option and never changes.',
    examples: ['gold'],
  }),
  label: z
    .string()
    .register(z.globalRegistry, { description: 'Label shown to users; unique among the options.', examples: ['Gold'] }),
  description: z
    .string()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Help text for this option.',
      examples: ['The highest tier.'],
    }),
  displayOrder: z
    .int()
    .exactOptional()
    .register(z.globalRegistry, {
      description: 'Position among the options. Default: the order of the list.',
      examples: [0],
    }),
  hidden: z.boolean().exactOptional().register(z.globalRegistry, {
    description: 'True: kept on records that have it, but no longer offered.',
  }),
});

export const DeclaredOptions = z.array(DeclaredOption);

/** Returns the options of a reply in display order, with the members that a request can send. Unset members are left out; no list is the empty list. The service shows a number below 0 last. */
export function convertOptions(
  options:
    | readonly Pick<OptionReply, 'value' | 'label' | 'description' | 'displayOrder' | 'hidden'>[]
    | null
    | undefined,
): readonly Option[] {
  const list = (options ?? []).map((option) => ({
    value: option.value,
    label: option.label,
    ...(option.description == null ? {} : { description: option.description }),
    ...(option.displayOrder == null ? {} : { displayOrder: option.displayOrder }),
    ...(option.hidden == null ? {} : { hidden: option.hidden }),
  }));
  const isLast = ({ displayOrder = 0 }: Option): boolean => displayOrder < 0;
  return [...inDisplayOrder(list.filter((option) => !isLast(option))), ...list.filter(isLast)];
}

/** Returns the options in the form of a file. Unset members are left out, and numbers too, because the list is in display order. */
export function declaredOptions(options: Json | undefined): Json {
  if (!isList(options)) return [];
  return options.map((option) =>
    Object.fromEntries(
      Object.entries(mapping(option) ?? {}).filter(
        ([name, value]) =>
          value !== null &&
          !(name === 'description' && value === '') &&
          !(name === 'hidden' && value === false) &&
          name !== 'displayOrder',
      ),
    ),
  );
}

/** Returns the values of live options that would remain although the new type has no options. Declared options are sent as declared. */
export function listLeftOptions({
  after,
  before,
}: Pick<DesiredChange<unknown>, 'after' | 'before'>): readonly string[] {
  const { type } = { ...before, ...after };
  if (after['options'] !== undefined || OPTION_TYPES.includes(String(type))) return [];
  return DeclaredOptions.parse(before?.['options'] ?? []).map(({ value }) => optionName(value));
}

/** Returns the options in the form of the dated surface, each with a position and a hidden flag (interface 11.3). */
export function requestOptions(options: Json): readonly Option[] {
  return DeclaredOptions.parse(options).map((option, index) => ({
    ...option,
    displayOrder: option.displayOrder ?? index,
    hidden: option.hidden ?? false,
  }));
}
