/** Reads the heads of the ledgers of other accounts in a location: the account, and its views of the ledgers of apps. */

import { z } from 'zod';
import { parseWith } from '../contract/parse-with.ts';
import type { NeighbourLedger } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { AppsShape } from './schema.ts';
import { type FileNames, isOfApp } from './state.ts';

const Head = z.looseObject({
  account: z.looseObject({ name: z.string(), hubId: z.int().nullable() }),
  apps: AppsShape.default({}),
});

export async function neighboursOf(disk: Disk, own: FileNames): Promise<readonly NeighbourLedger[]> {
  const files = (await disk.list()).filter(
    (file) => file.endsWith('.ledger.json') && file !== own.ledger && !isOfApp(file),
  );
  const found = await Promise.all(files.sort().map(async (file) => headOf((await disk.read(file)) ?? '')));
  return found.flatMap((head) => (head === undefined ? [] : [{ ...head.account, apps: head.apps }]));
}

/** Sorted keys put the records, which are nearly all of the text, behind the head. */
const RECORDS = /,\n {2}"records": \{/;

/** Returns undefined for a damaged ledger. The run of its account reports the damage. */
function headOf(text: string): z.infer<typeof Head> | undefined {
  const end = RECORDS.exec(text)?.index;
  try {
    const result = parseWith(Head, JSON.parse(end === undefined ? text : `${text.slice(0, end)}}`));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
