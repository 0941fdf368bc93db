import { describe, expect, it, test } from 'vitest';
import { afterLook, type Rollout, type RolloutEvent, type WaveTally } from '../../../src/fleet/rollout/rollout.ts';
import { PHASES } from '../../../src/model/rollout.ts';

const STRATEGY = { soakMs: 50, maxFailedPercent: 10, maxUncertain: 0 };
const ROLLING: Rollout = { phase: 'rolling', wave: 0, soakUntil: null, strategy: STRATEGY };
const wave = (states: WaveTally['states'], changing = 10, failed = states.failed ?? 0): WaveTally => ({
  changing,
  failed,
  states,
});
const look = (waves: readonly WaveTally[], more: Partial<RolloutEvent> = {}): RolloutEvent => ({
  kind: 'look',
  at: 100,
  waves,
  ...more,
});
const NEXT = wave({ approved: 10 });

test('a wave that has ended is watched, and only then the next one starts', () => {
  const ended = look([wave({ applied: 9, failed: 1 }), NEXT]);
  const soaking = afterLook(ROLLING, ended);
  expect(soaking).toEqual({
    rollout: { ...ROLLING, phase: 'soaking', soakUntil: 150 },
    commands: [{ kind: 'wave-ended', wave: 0 }],
  });
  expect(afterLook(soaking.rollout, { ...ended, at: 149 })).toEqual({ rollout: soaking.rollout, commands: [] });
  expect(afterLook(soaking.rollout, { ...ended, at: 150 })).toEqual({
    rollout: { ...ROLLING, wave: 1 },
    commands: [{ kind: 'start-wave', wave: 1 }],
  });
});

test.each(['approved', 'running', 'deferred'] as const)('an account that is %s keeps its wave open', (state) => {
  expect(afterLook(ROLLING, look([wave({ applied: 9, [state]: 1 }), NEXT])).rollout).toEqual(ROLLING);
});

test.each(['waiting', 'moved', 'skipped', 'unchanged'] as const)('an account that is %s holds no wave up', (state) => {
  expect(afterLook(ROLLING, look([wave({ applied: 1, [state]: 9 }), NEXT])).rollout.phase).toBe('soaking');
});

test('too many failed or uncertain accounts stop a wave', () => {
  const stopped = afterLook(ROLLING, look([wave({ applied: 1, failed: 2, approved: 7 })]));
  expect(stopped.rollout).toEqual({ ...ROLLING, phase: 'stopped' });
  expect(stopped.commands).toEqual([
    {
      kind: 'budget-spent',
      because: 'In wave 1, 2 of 10 accounts to change have failed, and at most 10 % may',
    },
  ]);
  expect(afterLook(ROLLING, look([wave({ failed: 1, approved: 1 }, 2)])).commands).toEqual([
    { kind: 'budget-spent', because: 'In wave 1, 1 of 2 accounts to change has failed, and at most 10 % may' },
  ]);
  expect(afterLook(ROLLING, look([wave({ applied: 1, uncertain: 1, approved: 8 })])).rollout.phase).toBe('stopped');
  // Unchanged accounts do not raise the limit of failures.
  expect(afterLook(ROLLING, look([wave({ unchanged: 95, failed: 1, approved: 4 }, 5)])).rollout.phase).toBe('stopped');
  // A failure of an unchanged account does not count.
  expect(afterLook(ROLLING, look([wave({ failed: 3, approved: 1 }, 1, 0)])).rollout.phase).toBe('rolling');
});

test('waves without accounts start and end in one step', () => {
  const waves = [wave({ applied: 10 }), wave({}, 0), NEXT];
  const step = afterLook({ ...ROLLING, phase: 'soaking', soakUntil: 90 }, look(waves));
  expect(step).toEqual({
    rollout: { ...ROLLING, wave: 2 },
    commands: [
      { kind: 'start-wave', wave: 1 },
      { kind: 'wave-ended', wave: 1 },
      { kind: 'start-wave', wave: 2 },
    ],
  });
});

test('the last wave ends the rollout without a watch', () => {
  const step = afterLook({ ...ROLLING, wave: 1 }, look([wave({ applied: 10 }), wave({ applied: 10 })]));
  expect(step).toEqual({
    rollout: { ...ROLLING, wave: 1, phase: 'done' },
    commands: [{ kind: 'wave-ended', wave: 1 }, { kind: 'done' }],
  });
});

test('a stopped or paused rollout resumes only with a remaining budget', () => {
  const spent = look([wave({ failed: 2, applied: 8 }), NEXT], { kind: 'resume' });
  const mended = look([wave({ approved: 2, applied: 8 }), NEXT], { kind: 'resume' });
  for (const phase of ['stopped', 'paused'] as const) {
    const rollout = { ...ROLLING, phase };
    expect(afterLook(rollout, spent)).toEqual({
      rollout,
      commands: [],
      refused:
        'The rollout has spent its error budget: In wave 1, 2 of 10 accounts to change have failed, and at most 10 % may.',
    });
    expect(afterLook(rollout, mended).rollout).toEqual(ROLLING);
  }
});

test('a pause while a wave is watched goes on watching it', () => {
  const waves = [wave({ applied: 10 }), NEXT];
  const soaking: Rollout = { ...ROLLING, phase: 'soaking', soakUntil: 200 };
  const paused = afterLook(soaking, look(waves, { kind: 'pause' })).rollout;
  expect(afterLook(paused, look(waves, { kind: 'look', at: 300 })).rollout).toBe(paused);
  expect(afterLook(paused, look(waves, { kind: 'resume' })).rollout).toEqual(soaking);
});

describe('a command in a phase that does not allow it', () => {
  const ALLOWED: Readonly<Record<string, readonly string[]>> = {
    planned: ['planning'],
    compared: ['planning'],
    start: ['review'],
    pause: ['rolling', 'soaking'],
    resume: ['done', 'paused', 'stopped'],
    abort: ['done', 'paused', 'planning', 'review', 'rolling', 'soaking', 'stopped'],
  };

  it.each(Object.entries(ALLOWED))('%s is refused with its phase, and changes nothing', (kind, allowed) => {
    const accepted = PHASES.filter((phase) => {
      const before: Rollout = { ...ROLLING, phase };
      const event = look([wave({ applied: 10 }), NEXT], { kind: kind as RolloutEvent['kind'], at: 0 });
      const step = afterLook(before, event);
      if (step.refused !== undefined)
        expect(step).toEqual({ rollout: before, commands: [], refused: `The rollout is ${phase}.` });
      return step.refused === undefined;
    });
    expect(accepted.sort()).toEqual(allowed);
  });

  it('includes a start without accounts to run', () => {
    const before: Rollout = { ...ROLLING, phase: 'review', wave: -1 };
    expect(afterLook(before, look([wave({ waiting: 10 })], { kind: 'start' }))).toEqual({
      rollout: before,
      commands: [],
      refused: 'The rollout has no account that is approved.',
    });
  });
});
