/** docs/interface.md out of the endpoint table, the statements that the tests hold, and the assumptions. */

import { ASSUMPTIONS } from '../../src/contract/assumptions.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { GAPS } from '../../src/contract/not-covered.ts';
import { SECTIONS } from '../contract/statements/index.ts';
import type { Section } from '../contract/statements/row.ts';

/** Titles in the order of the page. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['0', 'About'],
  ['1', 'The service'],
  ['2', 'Resources'],
  ['2.1', 'Token grant'],
  ['2.2', 'Token metadata'],
  ['2.3', 'Property'],
  ['2.4', 'Option of a property'],
  ['2.5', 'Property group'],
  ['2.6', 'Allowed types and field types'],
  ['2.7', 'Timeline event'],
  ['2.8', 'Webhook subscription'],
  ['2.9', 'Property of an event definition'],
  ['2.10', 'Association limit'],
  ['3', 'States'],
  ['4', 'Endpoints'],
  ['4.1', 'OAuth endpoints'],
  ['4.2', 'Property group endpoints'],
  ['4.3', 'Property endpoints'],
  ['4.4', 'Event and subscription endpoints'],
  ['4.5', 'Association limit endpoints'],
  ['4.6', 'What is open about the endpoints'],
  ['5', 'Authentication'],
  ['6', 'Event types'],
  ['7', 'Errors'],
  ['8', 'Limits'],
  ['9', 'Versions'],
  ['10', "The vendor's own endpoints"],
  ['10.1', 'Account details'],
  ['10.2', 'Token of a private app'],
  ['10.3', 'Refresh token'],
  ['10.4', 'Association types'],
  ['10.5', 'Timeline batch'],
  ['11', 'The dated surface'],
  ['11.1', 'Dated OAuth and account endpoints'],
  ['11.2', 'Dated property group endpoints'],
  ['11.3', 'Dated property endpoints'],
  ['11.4', 'Dated schema endpoints'],
  ['11.5', 'Dated webhook endpoints'],
  ['11.6', 'Dated event definition endpoints'],
  ['11.7', 'Dated association limit and label endpoints'],
  ['11.8', 'Dated timeline endpoints'],
  ['11.9', 'Pipeline endpoints'],
  ['11.10', 'Property validation endpoints'],
]);

const INTRODUCTION = `# The interface

The part of the service's interface that trueup uses, as its tests hold it. Messages and comments name a section of this page:
\`interface 4.3\`. An entry such as A15 is an assumption: the interface leaves the point open, and trueup had to decide. This page is
generated: \`npm run docs\` writes it, and a test fails when it is out of date.
`;

export function interfacePage(): string {
  const parts = [...TITLES.keys()].flatMap((section) => {
    const stated = SECTIONS.find((one) => one.section === section);
    const body = [endpointsOf(section), statementsOf(stated), assumptionsOf(section)].filter((text) => text !== '');
    const needed = body.length > 0 || [...TITLES.keys()].some((other) => other.startsWith(`${section}.`));
    return needed ? [[heading(section), ...body].join('\n\n')] : [];
  });
  return `${[INTRODUCTION.trimEnd(), ...parts, gapsPart()].join('\n\n')}\n`;
}

/** Returns the table of the settings that no call changes. */
function gapsPart(): string {
  const rows = GAPS.map(({ what, where, kinds }) => `| ${what} | ${where} | ${kinds.join(', ')} |`);
  const about = [
    'No call changes these settings. `compare`, `pull`, `generate docs` and `doctor` list those of the kinds that they show, with the place in HubSpot',
    'where a person changes them.',
  ].join('\n');
  return ['## Not covered', about, ['| setting | place | listed for |', '|---|---|---|', ...rows].join('\n')].join(
    '\n\n',
  );
}

function heading(section: string): string {
  return `${section.includes('.') ? '###' : '##'} ${section === '0' ? '' : `${section} `}${TITLES.get(section)}`;
}

/** Effect of repeating a call, in the words of docs/lifecycle.md. */
const EFFECTS: Readonly<Record<Endpoint['effect'], string>> = {
  read: 'reads',
  set: 'sets: repeating it changes nothing more',
  'natural-key-create': 'creates by name: a second one is refused',
  'server-id-create': 'creates: a second one is another resource',
  purge: 'removes: repeating it changes nothing more',
  token: 'gives a token',
};

function endpointsOf(section: string): string {
  const rows = Object.entries<Endpoint>(ENDPOINTS)
    .filter(([, endpoint]) => endpoint.section === section)
    .map(
      ([id, { method, path, effect, status }]) =>
        `| \`${id}\` | \`${method} ${path}\` | ${EFFECTS[effect]} | ${status} |`,
    );
  return rows.length === 0
    ? ''
    : ['| endpoint | request | effect | success |', '|---|---|---|---|', ...rows].join('\n');
}

function statementsOf(stated: Section | undefined): string {
  return (stated?.rows ?? [])
    .map((row) => {
      const values = 'exactly' in row ? `: ${row.exactly.map((value) => `\`${value}\``).join(', ')}` : '';
      return `- ${sentence(`${row.statement}${values}`, 'member' in row ? row.member.split('.') : [])}${row.assumption === undefined ? '' : ` (${row.assumption})`}`;
    })
    .join('\n');
}

/** Returns the table of assumptions for a section or a point of the section. */
function assumptionsOf(section: string): string {
  const own = ASSUMPTIONS.filter((one) => one.section.split(', ').some((each) => sectionOf(each) === section));
  if (own.length === 0) return '';
  return ['| assumption | what it matters for |', '|---|---|', ...own.map(assumptionRow)].join('\n');
}

function assumptionRow({ id, choice, impact }: (typeof ASSUMPTIONS)[number]): string {
  return `| **${id}** ${cell(choice)} | ${cell(impact)} |`;
}

/** `4.6.1` is a point of 4.6. */
function sectionOf(section: string): string {
  return TITLES.has(section) ? section : section.split('.').slice(0, -1).join('.');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** A member that begins the sentence keeps its own spelling. */
function sentence(text: string, members: readonly string[]): string {
  const [first = '', ...others] = text.split(' ');
  const isName = members.includes(first) || /[a-z][A-Z]|_/.test(first);
  const begin = isName ? `\`${first}\`` : `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
  return `${[begin, ...others].join(' ')}.`.replace(/\.\.$/, '.');
}
