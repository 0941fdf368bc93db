/** Runs the measurements that are named, or all, prints one table, and fails when a ratio is above its bound. */

import { apply } from './apply.ts';
import { calls } from './calls.ts';
import { coldStart } from './cold-start.ts';
import { fleet } from './fleet.ts';
import { installPackage } from './package-form.ts';
import { plan } from './plan.ts';
import { pull } from './pull.ts';
import { reconcilers } from './reconcilers.ts';
import { inTemporaryFolder } from './root.ts';
import { type Measurement, passes, type Row } from './row.ts';
import { surfaces } from './surfaces.ts';
import { tableOf } from './table.ts';

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  'cold-start': coldStart,
  reconcilers,
  plan,
  apply,
  calls,
  surfaces,
  pull,
  fleet,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(MEASUREMENTS, name));
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}. There are ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exitCode = 1;
} else {
  const rows: Row[] = [];
  await inTemporaryFolder(async (dir) => {
    console.error('Packing and installing ...');
    const installed = await installPackage(dir);
    for (const [name, measure] of Object.entries(MEASUREMENTS)) {
      if (asked.length > 0 && !asked.includes(name)) continue;
      console.error(`Measuring ${name} ...`);
      rows.push(...(await measure(installed)));
    }
  });
  console.log(tableOf(rows));
  if (!rows.every(passes)) process.exitCode = 1;
}
