/** Checks of strings that users see and of names that the service reserves. */

import { EVENT_NAME, EVENT_PROPERTY_NAME, INTERNAL_NAME } from '../contract/names.ts';
import type { SpecIssue } from '../model/kind.ts';
import { nearForm } from '../model/near-form.ts';

type Path = SpecIssue['path'];

/** Checks that a label is not blank and has no leading or trailing blanks or control characters. Labels in an account can differ. */
export function labelIssues(label: string, path: Path): readonly SpecIssue[] {
  if (label.trim() === '') {
    return [
      {
        code: 'text-blank',
        severity: 'warning',
        path,
        message: 'The string is empty.',
        hint: 'Enter the text shown to users, unless the account has exactly this text.',
        blocks: [path],
      },
    ];
  }
  const blanks = blankIssues(label, path).map((issue) => ({ ...issue, blocks: [path] }));
  return [...blanks, ...controlIssues(label, path)];
}

/** Forms of names that a create accepts, as the end of a sentence. */
const CREATABLE = {
  internal: {
    form: INTERNAL_NAME,
    takes: 'at most 100 lowercase letters, digits and underscores, starting with a letter',
  },
  event: {
    form: EVENT_NAME,
    takes: 'at most 50 lowercase letters, digits, underscores and hyphens, starting with a letter',
  },
  'event-property': {
    form: EVENT_PROPERTY_NAME,
    takes: 'at most 50 lowercase letters, digits and underscores, starting with a letter',
  },
} as const;

/**
 * Warns about a name in another form. The name is accepted, because the resource may exist, but a create is expected to be refused
 * (assumption A43).
 */
export function unusualNameIssues(member: string, name: string, kind: keyof typeof CREATABLE): readonly SpecIssue[] {
  const { form, takes } = CREATABLE[kind];
  if (form.test(name)) return [];
  const near = nearForm(name, (spelling) => form.test(spelling));
  return [
    {
      code: 'name-unusual',
      severity: 'warning',
      path: [member],
      message: `The name ${JSON.stringify(name)} is not valid for a new definition: use ${takes}.`,
      hint: `${near === undefined ? 'Correct it' : `Did you mean \`${near}\`? Correct it`}, unless the account has it under exactly this name.`,
    },
  ];
}

/** Names that start with hs_ are reserved for the service. */
export function reservedNameIssues(name: string): readonly SpecIssue[] {
  if (!name.startsWith('hs_')) return [];
  return [
    {
      code: 'name-reserved',
      severity: 'warning',
      path: [],
      message: `The name ${name} starts with hs_, which the service reserves for its own definitions.`,
      hint: 'Choose another name, unless you mean a definition of the service.',
    },
  ];
}

export function blankIssues(text: string, path: Path): readonly SpecIssue[] {
  if (text === text.trim()) return [];
  return [
    {
      code: 'text-untrimmed',
      severity: 'warning',
      path,
      message: `The string ${JSON.stringify(text)} has leading or trailing whitespace.`,
      hint: `Write ${JSON.stringify(text.trim())}, unless the account has exactly this text.`,
    },
  ];
}

export function controlIssues(text: string, path: Path): readonly SpecIssue[] {
  if (!/\p{Cc}/u.test(text)) return [];
  return [
    {
      code: 'text-control-character',
      severity: 'warning',
      path,
      message: `The string ${JSON.stringify(text)} contains a control character, such as a line break or a tab.`,
      hint: 'Remove it, unless the account has exactly this text.',
      blocks: [path],
    },
  ];
}
