/** Which rollout a command means: named by the beginning of its id, or the only one that can do what is asked. */

import { expect, test } from 'vitest';
import { namedRollout } from '../../../src/cli/fleet/named-rollout.ts';
import type { FleetRead } from '../../../src/fleet/index.ts';
import type { Phase } from '../../../src/model/rollout.ts';

const SUMMARY = {
  kind: 'apply',
  note: '',
  by: null,
  reverts: null,
  revertedBy: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  wave: 0,
  states: {},
} as const;

function readOf(...phases: readonly Phase[]): FleetRead {
  const all = phases.map((phase, at) => ({ ...SUMMARY, rollout: `${String.fromCharCode(97 + at)}${at}${at}`, phase }));
  const rollouts: FleetRead['rollouts'] = async ({ after, limit = 20 } = {}) => {
    const from = after === undefined ? 0 : all.findIndex(({ rollout }) => rollout === after) + 1;
    return all.slice(from, from + limit);
  };
  return { rollouts } as FleetRead;
}

const APPROVE = { to: 'be approved', phases: ['review'] } as const;

test('without a name it is the newest that is read, and the only one that can do what is asked', async () => {
  const read = readOf('done', 'review', 'aborted');
  expect(await namedRollout(read, undefined, { to: 'be shown' })).toMatchObject({ rollout: 'a00' });
  expect(await namedRollout(read, undefined, APPROVE)).toMatchObject({ rollout: 'b11' });
  expect(await namedRollout(read, 'c', APPROVE)).toMatchObject({ rollout: 'c22' });
});

test('in doubt nothing is done: the hint names those that are meant, or where to look', async () => {
  const read = readOf('review', 'review');
  await expect(namedRollout(read, undefined, APPROVE)).rejects.toMatchObject({
    code: 'rollout-ambiguous',
    hint: 'Name one of them: a00 (review, made 2026-11-20 10:00 UTC); b11 (review, made 2026-11-20 10:00 UTC).',
  });
  await expect(namedRollout(read, 'x', APPROVE)).rejects.toMatchObject({ code: 'rollout-unknown' });
  await expect(namedRollout(readOf('done'), undefined, APPROVE)).rejects.toMatchObject({
    message: 'No rollout can be approved now.',
  });
  await expect(namedRollout(readOf(), undefined, APPROVE)).rejects.toMatchObject({
    message: 'There is no rollout yet.',
  });
  await expect(namedRollout(readOf('done', ...Array<Phase>(3).fill('done')), '', APPROVE)).rejects.toMatchObject({
    code: 'rollout-ambiguous',
  });
});

test('a rollout on a later page is found', async () => {
  const many = Array<Phase>(150).fill('done');
  expect(await namedRollout(readOf(...many, 'review'), undefined, APPROVE)).toMatchObject({ phase: 'review' });
});

test('those that are named differ by their notes and makers, and above five the list is named', async () => {
  const all = Array.from({ length: 7 }, (_, at) => ({
    ...SUMMARY,
    ...({ rollout: `r${at}`, phase: 'review', by: 'ann', note: `commit ${at}` } as const),
  }));
  const read = { rollouts: async () => all } as unknown as FleetRead;
  await expect(namedRollout(read, undefined, APPROVE)).rejects.toMatchObject({
    hint: expect.stringMatching(
      /^Name one of them: r0 \(review, made [^;]+ by ann, commit 0\);.+; 2 more: `trueup fleet status`$/,
    ),
  });
});

test('of several that can, those that are ready for it are meant', async () => {
  const read = readOf('review', 'review');
  const rather = ({ rollout }: { readonly rollout: string }): boolean => rollout === 'b11';
  expect(await namedRollout(read, undefined, { ...APPROVE, rather })).toMatchObject({ rollout: 'b11' });
  const none = namedRollout(readOf('review'), undefined, { ...APPROVE, rather: () => false });
  expect(await none).toMatchObject({ rollout: 'a00' });
});
