/** Tests which patterns of a CODEOWNERS file match a path, and which line decides. */

import { describe, expect, test } from 'vitest';
import { hasOwner } from '../../src/cli/doctor/github-rules.ts';

describe('a path has an owner', () => {
  test.each([
    ['* @a', 'crm/a.yaml', true],
    ['*.yaml @a', 'crm/b/a.yaml', true],
    ['*.yml @a', 'crm/a.yaml', false],
    ['/crm/ @a', 'crm/b/a.yaml', true],
    ['crm/ @a', 'x/crm/a.yaml', true],
    ['/crm/ @a', 'x/crm/a.yaml', false],
    ['crm/* @a', 'crm/a.yaml', true],
    ['crm/* @a', 'crm/b/a.yaml', false],
    ['/* @a', 'crm/a.yaml', false],
    ['/crm @a', 'crm/a.yaml', true],
    ['**/crm @a', 'x/y/crm/a.yaml', true],
    ['/crm/** @a', 'crm/b/a.yaml', true],
    ['* @a\n/crm/', 'crm/a.yaml', false],
    ['/crm/\n* @a', 'crm/a.yaml', true],
    ['# * @a', 'crm/a.yaml', false],
    ['/crm/ # @a', 'crm/a.yaml', false],
    ['/my\\ crm/ @a', 'my crm/a.yaml', true],
    ['crm.yaml @a', 'crmxyaml', false],
    ['', 'crm/a.yaml', false],
  ] as const)('%j: %s: %s', (text, path, owned) => {
    expect(hasOwner(text, path)).toBe(owned);
  });
});
