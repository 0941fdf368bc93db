/** What an account is expected to cost: it is charged before its calls are made, and what it did cost is known only after them. */

export interface Meter {
  /** Calls, at least 1. */
  estimate(): number;
  /** An account has ended after so many calls. */
  ended(calls: number): void;
}

/** Before any account has ended: somewhat more than a plan without changes takes. */
const FIRST_ESTIMATE = 10;
/** So many accounts are remembered: a wave with other changes is known for what it is after as many. */
const REMEMBERED = 50;

export function callMeter(): Meter {
  let mean = FIRST_ESTIMATE;
  let known = 0;
  return {
    estimate: () => Math.max(1, Math.ceil(mean)),
    ended(calls) {
      known = Math.min(known + 1, REMEMBERED);
      mean += (calls - mean) / known;
    },
  };
}
