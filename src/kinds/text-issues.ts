/** What can be wrong with a text that people see or a name that the service reserves. */

import type { SpecIssue } from '../model/kind.ts';

type Path = SpecIssue['path'];

/** A label has to say something, without blanks at its ends or control characters; the service would store them. */
export function labelIssues(label: string, path: Path): readonly SpecIssue[] {
  if (label.trim() === '') {
    return [
      { code: 'text-blank', severity: 'error', path, message: 'The text is empty.', hint: 'Say what people see.' },
    ];
  }
  return [...blankIssues(label, path), ...controlIssues(label, path)];
}

/** Names that start with hs_ are the service's own. */
export function reservedNameIssues(name: string): readonly SpecIssue[] {
  if (!name.startsWith('hs_')) return [];
  return [
    {
      code: 'name-reserved',
      severity: 'warning',
      path: [],
      message: `The name ${name} starts with hs_, which the service keeps for its own definitions.`,
      hint: 'Choose another name, unless you mean a definition of the service.',
    },
  ];
}

export function blankIssues(text: string, path: Path): readonly SpecIssue[] {
  if (text === text.trim()) return [];
  return [
    {
      code: 'text-untrimmed',
      severity: 'error',
      path,
      message: `The text ${JSON.stringify(text)} starts or ends with a blank.`,
      hint: `Write ${JSON.stringify(text.trim())}.`,
    },
  ];
}

export function controlIssues(text: string, path: Path): readonly SpecIssue[] {
  if (!/\p{Cc}/u.test(text)) return [];
  return [
    {
      code: 'text-control-character',
      severity: 'error',
      path,
      message: `The text ${JSON.stringify(text)} holds a control character, such as a line break or a tab.`,
      hint: 'Remove it.',
    },
  ];
}
