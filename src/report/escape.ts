/** Makes foreign text safe to show: in a terminal, in Markdown, in HTML, and in workflow commands of the Git host. */

import { withEntities, withMarkupEntities } from '../contract/entities.ts';
import { largest } from '../model/lists.ts';
import { escapedUnits, UNSAFE } from '../model/unsafe-text.ts';

const KEPT_IN_LINES = new Set(['\n', '\t']);

/**
 * Returns one line of text for a terminal. Unsafe characters become visible escapes such as `\u001b`, so that a text can neither move the
 * cursor nor imitate another text.
 */
export function terminalLine(text: string): string {
  return text.replace(UNSAFE, visible);
}

/** Escapes like terminalLine, but keeps line breaks and tabs. */
export function terminalLines(text: string): string {
  return text.replace(UNSAFE, (character) => (KEPT_IN_LINES.has(character) ? character : visible(character)));
}

/**
 * A character that breaks mentions, issue numbers and e-mail addresses, which the Git host links after it has read Markdown and entities.
 */
const INVISIBLE = '&#8203;';

/** Text inside Markdown, table cells included: nothing in it is markup, a mention, a link, a reference or HTML. */
export function markdownText(text: string): string {
  return withMarkupEntities(terminalLine(text))
    .replace(/[\\`*_{}[\]()#+!|~$-]/g, '\\$&')
    .replace(/@/g, `@${INVISIBLE}`)
    .replace(/(?<!&)#(?=\d)/g, `#${INVISIBLE}`)
    .replace(/\b(gh\\-)(?=\d)/gi, `$1${INVISIBLE}`)
    .replace(/:\/\//g, `:${INVISIBLE}&#47;&#47;`)
    .replace(/\bwww\./gi, `$&${INVISIBLE}`)
    .replace(/\b(mailto|xmpp):/gi, `$1${INVISIBLE}:`)
    .replace(/^(\s*\d+)\./, '$1\\.');
}

/** Escapes text inside an HTML element of a Markdown document, such as a summary, without links and mentions. */
export function markdownHtml(text: string): string {
  return htmlText(terminalLine(text))
    .replace(/@/g, `@${INVISIBLE}`)
    .replace(/(?<!&)#(?=\d)/g, `#${INVISIBLE}`)
    .replace(/:\/\//g, `:${INVISIBLE}//`);
}

/** Text as a code span, with a fence longer than any run of backticks inside. */
export function markdownCode(text: string): string {
  const safe = terminalLine(text);
  if (safe === '') return '``';
  const longest = largest(
    (safe.match(/`+/g) ?? []).map((run) => run.length),
    0,
  );
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || safe.startsWith(' ') ? ' ' : '';
  return `${fence}${pad}${safe}${pad}${fence}`;
}

/** Several lines as a fenced block that the text cannot close. */
export function markdownBlock(text: string, language = ''): string {
  const safe = terminalLines(text);
  const longest = largest(
    (safe.match(/`+/g) ?? []).map((run) => run.length),
    2,
  );
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${safe}\n${fence}`;
}

/** Printable ASCII without the five signs: most texts, passed at once. */
const PLAIN = /^[ !#-%(-;=?-~]*$/;

/** Text for HTML content and quoted attribute values. */
export function htmlText(text: string): string {
  if (PLAIN.test(text)) return text;
  return withEntities(terminalLines(text));
}

/** Message of a workflow command (`::error file=...::message`). */
export function commandData(text: string): string {
  return terminalLines(text).replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

/** Property value of a workflow command. */
export function commandProperty(text: string): string {
  return commandData(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}

function visible(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : escapedUnits(character);
}
