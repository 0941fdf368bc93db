/**
 * Computes the number of requests that may be sent now, from the rate headers (assumption A10). A request occupies a slot from its start
 * until one interval after its reply. The service counted it between these times, so no window of that length, fixed or rolling, can exceed
 * its limit.
 */

export interface RateHeaders {
  readonly max: number;
  readonly remaining: number;
  readonly intervalMs: number;
}

/** Times are milliseconds of a monotonic clock. */
export interface Budget {
  /** Returns 0 if a request may be sent, or the milliseconds until the next check. Returns undefined if the next check is after a reply. */
  wait(now: number): number | undefined;
  /** Returns the wait of requests that the rate limit does not count. Only a pause delays them. */
  pauseLeft(now: number): number;
  begin(): void;
  /** Ends a started request. `sent` is the number of times it was sent. `headers` are the rate headers of its reply. */
  end(
    now: number,
    outcome: { readonly sent: number; readonly answered: boolean; readonly headers?: RateHeaders },
  ): void;
  /** Stops all requests for this time. */
  pause(now: number, ms: number): void;
}

/** Maximum in flight before the first reply reports the limit. */
const WARM_UP = 10;
/** Added to the interval for clock differences. */
const MARGIN_MS = 50;

export function createBudget(): Budget {
  /** Times of replies within the last interval, oldest first. */
  let replies: number[] = [];
  let inFlight = 0;
  let known: RateHeaders | 'nothing-yet' | 'no-limit' = 'nothing-yet';
  let reportedAt = 0;
  let freedSinceReport = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const pauseLeft = (now: number) => Math.max(0, pausedUntil - now);

  const forget = (span: number, now: number) => {
    const kept = replies.findIndex((at) => at + span > now);
    const over = kept === -1 ? replies.length : kept;
    if (over === 0) return;
    freedSinceReport += over;
    replies = replies.slice(over);
  };

  const slotWait = (now: number): number | undefined => {
    if (known === 'no-limit') return 0;
    if (known === 'nothing-yet') return inFlight < WARM_UP ? 0 : undefined;
    const span = known.intervalMs + MARGIN_MS;
    forget(span, now);
    const allowed = reportedAt + span <= now ? known.max : known.remaining + freedSinceReport;
    if (inFlight < allowed && inFlight + replies.length < known.max) return 0;
    const oldest = replies[0];
    const ends = [oldest, inFlight >= allowed ? reportedAt : undefined].filter(
      (at) => at !== undefined && at + span > now,
    );
    return ends.length === 0 ? undefined : Math.min(...ends.map((at) => (at ?? now) + span - now));
  };

  return {
    wait: (now) => pauseLeft(now) || slotWait(now),
    pauseLeft,
    begin: () => {
      inFlight += 1;
    },
    end: (now, { sent, answered, headers }) => {
      inFlight -= 1;
      if (known !== 'no-limit') replies.push(...Array<number>(sent).fill(now));
      if (headers === undefined) {
        if (answered && known === 'nothing-yet') known = 'no-limit';
        return;
      }
      known = headers;
      reportedAt = now;
      freedSinceReport = 0;
    },
    pause: (now, ms) => {
      pausedUntil = Math.max(pausedUntil, now + ms);
      // The share of other clients in the limit is unknown again. A few requests determine it.
      if (known !== 'no-limit') known = 'nothing-yet';
    },
  };
}
