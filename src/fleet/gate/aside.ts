/** Asks a gate beside the work of a worker: a gate that takes its time holds its own wave alone. */

import type { Clock } from '../../contract/clock.ts';
import { type Gate, type GateAnswer, heldBy, type NextWave, type SwiftGate } from '../coordinator/gate.ts';

interface Asked {
  answer: GateAnswer | 'pending';
  /** When it was answered, by the clock's `elapsed`. */
  at: number;
  isRead: boolean;
}

/** So long an answer waits for the next look, in milliseconds: not until a rollout that was paused goes on. */
const UNREAD_MS = 60_000;

/**
 * Asked again, for one wave, so long after an answer that held it, and never while it is being asked. However long a gate takes to
 * answer, and a worker to look again, the answer is read.
 */
export function askedAside(
  gate: Gate,
  { clock, everyMs }: { readonly clock: Clock; readonly everyMs: number },
): SwiftGate {
  const asked = new Map<string, Asked>();
  const ask = (next: NextWave): Asked => {
    const one: Asked = { answer: 'pending', at: 0, isRead: false };
    const settle = (answer: GateAnswer): void => {
      one.answer = answer;
      one.at = clock.elapsed();
    };
    Promise.resolve(next)
      .then(gate)
      .then(settle, (error: unknown) => settle(heldBy(error)));
    return one;
  };
  const isOver = ({ answer, at, isRead }: Asked, now: number): boolean =>
    answer !== 'pending' && now >= at + (isRead ? everyMs : Math.max(everyMs, UNREAD_MS));
  return (next) => {
    const key = `${next.rollout}/${next.wave}`;
    const known = asked.get(key);
    if (known !== undefined && isOver(known, clock.elapsed())) asked.delete(key);
    const one = asked.get(key) ?? ask(next);
    one.isRead = one.answer !== 'pending';
    // An open gate is passed once: after a step back, such as a retry, it is asked anew.
    if (one.answer === true) asked.delete(key);
    else asked.set(key, one);
    return one.answer;
  };
}
