/** At the start of an apply: finds out what became of the calls that an earlier run left open. */

import type { Caller } from '../../contract/calls.ts';
import type { Clock } from '../../contract/clock.ts';
import { AuthError, sentenceOf, TransportError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { OnEvent, RunEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { Intention, JournalEntry, Ledger, LedgerStore } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import { type ApplyResult, isGood } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { settleHint } from '../hints.ts';
import type { CallResult } from './call-result.ts';
import { readBack } from './read-back.ts';
import { noLongerKnown } from './record.ts';
import { refutation } from './refuted.ts';
import { type Run, startRun } from './run.ts';
import { forbidsGoingOn, type Sent, sendAgain } from './send.ts';
import { type Settlement, settleReply } from './settle.ts';

export interface RecoverInput {
  /** Its lock is held. */
  readonly ledger: LedgerStore;
  readonly kinds: readonly Kind[];
  readonly caller: Caller;
  readonly clock: Clock;
  /** Id of the account, as proven by the token. */
  readonly hubId: number;
  /** Whether the plan that is applied makes the change of this call too: only then is the call repeated. All when left out. */
  readonly planned?: (intention: Intention) => boolean;
  readonly signal?: AbortSignal;
  readonly onEvent?: OnEvent;
}

export interface Recovered {
  /** As it is after everything that could be settled was. */
  readonly ledger: Ledger;
  readonly findings: readonly Finding[];
  /** Covered by intentions that stay open. */
  readonly uncertain: readonly Address[];
  /** How many intentions are open no longer. */
  readonly settled: number;
  /** What the service took when its call was repeated, and has not finished. */
  readonly accepted: readonly CallResult[];
  /** Calls that it took. */
  readonly calls: ApplyResult['calls'];
}

/** Whether the plan makes each change of the call: removes what it removes, and writes what it writes. */
export function isPlanned(plan: Plan): (intention: Intention) => boolean {
  const actions = new Map(plan.changes.map(({ address, action }) => [address, action] as const));
  return ({ covers, expects }) =>
    covers.every((address) => {
      const action = actions.get(address);
      return expects[address] === null ? action === 'remove' : action === 'create' || action === 'update';
    });
}

/** Reads back or repeats; what only a person can settle stays. Throws AuthError and LedgerError. */
export async function recover(input: RecoverInput): Promise<Recovered> {
  const known = await input.ledger.read();
  // A recovery writes no records of its own: those of the intentions carry the run that made them.
  const run = startRun({ ...input, newId: () => 'recovery' }, known);
  const findings: Finding[] = [];
  const accepted: CallResult[] = [];
  for (const intention of known.intentions) {
    const { entries, finding, as, results = [] } = await settleOne(run, intention, input.planned?.(intention) ?? true);
    await input.ledger.append(entries);
    accepted.push(...results);
    findings.push(finding ?? settledFinding(intention, as));
    input.onEvent?.({ type: 'recovered', intention, as });
  }
  const ledger = await input.ledger.read();
  const uncertain = [...new Set(ledger.intentions.flatMap(({ covers }) => covers))];
  const settled = known.intentions.length - ledger.intentions.length;
  return { ledger, findings, uncertain, settled, accepted, calls: run.calls };
}

interface Recovery {
  /** None: the intention stays open. */
  readonly entries: readonly JournalEntry[];
  readonly finding?: Finding;
  readonly as: Extract<RunEvent, { type: 'recovered' }>['as'];
  /** What the service took and has not finished. */
  readonly results?: readonly CallResult[];
}

async function settleOne(run: Run, intention: Intention, planned: boolean): Promise<Recovery> {
  switch (intention.recovery) {
    case 'read-back':
      return lookedBack(run, intention);
    case 'repeat':
      // Guards, consents and targets were checked for the plan: what it does not change must not change behind it.
      return planned ? repeat(run, intention) : notRepeated(intention);
    case 'ask':
      return {
        as: 'uncertain',
        entries: [],
        finding: findingOf(intention, {
          code: 'unsettled-intention',
          severity: 'error',
          message: `${intention.method} ${intention.path} of ${moment(intention.at)} may or may not have happened. Its body: ${JSON.stringify(intention.call.body ?? null)}`,
          hint: settleHint(intention),
        }),
      };
  }
}

async function lookedBack(run: Run, intention: Intention): Promise<Recovery> {
  try {
    const { standings, seen, entry } = await readBack(run, intention, { recent: true });
    const overtaken = standings.filter(({ as }) => as === 'neither').map(({ address }) => address);
    const finding = findingOf(intention, {
      code: 'intention-overtaken',
      severity: 'warning',
      message: `An earlier run may have changed ${overtaken.join(', ')}; someone changed it since, so the plan starts from what is there now.`,
    });
    return {
      as: seen.length > 0 ? 'applied' : 'not-applied',
      entries: [entry],
      ...(overtaken.length === 0 ? {} : { finding }),
    };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    return stillOpen(intention, `it could not be read back: ${sentenceOf(error)}`);
  }
}

async function repeat(run: Run, intention: Intention): Promise<Recovery> {
  const halted = run.halted();
  if (halted !== undefined) return stillOpen(intention, `it was not repeated. ${halted}`);
  const sent = await sendAgain(run, intention);
  switch (sent.type) {
    case 'reply':
      return settledAgain(run, intention, sent);
    case 'doubt':
      return stillOpen(intention, `repeating it did not clear it: ${sentenceOf(sent.error)}`);
    case 'refused': {
      if (sent.error instanceof AuthError) throw sent.error;
      if (forbidsGoingOn(sent.error)) run.halt(sent.error);
      if (sent.error instanceof TransportError || run.halted() !== undefined)
        return stillOpen(intention, `it could not be repeated: ${sentenceOf(sent.error)}`);
      const { entries, findings } = refutation(run, intention, sent.call, sent.error);
      return {
        as: 'not-applied',
        entries: [
          { type: 'settle', id: intention.id, as: 'not-applied', at: run.at() },
          ...(entries.length > 0 ? entries : noLongerKnown(run, intention.covers)),
        ],
        finding: findings[0] ?? refusedFinding(intention, sentenceOf(sent.error)),
      };
    }
  }
}

/** A reply that nobody can read, or that is about another resource, clears nothing. */
function settledAgain(run: Run, intention: Intention, { call, value }: Extract<Sent, { type: 'reply' }>): Recovery {
  let settlement: Settlement;
  try {
    settlement = settleReply(run, intention, call, value);
  } catch (error) {
    return stillOpen(intention, `repeating it did not clear it: ${sentenceOf(error)}`);
  }
  return repeated(intention, settlement, run);
}

/** What the reply to a repetition says failed may still be there from the first attempt. */
function repeated(intention: Intention, { results, entries, done }: Settlement, run: Run): Recovery {
  const messages = [...new Set(results.filter((result) => !isGood(result)).map(({ message }) => message))].join(' ');
  if (entries.length === 0) {
    const pending = results.find(({ status }) => status === 'accepted')?.message ?? messages;
    return { ...stillOpen(intention, `repeating it did not clear it: ${pending}`), results };
  }
  const others = intention.covers.filter((address) => !done.includes(address));
  const dropped = new Set(entries.flatMap((entry) => (entry.type === 'record' ? [entry.record.address] : [])));
  const still = others.filter((address) => !dropped.has(address));
  return {
    as: done.length > 0 ? 'applied' : 'not-applied',
    entries: [...entries, ...noLongerKnown(run, still)],
    ...(others.length === 0 ? {} : { finding: refusedFinding({ ...intention, covers: others }, messages) }),
  };
}

function refusedFinding(intention: Intention, why: string): Finding {
  return findingOf(intention, {
    code: 'intention-refused',
    severity: 'warning',
    message: `${intention.method} ${intention.path}, left open by an earlier run, was repeated and refused for ${intention.covers.join(', ')}: ${why}`,
  });
}

function settledFinding(intention: Intention, as: Recovery['as']): Finding {
  const { method, path, run, at } = intention;
  return findingOf(intention, {
    code: 'intention-settled',
    severity: 'info',
    message: `${method} ${path} of our own run ${run} (${moment(at)}), left open until now, ${as === 'applied' ? 'took effect: the ledger records it' : 'shows no effect'}.`,
  });
}

function notRepeated(intention: Intention): Recovery {
  const why = 'it is not repeated, because the plan does not make its change.';
  return stillOpen(intention, why, settleHint(intention));
}

function stillOpen(intention: Intention, why: string, hint = 'The next apply tries again.'): Recovery {
  return {
    as: 'uncertain',
    entries: [],
    finding: findingOf(intention, {
      code: 'intention-still-open',
      severity: 'warning',
      message: `${intention.method} ${intention.path} of ${moment(intention.at)} may or may not have happened, and ${why}`,
      hint,
    }),
  };
}

function findingOf({ covers: [address] }: Intention, finding: Finding): Finding {
  return address === undefined ? finding : { ...finding, address };
}
