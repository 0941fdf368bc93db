/** The section of docs/schema.md about options, followed step by step against the embedded service. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/schema.md'), 'utf8');
const [, SECTION = ''] = /\n## Options\n([\s\S]*?)\n## /.exec(PAGE) ?? [];
const [, EXAMPLE = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(SECTION) ?? [];
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

/** Returns the exit code of an apply without consent, and the options of the account after it. */
async function applied(...flags: readonly string[]): Promise<readonly [number, readonly string[]]> {
  const { code } = await shell.run('apply', '--auto-approve', ...flags);
  const { properties } = await service.snapshot(1001);
  const options = properties['contacts']?.find(({ name }) => name === 'tier')?.options ?? [];
  return [code, options.map(({ value, label, hidden }) => `${value}: ${label}${hidden === true ? ' (hidden)' : ''}`)];
}

/** Returns the code in the section that contains the text, as a line of the property. */
function findCode(text: string): string {
  const [, line = ''] = [...SECTION.matchAll(/`([^`\n]+)`/g)].find(([, code = '']) => code.includes(text)) ?? [];
  return `  ${line}\n`;
}

test('every step of the section has the described effect', async () => {
  const withoutBronze = EXAMPLE.replace(/^.*bronze.*\n/m, '');
  const more = EXAMPLE.replace('label: Gold }', 'label: Gold member }');
  const relabelled = withoutBronze.replace('label: Gold }', 'label: Gold member }');
  const [hide, remove] = [relabelled + findCode('stage: hide'), relabelled + findCode('stage: remove')];
  const exact = relabelled + findCode('optionsMode: exact');
  await declare(withoutBronze);
  expect(await applied()).toEqual([0, ['gold: Gold', 'silver: Silver']]);
  await declare(more);
  expect(await applied()).toEqual([0, ['gold: Gold member', 'silver: Silver', 'bronze: Bronze']]);
  await declare(hide);
  expect(await applied()).toEqual([0, ['gold: Gold member', 'silver: Silver', 'bronze: Bronze (hidden)']]);

  // The two ways back that the section names, both left unapplied or undone.
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
  await declare(withoutBronze);
  expect((await shell.run('plan')).stdout).toContain('vip');
  await declare(exact);
  expect(await applied()).toEqual([3, ['gold: Gold member', 'silver: Silver', 'vip: VIP']]);
  expect(SECTION).toContain(`\`${CONSENT}\``);
  expect(await applied(...CONSENT.split(' '))).toEqual([0, ['gold: Gold member', 'silver: Silver']]);
});
