/** A session that starts on first use, and checks the account of the token only after the ledger is located. */

import type { GuardedLedger } from '../ledger/renamed.ts';
import type { OnEvent } from '../model/event.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

export interface LocatedSessionOptions extends SessionOptions {
  readonly ledger: GuardedLedger;
  readonly onEvent?: OnEvent;
}

/** A ledger that lies elsewhere, or under another name, is refused before anything is sent. */
export function locatedSession({ ledger, onEvent, ...options }: LocatedSessionOptions): () => Session {
  let opened: Session | undefined;
  const open = (): Session => {
    const { client, prove } = openSession({ ...options, onWait: (wait) => onEvent?.({ type: 'waiting', ...wait }) });
    return {
      client,
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
