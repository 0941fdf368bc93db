/** What each error code of the YAML parser means to the person who wrote the file. */

interface Meaning {
  readonly message: string;
  readonly hint: string;
  /** True if the rest of the file was still read correctly. */
  readonly local?: boolean;
}

const QUOTES = 'Put the value in quotes if it is a string.';

const UNREADABLE: Meaning = {
  message: 'This is not valid YAML.',
  hint: 'Look for a missing quote, comma or bracket.',
};

/** By the parser's code; messages never quote the source, which may contain a secret. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ALIAS_PROPS: {
    message: 'An alias (`*name`) cannot carry an anchor or a tag.',
    hint: 'Remove the anchor or tag.',
    local: true,
  },
  BAD_ALIAS: { message: 'This alias or anchor has no valid name.', hint: QUOTES },
  BAD_DIRECTIVE: { message: 'This `%` directive is unknown.', hint: 'Remove the line.', local: true },
  BAD_DQ_ESCAPE: {
    message: 'Unknown escape in a double-quoted string.',
    hint: 'Write the backslash twice, or use single quotes.',
    local: true,
  },
  BAD_INDENT: {
    message: 'The indentation does not match the lines above.',
    hint: 'Keys of one mapping start in the same column; use two spaces for each level.',
  },
  BAD_PROP_ORDER: { message: 'An anchor or tag is in the wrong place.', hint: 'Write it just before the value.' },
  BAD_SCALAR_START: { message: 'An unquoted string cannot start with this character.', hint: QUOTES },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'A nested mapping cannot start on the line of its key.',
    hint: 'Put the value in quotes if it contains a colon, or start the mapping on its own line.',
  },
  BLOCK_IN_FLOW: { message: 'A block is not allowed inside { } or [ ].', hint: 'Use one style throughout.' },
  IMPOSSIBLE: { ...UNREADABLE },
  KEY_OVER_1024_CHARS: {
    message: 'A key is longer than 1,024 characters.',
    hint: 'Shorten it, or look for a missing line break.',
    local: true,
  },
  MISSING_CHAR: {
    message: 'A closing quote, bracket, comma, colon or space is missing.',
    hint: 'Look for an unclosed quote or bracket, here or above.',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'A key must be on one line.',
    hint: 'Look for a missing colon on this line or the one above.',
  },
  MULTIPLE_ANCHORS: { message: 'A value can have only one anchor.', hint: 'Keep one of them.', local: true },
  MULTIPLE_TAGS: { message: 'A value can have only one tag.', hint: 'Remove the tags.', local: true },
  MULTIPLE_DOCS: {
    message: 'A file holds one document, and a second one starts here.',
    hint: 'Remove the `---`, or move the second document to its own file.',
    local: true,
  },
  NON_STRING_KEY: { message: 'A key must be a plain string.', hint: 'Put it in quotes.', local: true },
  RESOURCE_EXHAUSTION: {
    message: 'The document is nested too deeply.',
    hint: 'Look for a bracket that is repeated by mistake.',
  },
  TAB_AS_INDENT: { message: 'A tab is used for indentation.', hint: 'Use spaces.' },
  TAG_RESOLVE_FAILED: {
    message: 'This tag is unknown or does not match the value.',
    hint: 'Remove the tag (the word that starts with `!`), or put the string in quotes.',
    local: true,
  },
  BAD_COLLECTION_TYPE: { message: 'This tag does not match a mapping or list.', hint: 'Remove the tag.', local: true },
  UNEXPECTED_TOKEN: { message: 'This is unexpected here.', hint: 'Look for a missing quote, comma or bracket.' },
};

const BRACES = `Inside { } and [ ] an interpolation needs quotes: "\${values.name}".`;
/** Behind a formula that is not quoted as a whole, and before the next key. */
const IN_FORMULA = /\bcalculationFormula: +(?!'(?:[^']|'')*' *,|"(?:[^"\\]|\\.)*" *,)(?!.*, *\w+: )\S/;
const FORMULA =
  "Put the whole formula in single quotes: calculationFormula: 'a + b'. A single quote in it is written twice.";
const ESCAPED = `In double quotes write \\\\\${ for a literal \${, or use single quotes: '\\\${'.`;

interface SyntaxMeaning {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

interface Fault {
  readonly code: string;
  readonly message: string;
}

/** True if the rest of the file was still read correctly. */
export function isLocal(code: string): boolean {
  return meaningOf(code)?.local ?? false;
}

/** @param before the line with the error, up to a little after the fault */
export function syntaxMeaning({ code, message }: Fault, before: string): SyntaxMeaning {
  const meaning = meaningOf(code, message) ?? UNREADABLE;
  return {
    code: `yaml-${code.toLowerCase().replaceAll('_', '-')}`,
    message: meaning.message,
    hint: hintOf(code, before) ?? meaning.hint,
  };
}

function meaningOf(code: string, message = ''): Meaning | undefined {
  const closer = CLOSER.find(({ of, said }) => of === code && said.test(message));
  return closer ?? (Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined);
}

function hintOf(code: string, before: string): string | undefined {
  // A formula is full of what means something in YAML: quotes, brackets, commas and colons.
  if (IN_FORMULA.test(before)) return FORMULA;
  const hole = before.indexOf('${');
  if (code === 'BAD_DQ_ESCAPE') return before.endsWith('\\$') || before.includes('\\${') ? ESCAPED : undefined;
  return hole > 0 && /[{[]/.test(before.slice(0, hole)) ? BRACES : undefined;
}

/** Codes with several causes, distinguished by the parser's message. */
const CLOSER: readonly (Meaning & { readonly of: string; readonly said: RegExp })[] = [
  {
    of: 'BAD_INDENT',
    said: /must be sufficiently indented and end with/,
    message: 'A { or [ is not closed.',
    hint: 'Close it, and indent its lines deeper than its key.',
  },
  {
    of: 'MISSING_CHAR',
    said: /^Missing closing ['"]quote/,
    message: 'This quote is not closed.',
    hint: 'Close the string on its line.',
  },
  {
    of: 'MISSING_CHAR',
    said: /^Implicit map keys need to be followed|^Missing space after :/,
    message: 'A key must be followed by a colon and a space.',
    hint: 'Write it as `key: value`.',
  },
];
