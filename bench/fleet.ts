/** A fleet: what an account, the tables, waiting accounts, a second worker, a look and a killed worker cost. */

import { status } from './fleet/status.ts';
import { together } from './fleet/together.ts';
import { unchanged } from './fleet/unchanged.ts';
import type { Row } from './row.ts';

export async function fleet(): Promise<readonly Row[]> {
  return [...(await unchanged()), ...(await together()), ...(await status())];
}
