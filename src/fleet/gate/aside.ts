/** Asks a gate beside the work of a worker: a gate that takes its time holds its own wave alone. */

import type { Clock } from '../../contract/clock.ts';
import { type Gate, type GateAnswer, heldBy, type NextWave, type SwiftGate } from '../coordinator/gate.ts';

interface Asked {
  answer: GateAnswer | 'pending';
  /** By the clock's `elapsed`. */
  readonly at: number;
}

/** Asked again, for one wave, at most once in `everyMs`, and never while it is being asked. */
export function askedAside(
  gate: Gate,
  { clock, everyMs }: { readonly clock: Clock; readonly everyMs: number },
): SwiftGate {
  const asked = new Map<string, Asked>();
  const ask = (next: NextWave): Asked => {
    const one: Asked = { answer: 'pending', at: clock.elapsed() };
    const settle = (answer: GateAnswer): void => {
      one.answer = answer;
    };
    Promise.resolve(next)
      .then(gate)
      .then(settle, (error: unknown) => settle(heldBy(error)));
    return one;
  };
  return (next) => {
    const key = `${next.rollout}/${next.wave}`;
    const known = asked.get(key);
    if (known !== undefined && known.answer !== 'pending' && known.at + everyMs <= clock.elapsed()) asked.delete(key);
    const one = asked.get(key) ?? ask(next);
    // An open gate is passed once: after a step back, such as a retry, it is asked anew.
    if (one.answer === true) asked.delete(key);
    else asked.set(key, one);
    return one.answer;
  };
}
