/** docs/options.md, followed from its first example to its last against the embedded service. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/options.md'), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const CONSENT = '--allow option-removal=property:contacts/tier';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

async function declare(property: string): Promise<void> {
  const below = property.replace(/^(?=.)/gm, '          ');
  const group = `  contacts:\n    groups:\n      loyalty:\n        displayName: Loyalty\n        properties:\n${below}`;
  await shell.write('trueup.yaml', `${sandboxText(service.url)}objects:\n${group}`);
}

/** Exit code of an apply without consent, and what the account has then. */
async function applied(...flags: readonly string[]): Promise<readonly [number, readonly string[]]> {
  const { code } = await shell.run('apply', '--auto-approve', ...flags);
  const { properties } = await service.snapshot(1001);
  const options = properties['contacts']?.find(({ name }) => name === 'tier')?.options ?? [];
  return [code, options.map(({ value, label, hidden }) => `${value}: ${label}${hidden === true ? ' (hidden)' : ''}`)];
}

test('every example of the page has the described effect', async () => {
  const [first = '', more = '', hide = '', remove = '', exact = '', ...rest] = EXAMPLES;
  expect(rest).toEqual([]);
  await declare(first);
  expect(await applied()).toEqual([0, ['gold: Gold', 'silver: Silver']]);
  await declare(more);
  expect(await applied()).toEqual([0, ['gold: Gold member', 'silver: Silver', 'bronze: Bronze']]);
  await declare(hide);
  expect(await applied()).toEqual([0, ['gold: Gold member', 'silver: Silver', 'bronze: Bronze (hidden)']]);

  // The two ways back that the page names, both left unapplied or undone.
  await declare(hide.replace(/^ +retire:.*\n/m, ''));
  expect(await applied()).toEqual([3, ['gold: Gold member', 'silver: Silver', 'bronze: Bronze (hidden)']]);
  await declare(more);
  expect(await applied()).toEqual([0, ['gold: Gold member', 'silver: Silver', 'bronze: Bronze']]);

  await declare(remove);
  expect(await applied()).toEqual([0, ['gold: Gold member', 'silver: Silver']]);
  await declare(remove.replace(/^ +retire:.*\n/m, ''));
  expect((await shell.run('plan', '--quiet')).stdout).toBe('Nothing to do.\n');

  await service.admin(1001).addOption('contacts', 'tier', { value: 'vip', label: 'VIP' });
  expect((await shell.run('drift')).stdout).toContain('vip');
  expect(await applied()).toEqual([0, ['gold: Gold member', 'silver: Silver', 'vip: VIP']]);
  await declare(first);
  expect((await shell.run('plan')).stdout).toContain('vip');
  await declare(exact);
  expect(await applied()).toEqual([3, ['gold: Gold member', 'silver: Silver', 'vip: VIP']]);
  expect(PAGE).toContain(`\`${CONSENT}\``);
  expect(await applied(...CONSENT.split(' '))).toEqual([0, ['gold: Gold member', 'silver: Silver']]);
});
