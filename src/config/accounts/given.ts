/** An account that the caller gives and no file names, as the document that a file of it would be. */

import type { Surface, Versions } from '../../contract/surfaces.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import type { DeclaredAccount } from './accounts.ts';

export interface GivenAccount {
  /** As an account of the files is called: its ledger is named after it. */
  readonly name: string;
  /** Account id; apply refuses a token of any other. */
  readonly hubId?: number | undefined;
  /** The vendor's address when left out. */
  readonly baseUrl?: string | undefined;
  /** documented when left out. */
  readonly surface?: Surface | undefined;
  /** Of the dated surface, by resource; the first that is attested when left out. */
  readonly versions?: Partial<Versions> | undefined;
  /** What `${values.NAME}` stands for, as it is: nothing in a text is interpolated. */
  readonly values?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Marks of the account, which its plans carry: for groups and reports. Never secret. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** As it would be written into a file of its own. */
export function givenAccount({ name, hubId, baseUrl, surface, versions, values }: GivenAccount): DeclaredAccount {
  const fields = {
    ...(hubId === undefined ? {} : { hubId }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(surface === undefined ? {} : { surface }),
    ...(versions === undefined ? {} : { versions }),
    ...(values === undefined ? {} : { values }),
  };
  return { name, document: documentOf(name, { accounts: { [name]: fields } }), path: ['accounts', name], fields };
}

/** Nobody wrote it, so there is one position only. */
function documentOf(name: string, value: NonNullable<ParsedFile['value']>): ParsedFile {
  const path = `the account ${name}`;
  const text = JSON.stringify(value);
  const start = { file: path, line: 1, column: 1 };
  return {
    ...{ path, text, value },
    quotable: true,
    findings: [],
    reliableBefore: Number.POSITIVE_INFINITY,
    // A text of the caller's is data: what looks like an interpolation is none.
    holed: new Set(),
    lexemes: 0,
    position: () => start,
    written: () => undefined,
    hole: () => start,
    range: () => undefined,
    lineStart: (line) => (line === 1 ? 0 : undefined),
  };
}
