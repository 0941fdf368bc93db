/** Open calls of trueup runs: their effect in the account, and who settles them. */

import { defined } from '../../contract/defined.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Kind } from '../../model/kind.ts';
import type { Intention, Ledger, LedgerHolder } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { moment } from '../../model/moment.ts';
import { findSettler, listOpenCalls, type OpenCall, type OpenSight, type Settler } from '../../model/open-call.ts';
import { settling } from '../hints.ts';
import { kindLookup } from '../kind-lookup.ts';
import { listed } from '../listed.ts';
import { isMoved } from './aim.ts';
import { standing } from './standing.ts';

export interface OpenCallInput {
  readonly ledger: Pick<Ledger, 'intentions'>;
  readonly live: Live;
  readonly kinds: readonly Kind[];
  /** Process that holds the lock of the ledger now. The calls may belong to its current run. */
  readonly holder?: LedgerHolder;
}

export function openCalls({ ledger, live, kinds, holder }: OpenCallInput): readonly OpenCall[] {
  return ledger.intentions.flatMap((intention) =>
    listOpenCalls({ intentions: [intention] }, holder).map((call) => ({
      ...call,
      shows: determineSight(intention, live, kinds),
    })),
  );
}

/** The end of a report on the account: the open calls, and what these and the reads have to say. */
export function describeOpenCalls(input: OpenCallInput): {
  readonly open?: readonly OpenCall[];
  readonly findings: readonly Finding[];
} {
  const open = openCalls(input);
  const findings = [...input.live.findings, ...openCallFindings(open, input.holder)];
  return { ...(open.length === 0 ? {} : { open }), findings };
}

/** Returns one finding for each call. */
export function openCallFindings(calls: readonly OpenCall[], holder?: LedgerHolder): readonly Finding[] {
  return calls.map((call) => ({
    code: 'open-call',
    severity: call.settledBy === 'person' ? 'warning' : 'info',
    message: `${call.method} ${call.path} is an open call of trueup run ${call.run} (${moment(call.at)}) on ${listed(call.covers, NAMED)}: ${SIGHTS[call.shows]}.`,
    ...adviseOpenCall(call, holder),
    ...defined({ address: call.covers[0] }),
  }));
}

const NAMED = 8;

const SIGHTS: Readonly<Record<OpenSight, string>> = {
  effect: 'the account shows its effect',
  'partial-effect': 'the account shows its effect on some of them',
  'no-effect': 'the account shows no effect of it',
  'changed-since': 'it may have taken effect, and what it set is neither as before nor as it was sent',
  unknown: 'it is unknown whether it took effect',
};

function adviseOpenCall(call: OpenCall, holder: LedgerHolder | undefined): Advice {
  switch (call.settledBy) {
    case 'run':
      return { hint: `${describeWork(holder)} is under way and settles it.` };
    case 'apply':
      return {
        hint:
          call.shows === 'effect'
            ? 'The next apply records it.'
            : 'The next apply settles it before other writes: it reads the value back if possible, or repeats the call if that is harmless.',
      };
    case 'person':
      return settling(call);
  }
}

function describeWork({ owner, purpose = 'work', at }: LedgerHolder = { owner: 'another process' }): string {
  return `The ${purpose} of ${owner}${at === undefined ? '' : ` (since ${moment(at)})`}`;
}

/** Returns the addresses with an open call that can be neither read back nor repeated. They cannot be planned. */
export function findWaiting(
  { intentions }: Pick<Ledger, 'intentions'>,
  holder: LedgerHolder | undefined,
): ReadonlyMap<Address, Settler> {
  const asking = intentions.filter(({ recovery }) => recovery === 'ask');
  return new Map(
    asking.flatMap((intention) =>
      intention.covers.map((address) => [address, findSettler(intention, holder)] as const),
    ),
  );
}

function determineSight(intention: Intention, live: Live, kinds: readonly Kind[]): OpenSight {
  const unread = intention.covers.some((address) => live.unseen.has(address));
  const lookup = kindLookup(kinds);
  if (intention.recovery !== 'read-back' || unread || isMoved(lookup, intention)) return 'unknown';
  const standings = intention.covers.map((address) => standing(lookup, intention, address, live.resources));
  if (standings.every((as) => as === 'as-planned')) return 'effect';
  if (standings.includes('as-planned')) return 'partial-effect';
  return standings.includes('neither') ? 'changed-since' : 'no-effect';
}
