/** An account from the caller that no file declares, in the form of a document. */

import type { Surface, Versions } from '../../contract/surfaces.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import type { DeclaredAccount } from './accounts.ts';

export interface GivenAccount {
  /** Name of the account, as in the files. Its ledger has this name. */
  readonly name: string;
  /** Account id. Apply refuses a token of any other account. */
  readonly hubId?: number | undefined;
  /** The default is the address of the vendor. */
  readonly baseUrl?: string | undefined;
  /** The default is documented. */
  readonly surface?: Surface | undefined;
  /** Versions of the dated surface, by resource. The default is the first attested version. */
  readonly versions?: Partial<Versions> | undefined;
  /** Values for `${values.NAME}`. They are literal: no text in them is interpolated. */
  readonly values?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Labels of the account for groups and reports. Its plans contain them; they are never secret. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Returns the account as if it were declared in a separate file. */
export function givenAccount({ name, hubId, baseUrl, surface, versions, values }: GivenAccount): DeclaredAccount {
  const fields = {
    ...(hubId === undefined ? {} : { hubId }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(surface === undefined ? {} : { surface }),
    ...(versions === undefined ? {} : { versions }),
    ...(values === undefined ? {} : { values }),
  };
  return { name, document: buildDocument(name, { accounts: { [name]: fields } }), path: ['accounts', name], fields };
}

/** Returns a document with a single position, because the text was not written by a user. */
function buildDocument(name: string, value: NonNullable<ParsedFile['value']>): ParsedFile {
  const path = `the account ${name}`;
  const text = JSON.stringify(value);
  const start = { file: path, line: 1, column: 1 };
  return {
    ...{ path, text, value },
    quotable: true,
    findings: [],
    reliableBefore: Number.POSITIVE_INFINITY,
    // A text of the caller is data and never an interpolation.
    holed: new Set(),
    lexemes: 0,
    position: () => start,
    written: () => undefined,
    hole: () => start,
    range: () => undefined,
    lineStart: (line) => (line === 1 ? 0 : undefined),
  };
}
