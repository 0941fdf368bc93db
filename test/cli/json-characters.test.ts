/** Tests that control characters from the account or a file reach a terminal and the ledger as escapes. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const LABEL = 'Tier\u202e\u2028\u2066x\u2069';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox((url) => projectText(url, { label: JSON.stringify(LABEL) })));
});

const ACTS = /[\u0080-\u009f\u2028-\u202e\u2066-\u2069]/;

test('in every document, the saved plan and the ledger with its history', async () => {
  const printed = [(await shell.run('plan', '--json', '-o', 'plan.json')).stdout];
  printed.push((await shell.run('apply', 'plan.json', '--json')).stdout);
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand \u009b2J\u202e' });
  for (const words of [['drift'], ['list', 'property'], ['ledger', 'list'], ['nothing\u202e']])
    printed.push((await shell.run(...words, '--json')).stdout);
  printed.push(await readFile(join(shell.cwd, 'plan.json'), 'utf8'));
  printed.push(await readFile(join(shell.cwd, '.trueup/sandbox.ledger.json'), 'utf8'));
  for (const text of printed) {
    expect(text).not.toMatch(ACTS);
    expect(() => JSON.parse(text)).not.toThrow();
  }
  expect(printed[0]).toContain('Tier\\u202e\\u2028\\u2066x\\u2069');
  expect(printed[2]).toContain('By hand \\u009b2J\\u202e');
  const ledger = JSON.parse(printed.at(-1) ?? '');
  expect(ledger.records['property:contacts/loyaltytier'].fields.label).toBe(LABEL);
});
