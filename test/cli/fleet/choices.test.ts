import { expect, it } from 'vitest';
import { aShell } from '../../support/world.ts';

it.each([
  ['accounts', '--state', 'activ', 'active, paused, revoked, uninstalled'],
  ['approve', '--over-threshold', 'option-removals', 'option-removal'],
])('fleet %s %s %s is refused with what it may be', async (command, flag, value, choices) => {
  const shell = await aShell();
  const { code, stderr } = await shell.run('fleet', command, flag, value);
  expect([code, stderr.includes(value), stderr.replaceAll('\n', ' ').includes(choices)]).toEqual([1, true, true]);
});

it.each(['accounts', 'plan', 'drift'])(
  'fleet %s with two values of a label is refused: the first one was left out',
  async (command) => {
    const shell = await aShell();
    const { code, stderr } = await shell.run('fleet', command, '--label', 'ring=canary', '--label', 'ring=beta');
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining('An account has one value of the label ring'),
    ]);
  },
);
