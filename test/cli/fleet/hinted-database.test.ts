/** A suggested command works on the database that was typed, and repeats no password. */

import { expect, test } from 'vitest';
import { listTypedFlags } from '../../../src/cli/context.ts';
import type { World } from '../../../src/cli/world.ts';
import { commandLine } from '../../../src/report/text/typed.ts';

const WORLD = { env: {} } as World;

test.each([
  ['postgres://ann:canary@db.example/crm', "'postgres://[secret]@db.example/crm'"],
  ['postgres://ann@db.example/crm', 'postgres://ann@db.example/crm'],
  ['./fleet', './fleet'],
])('%s', (database, repeated) => {
  const command = commandLine(['fleet', 'work'], listTypedFlags(WORLD, { database }));
  expect(command).toBe(`trueup fleet work --database ${repeated}`);
});
