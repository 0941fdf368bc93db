/** What the ledgers of other accounts in a location know of the ledgers of apps: an older copy of one of those is noticed by any of them. */

import { z } from 'zod';
import { parseWith } from '../contract/parse-with.ts';
import type { KnownApps } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { AppsShape } from './schema.ts';
import { type FileNames, isOfApp } from './state.ts';

const Head = z.looseObject({ account: z.looseObject({ name: z.string() }), apps: AppsShape });

export async function knownApps(disk: Disk, own: FileNames): Promise<readonly KnownApps[]> {
  const files = (await disk.list()).filter(
    (file) => file.endsWith('.ledger.json') && file !== own.ledger && !isOfApp(file),
  );
  const found = await Promise.all(files.sort().map(async (file) => headOf((await disk.read(file)) ?? '')));
  return found.flatMap((head) => (head === undefined ? [] : [{ name: head.account.name, apps: head.apps }]));
}

/** Sorted keys put the records, which are nearly all of the text, behind what is asked for. */
const RECORDS = /,\n {2}"records": \{/;

/** Undefined for a ledger without apps, and for one that cannot be understood: its own account is told what is wrong with it. */
function headOf(text: string): z.infer<typeof Head> | undefined {
  const end = RECORDS.exec(text)?.index;
  try {
    const result = parseWith(Head, JSON.parse(end === undefined ? text : `${text.slice(0, end)}}`));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
