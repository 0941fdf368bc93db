import { expect, it } from 'vitest';
import { aShell } from '../../support/world.ts';

it.each([
  ['accounts', '--state', 'activ', 'active, paused, revoked, uninstalled'],
  ['approve', '--over-threshold', 'option-removals', 'option-removal'],
])('fleet %s %s %s is refused with the allowed values', async (command, flag, value, choices) => {
  const shell = await aShell();
  const { code, stderr } = await shell.run('fleet', command, flag, value);
  expect([code, stderr.includes(value), stderr.replaceAll('\n', ' ').includes(choices)]).toEqual([1, true, true]);
});

it.each(['accounts', 'plan', 'drift'])('fleet %s refuses two values of the same label', async (command) => {
  const shell = await aShell();
  const { code, stderr } = await shell.run('fleet', command, '--label', 'ring=canary', '--label', 'ring=beta');
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('An account has one value of the label ring'),
  ]);
});
