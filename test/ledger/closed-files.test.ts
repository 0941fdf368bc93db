import { expect, test } from 'vitest';
import { orClosed } from '../../src/private-file.ts';

function aFile(fails = false) {
  let closed = 0;
  return {
    closed: () => closed,
    close: async () => {
      closed += 1;
      if (fails) throw new Error('It cannot be closed.');
    },
  };
}

test('a file stays open for later work, and is closed if the work fails', async () => {
  const [kept, failed, stuck] = [aFile(), aFile(), aFile(true)];
  expect(await orClosed(kept, async () => 3)).toBe(3);
  const full = new Error('It is full.');
  for (const file of [failed, stuck]) await expect(orClosed(file, () => Promise.reject(full))).rejects.toBe(full);
  expect([kept, failed, stuck].map(({ closed }) => closed())).toEqual([0, 1, 1]);
});
