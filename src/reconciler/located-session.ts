/** A session that starts on first use, and checks the account of the token only after the ledger is located. */

import { ConfigError } from '../errors.ts';
import type { GuardedLedger } from '../ledger/first-ledger.ts';
import type { OnEvent } from '../model/event.ts';
import type { Finding } from '../model/finding.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

export interface LocatedSessionOptions extends SessionOptions {
  readonly ledger: GuardedLedger;
  /** Faults of the address. With a fault, no call is sent, because no other address may replace a refused one. */
  readonly addressFaults: readonly Finding[];
  readonly onEvent?: OnEvent;
}

export interface LocatedSession extends Omit<Session, 'prove'> {
  /** `isOfLedger`: the ledger, and not the configuration or a plan, knows the id. Throws AuthError `wrong-account`. */
  prove(expectedHubId: number | null, isOfLedger?: boolean): ReturnType<Session['prove']>;
}

/** A ledger that lies elsewhere, or under another name, is refused before anything is sent. Throws ConfigError for a faulty address. */
export function locatedSession({
  ledger,
  addressFaults,
  onEvent,
  ...options
}: LocatedSessionOptions): () => LocatedSession {
  let opened: LocatedSession | undefined;
  const open = (): LocatedSession => {
    if (addressFaults.length > 0) throw new ConfigError(addressFaults);
    const { client, prove, isProven, account } = openSession({
      ...options,
      onWait: (wait) => onEvent?.({ type: 'waiting', ...wait }),
    });
    return {
      client,
      isProven,
      account,
      prove: async (expected, isOfLedger) => {
        const located = await ledger.store.location?.();
        onEvent?.({ type: 'account-check' });
        const proven = await prove(expected, isOfLedger === true ? located?.path : undefined);
        await ledger.proven(proven.hubId);
        return proven;
      },
    };
  };
  return () => {
    opened ??= open();
    return opened;
  };
}
