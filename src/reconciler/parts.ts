/** Parts that the operations of one reconciler share: project, ledger, session and view of the account. */

import type { Clock, NewId } from '../contract/clock.ts';
import type { Resolution } from '../model/desired.ts';
import type { OnEvent } from '../model/event.ts';
import type { Finding } from '../model/finding.ts';
import type { Kind } from '../model/kind.ts';
import type { JoinedLedger } from '../model/ledger.ts';
import type { LocatedSession } from './located-session.ts';
import type { Observer } from './observer.ts';

/** Before its view of the account, which is made of the rest. */
export interface PartsWithoutView {
  readonly resolution: Resolution;
  /** Offline findings, rules included. */
  readonly findings: readonly Finding[];
  /** Kinds of the surface. Reads and calls get kinds with names from `kindsFor`. */
  readonly kinds: readonly Kind[];
  readonly store: JoinedLedger;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
  /** Opened when it is first asked for. */
  session(): LocatedSession;
}

export interface Parts extends PartsWithoutView, Observer {}
