/** Measures a fleet: an account, the tables, waiting accounts, a second worker, a status and a killed worker. */

import { status } from './fleet/status.ts';
import { together } from './fleet/together.ts';
import { unchanged } from './fleet/unchanged.ts';
import type { Installed } from './package-form.ts';
import type { Row } from './row.ts';

/** Sizes of each part; a part that is left out has its own. */
export interface FleetSizes {
  readonly unchanged?: Parameters<typeof unchanged>[0];
  readonly together?: Parameters<typeof together>[0];
  readonly status?: Parameters<typeof status>[0];
}

export async function fleet(_: Installed, sizes: FleetSizes = {}): Promise<readonly Row[]> {
  return [...(await unchanged(sizes.unchanged)), ...(await together(sizes.together)), ...(await status(sizes.status))];
}
