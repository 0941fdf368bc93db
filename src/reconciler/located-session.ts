/** A session that starts on first use, and checks the account of the token only after the ledger is located. */

import { ConfigError } from '../errors.ts';
import type { GuardedLedger } from '../ledger/renamed.ts';
import type { OnEvent } from '../model/event.ts';
import type { Finding } from '../model/finding.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

export interface LocatedSessionOptions extends SessionOptions {
  readonly ledger: GuardedLedger;
  /** While there is one, nothing is sent: another address does not stand in for one that is refused. */
  readonly addressFaults: readonly Finding[];
  readonly onEvent?: OnEvent;
}

/** A ledger that lies elsewhere, or under another name, is refused before anything is sent. Throws ConfigError for a faulty address. */
export function locatedSession({ ledger, addressFaults, onEvent, ...options }: LocatedSessionOptions): () => Session {
  let opened: Session | undefined;
  const open = (): Session => {
    if (addressFaults.length > 0) throw new ConfigError(addressFaults);
    const { client, prove, isProven } = openSession({
      ...options,
      onWait: (wait) => onEvent?.({ type: 'waiting', ...wait }),
    });
    return {
      client,
      isProven,
      prove: async (expected) => {
        await ledger.store.location?.();
        onEvent?.({ type: 'account-check' });
        const account = await prove(expected);
        await ledger.proven(account.hubId);
        return account;
      },
    };
  };
  return () => {
    opened ??= open();
    return opened;
  };
}
