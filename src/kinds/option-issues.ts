/** Checks of a declared option list and of options to retire. */

import type { SpecIssue } from '../model/kind.ts';
import type { Option, Tombstone } from '../model/option.ts';
import { OPTION_TYPES } from './options.ts';
import { listRepeats } from './repeated.ts';
import { blankIssues, controlIssues, labelIssues } from './text-issues.ts';

/** Checks the lists themselves, independent of the type. */
export function optionIssues(options: readonly Option[] = [], retire: readonly Tombstone[] = []): readonly SpecIssue[] {
  return [
    ...options.flatMap((option, index) => [
      ...valueIssues(option.value, ['options', index, 'value']),
      ...labelIssues(option.label, ['options', index, 'label']),
    ]),
    ...repeated(options, 'value'),
    ...repeated(options, 'label'),
    ...retireIssues(options, retire),
  ];
}

interface TypedOptions {
  readonly type: string;
  readonly options?: readonly Option[];
  readonly retire?: readonly Tombstone[];
}

/** Options belong to enumerations. A bool has exactly the options true and false (assumption A19). */
export function presenceIssues({ type, options, retire }: TypedOptions): readonly SpecIssue[] {
  if (type === 'bool') return boolIssues(options);
  if (!OPTION_TYPES.includes(type)) {
    return (['options', 'retire'] as const)
      .filter((member) => (member === 'options' ? options : retire) !== undefined)
      .map((member) => ({
        code: 'options-unused',
        severity: 'warning',
        path: [member],
        message: `A property of type ${type} does not use ${member}.`,
        hint: `Remove ${member}, or declare the type enumeration.`,
      }));
  }
  if (options !== undefined && options.length > 0) return [];
  return [
    {
      code: 'options-missing',
      severity: 'warning',
      path: options === undefined ? ['type'] : ['options'],
      message: 'The enumeration declares no options, so the list of choices of a new property is empty.',
      hint: 'Declare options, each with a value and a label.',
    },
  ];
}

function boolIssues(options: readonly Option[] | undefined): readonly SpecIssue[] {
  const values = (options ?? []).map((option) => option.value).sort();
  if (values.length === 2 && values[0] === 'false' && values[1] === 'true') return [];
  return [
    {
      code: 'bool-options',
      severity: 'warning',
      path: options === undefined ? ['type'] : ['options'],
      message: 'A property of type bool requires exactly two options, with the values true and false.',
      hint: 'Declare options: [{ value: "true", label: "Yes" }, { value: "false", label: "No" }], unless the account has other options.',
      blocks: [['type'], ['options']],
    },
  ];
}

function valueIssues(value: string, path: SpecIssue['path']): readonly SpecIssue[] {
  // Records can store a value with leading or trailing blanks, so the list must contain it unchanged.
  if (value.trim() !== '') return [...blankIssues(value, path), ...controlIssues(value, path)];
  return [
    {
      code: 'option-value-blank',
      severity: 'error',
      path,
      message: 'The option has an empty value.',
      hint: 'Set the value that records store.',
    },
  ];
}

/** Values and labels must be unique in a property (assumption A31). */
function repeated(options: readonly Option[], member: 'value' | 'label'): readonly SpecIssue[] {
  return listRepeats(options, (option) => option[member]).map(
    ({ item, earlier, index }): SpecIssue => ({
      code: `option-${member}-repeated`,
      path: ['options', index, member],
      message: `Options ${earlier + 1} and ${index + 1} have the same ${member} ${JSON.stringify(item[member])}.`,
      hint: `Give each option a unique ${member}.`,
      // A value identifies its option, so an account cannot have it twice.
      ...(member === 'value'
        ? { severity: 'error' }
        : {
            severity: 'warning',
            blocks: [earlier, index].map((at) => ['options', at, member]),
          }),
    }),
  );
}

function retireIssues(options: readonly Option[], retire: readonly Tombstone[]): readonly SpecIssue[] {
  const declared = new Set(options.map((option) => option.value));
  const seen = new Set<string>();
  return retire.flatMap(({ value }, index): readonly SpecIssue[] => {
    const twice = seen.has(value);
    seen.add(value);
    if (!twice && !declared.has(value)) return [];
    return [
      {
        code: twice ? 'option-retired-twice' : 'option-declared-and-retired',
        severity: 'error',
        path: ['retire', index, 'value'],
        message: twice
          ? `The option ${JSON.stringify(value)} is retired twice.`
          : `The option ${JSON.stringify(value)} is declared and retired at the same time.`,
        hint: twice ? 'Keep only one of the two entries.' : 'Remove it from options, or from retire.',
      },
    ];
  });
}
