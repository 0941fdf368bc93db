import { expect, it } from 'vitest';
import type { GateAnswer } from '../../../src/fleet/coordinator/gate.ts';
import { askedAside } from '../../../src/fleet/gate/aside.ts';
import { steppedClock } from '../stepped-clock.ts';

const NEXT = { rollout: 'r1', wave: 1, states: {}, address: null };
const EVERY_MS = 10_000;

/** A gate that answers when it is told. */
function aGate() {
  const clock = steppedClock();
  const questions: ((answer: GateAnswer) => void)[] = [];
  const swift = askedAside(() => new Promise((answer) => questions.push(answer)), { clock, everyMs: EVERY_MS });
  const looks = async () => {
    const answer = swift(NEXT);
    await clock.advance(0);
    return answer;
  };
  return { clock, looks, questions, answer: (given: GateAnswer) => questions.at(-1)?.(given) };
}

it('opens however long its answer takes, and is not asked twice meanwhile', async () => {
  const { clock, looks, questions, answer } = aGate();
  expect(await looks()).toBe('pending');
  await clock.advance(3 * EVERY_MS);
  expect(await looks()).toBe('pending');
  answer(true);
  // The next look comes late as well.
  await clock.advance(2 * EVERY_MS);
  expect([await looks(), questions.length]).toEqual([true, 1]);
});

it('is asked again after it has held the wave for a time', async () => {
  const { clock, looks, questions, answer } = aGate();
  await looks();
  await clock.advance(EVERY_MS);
  answer(false);
  await clock.advance(1_000);
  expect([await looks(), questions.length]).toEqual([false, 1]);
  await clock.advance(EVERY_MS - 2_000);
  expect([await looks(), questions.length]).toEqual([false, 1]);
  await clock.advance(1_000);
  expect([await looks(), questions.length]).toEqual(['pending', 2]);
});

it('is asked anew where nobody has read its answer for long, as in a pause', async () => {
  const { clock, looks, questions, answer } = aGate();
  await looks();
  answer(true);
  await clock.advance(60_000);
  expect([await looks(), questions.length]).toEqual(['pending', 2]);
});
