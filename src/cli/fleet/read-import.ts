/** Installations from a text, each checked: what is wrong is said by its position alone, since any part may be a token. */

import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import { findingAt, type Path } from '../../config/yaml/position.ts';
import { quoted } from '../../config/yaml/shown.ts';
import { lazy } from '../../contract/lazy.ts';
import type { NewInstallation } from '../../fleet/index.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import { type Fields, isList, type Json, mapping } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { type ListedItem, type ListedItems, listedItems } from '../listed-items.ts';

export interface ReadInstallation {
  readonly installation: NewInstallation;
  readonly provenance: Provenance;
}

export interface ReadImport {
  readonly installations: readonly ReadInstallation[];
  readonly findings: readonly Finding[];
}

const KEYS = ['hubId', 'appId', 'refreshToken', 'scopes', 'labels'] as const;
type Key = (typeof KEYS)[number];
const OPTIONAL: readonly Key[] = ['scopes', 'labels'];

export function readImport(text: string, file: string): ReadImport {
  const { items, faults, findings } = listedItems(text, file);
  const checked = items.map(check);
  const installations = checked.flatMap(({ read }) => read ?? []);
  return {
    installations,
    findings: [
      ...findings.map(withoutWords),
      ...faults.map(faultOf),
      ...checked.flatMap((one) => one.findings),
      ...repeated(installations),
    ],
  };
}

/** What the parser would repeat may be a token. */
function withoutWords(finding: Finding): Finding {
  const words = UNREPEATED[finding.code];
  return words === undefined ? finding : { ...finding, ...words };
}

const UNREPEATED: Readonly<Record<string, Pick<Finding, 'message' | 'hint'>>> = {
  'alias-unknown': {
    message: 'A value that starts with * is an alias, and no anchor above it has its name.',
    hint: 'Put the value in quotes if it is a string.',
  },
  'alias-recursive': { message: 'An alias is inside the value it refers to.', hint: 'Write the value out here.' },
  'duplicate-key': { message: 'A key is there twice in this mapping.', hint: 'Keep one of them.' },
};

function faultOf({ fault, provenance }: ListedItems['faults'][number]): Finding {
  switch (fault) {
    case 'line':
      return {
        code: 'account-not-json',
        severity: 'error',
        message: 'The line is not a JSON object.',
        hint: 'Write each account on one line; a file that ends in .yaml holds a list.',
        provenance,
      };
    case 'list':
      return {
        code: 'accounts-not-a-list',
        severity: 'error',
        message: 'The file must contain a list of accounts.',
        hint: 'Start each account with a dash.',
        provenance,
      };
  }
}

function check(item: ListedItem): { readonly read?: ReadInstallation; readonly findings: readonly Finding[] } {
  const { provenance } = item;
  const fields = mapping(item.value);
  if (fields === undefined) return { findings: [{ ...WRONG, message: 'An account is a mapping.', provenance }] };
  const document = lazy(item.document);
  const findings = [...keyFaults(fields, document), ...valueFaults(fields, document)];
  if (findings.length > 0) return { findings };
  const { hubId, appId, refreshToken, scopes, labels } = fields;
  const installation = {
    hubId: Number(hubId),
    appId: String(appId),
    refreshToken: String(refreshToken),
    scopes: isList(scopes) ? scopes.map(String) : [],
    ...(labels === undefined ? {} : { labels: labels as Readonly<Record<string, string>> }),
  };
  return { read: { installation, provenance }, findings: [] };
}

const WRONG = { code: 'account-malformed', severity: 'error' } as const;

function keyFaults(fields: Fields, document: () => ParsedFile): readonly Finding[] {
  const unknown = Object.keys(fields).filter((key) => !KEYS.some((known) => known === key));
  const near = new Set(unknown.map((key) => nearest(key, KEYS)));
  const missing = KEYS.filter((key) => !OPTIONAL.includes(key) && !Object.hasOwn(fields, key) && !near.has(key));
  return [
    ...missing.map((key) => at(document, [], `${key} is missing.`)),
    ...unknown.map((key) => {
      const meant = nearest(key, KEYS);
      // A key that is like no other may be a token that stands in the wrong place.
      const message =
        meant === undefined
          ? `This is not a key of an account: those are ${KEYS.join(', ')}.`
          : `${quoted(key)} is not a key of an account. Did you mean ${meant}?`;
      return at(document, [key], message);
    }),
  ];
}

const FORMS: Readonly<Record<Key, { readonly what: string; readonly fits: (value: Json) => boolean }>> = {
  hubId: { what: 'a whole number from 1', fits: (value) => Number.isSafeInteger(value) && Number(value) > 0 },
  appId: { what: 'digits', fits: (value) => /^\d{1,20}$/.test(String(value)) },
  refreshToken: {
    what: 'a text without blanks, line breaks and signs that are not ASCII',
    fits: (value) => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value),
  },
  scopes: { what: 'a list of words', fits: (value) => isList(value) && value.every(isWord) },
  labels: {
    what: 'a mapping of texts with up to 100 printable signs, and no name with =',
    fits: (value) =>
      Object.entries(mapping(value) ?? { '': 0 }).every(
        ([name, text]) => isLabel(name) && !name.includes('=') && isLabel(text),
      ),
  },
};

function valueFaults(fields: Fields, document: () => ParsedFile): readonly Finding[] {
  return KEYS.flatMap((key) => {
    const value = fields[key];
    if (value === undefined || FORMS[key].fits(value)) return [];
    return [at(document, [key], `${key} must be ${FORMS[key].what}.`)];
  });
}

function isWord(value: Json): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}

function isLabel(text: Json): boolean {
  return typeof text === 'string' && text.isWellFormed() && /^[^\p{Cc}]{1,100}$/u.test(text);
}

function at(document: () => ParsedFile, path: Path, message: string): Finding {
  return findingAt(document(), { ...WRONG, message, path, at: path.length === 0 ? 'key' : 'value' });
}

function repeated(installations: readonly ReadInstallation[]): readonly Finding[] {
  const first = new Map<number, Provenance>();
  return installations.flatMap(({ installation: { hubId }, provenance }): readonly Finding[] => {
    const earlier = first.get(hubId);
    if (earlier === undefined) {
      first.set(hubId, provenance);
      return [];
    }
    const message = `Account ${hubId} is listed twice.`;
    return [
      {
        code: 'account-repeated',
        severity: 'error',
        message,
        hint: 'Keep one of the two.',
        provenance,
        related: earlier,
      },
    ];
  });
}
