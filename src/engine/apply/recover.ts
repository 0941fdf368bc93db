/** At the start of an apply: determines the outcome of the calls that an earlier run left open. */

import { defined } from '../../contract/defined.ts';
import { AuthError, formatSentence, TransportError } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import type { RunEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Intention, JournalEntry, Ledger } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import { type ApplyResult, isGood } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { settling } from '../hints.ts';
import { isMoved } from '../observe/aim.ts';
import type { CallResult } from './call-result.ts';
import { notApplied } from './intention.ts';
import { readBack } from './read-back.ts';
import { noLongerKnown } from './record.ts';
import { refutation } from './refuted.ts';
import { CHECK_VALUES } from './restored.ts';
import { type Run, type RunInput, startRun } from './run.ts';
import { haltWhereForbidden, type Reply, type Sent, sendAgain } from './send.ts';
import { type Settlement, settleReply } from './settle.ts';

export interface RecoverInput extends Omit<RunInput, 'newId' | 'accepted' | 'reviewedPart' | 'files' | 'restores'> {
  /** True if the current plan makes the change of this call. Other calls are not repeated. Default: all are repeated. */
  readonly planned?: (intention: Intention) => boolean;
  /** Returns the reason why a name in the address is unresolved, as a sentence. Returns undefined if it is resolved. */
  readonly unknownName?: (address: Address) => string | undefined;
}

export interface Recovered {
  /** The ledger after the recovery. */
  readonly ledger: Ledger;
  readonly findings: readonly Finding[];
  /** Covered by intentions that stay open. */
  readonly uncertain: readonly Address[];
  /** Number of intentions that were settled. */
  readonly settled: number;
  /** Repeated calls that the service accepted and has not finished. */
  readonly accepted: readonly CallResult[];
  /** Calls that it took. */
  readonly calls: ApplyResult['calls'];
}

/** Returns a test whether a plan makes each change of a call: the same removals, creates and updates. */
export function isPlanned(plan: Plan): (intention: Intention) => boolean {
  const actions = new Map(plan.changes.map(({ address, action }) => [address, action] as const));
  return ({ covers, expects }) =>
    covers.every((address) => {
      const action = actions.get(address);
      return expects[address] === null ? action === 'remove' : action === 'create' || action === 'update';
    });
}

/** Settles open calls by reads and repetitions. Other calls stay open for a person. Throws AuthError and LedgerError. */
export async function recover(input: RecoverInput): Promise<Recovered> {
  const known = await input.ledger.read();
  // A recovery writes no records of a new run. The records of the intentions name their own run.
  const run = startRun({ ...input, newId: () => 'recovery' }, known);
  const findings: Finding[] = [];
  const accepted: CallResult[] = [];
  for (const intention of known.intentions) {
    const [unknown] = intention.covers.flatMap((address) => input.unknownName?.(address) ?? []);
    const {
      entries,
      finding,
      as,
      shown,
      results = [],
      further = [],
    } = unknown === undefined
      ? await recoverOne(run, intention, input.planned?.(intention) ?? true)
      : leaveOpen(intention, `its name is not resolved. ${unknown}`, settling(intention));
    await run.append(entries);
    accepted.push(...results);
    findings.push(finding, ...further);
    input.onEvent?.({ type: 'recovered', intention, as, ...defined({ shown }) });
  }
  const ledger = await input.ledger.read();
  const uncertain = [...new Set(ledger.intentions.flatMap(({ covers }) => covers))];
  const settled = known.intentions.length - ledger.intentions.length;
  return { ledger, findings, uncertain, settled, accepted, calls: run.calls };
}

/** `planned` is true if the current plan makes the same change. Throws AuthError. */
async function recoverOne(run: Run, intention: Intention, planned: boolean): Promise<Recovery> {
  if (isMoved(run, intention))
    return leaveOpen(intention, 'its name now refers to another object or label in the account.', settling(intention));
  switch (intention.recovery) {
    case 'read-back':
      return recoverByRead(run, intention);
    case 'repeat':
      // Guards, consents and targets were checked for the plan. A call outside of the plan is not repeated.
      return planned ? recoverByRepeat(run, intention) : leaveUnrepeated(intention);
    case 'ask':
      return { as: 'uncertain', entries: [], finding: unsettledFinding(intention) };
  }
}

async function recoverByRead(run: Run, intention: Intention): Promise<Recovery> {
  try {
    const { standings, asPlanned, restored, entry, overtaken: left } = await readBack(run, intention, { recent: true });
    const overtaken = standings.filter(({ as }) => as === 'neither').map(({ address }) => address);
    return {
      as: entry.as,
      entries: [entry, ...left],
      shown: { effect: asPlanned, neither: overtaken },
      finding:
        overtaken.length > 0 ? overtakenFinding(intention, overtaken) : settledFinding(intention, asPlanned.length),
      further: [...restored].map(([address, since]) => restoredFinding(address, since)),
    };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    return leaveOpen(intention, `it could not be read back: ${formatSentence(error)}`);
  }
}

function leaveUnrepeated(intention: Intention): Recovery {
  const why = 'it is not repeated, because the plan does not make its change.';
  return leaveOpen(intention, why, settling(intention));
}

/** Throws AuthError. */
async function recoverByRepeat(run: Run, intention: Intention): Promise<Recovery> {
  const halted = run.halted();
  if (halted !== undefined) return leaveOpen(intention, `it was not repeated. ${halted}`);
  const sent = await sendAgain(run, intention);
  switch (sent.type) {
    case 'reply':
      return recoverByReply(run, intention, sent);
    case 'doubt':
      if (sent.error instanceof AuthError) throw sent.error;
      return leaveOpen(intention, `repeating it did not clear it: ${formatSentence(sent.error)}`);
    case 'refused':
      return recoverByRefusal(run, intention, sent);
  }
}

/** A reply that cannot be read, or describes another resource, settles nothing. */
function recoverByReply(run: Run, intention: Intention, sent: Reply): Recovery {
  let settlement: Settlement;
  try {
    settlement = settleReply(run, intention, sent);
  } catch (error) {
    return leaveOpen(intention, `repeating it did not clear it: ${formatSentence(error)}`);
  }
  return recoverBySettlement(run, intention, settlement);
}

/** Settles by the reply of the repetition. A resource that the reply reports as failed may exist because of the first attempt. */
function recoverBySettlement(run: Run, intention: Intention, { results, entries, done }: Settlement): Recovery {
  const messages = [...new Set(results.filter((result) => !isGood(result)).map(({ message }) => message))].join(' ');
  if (entries.length === 0) {
    const pending = results.find(({ status }) => status === 'accepted')?.message ?? messages;
    return { ...leaveOpen(intention, `repeating it did not clear it: ${pending}`), results };
  }
  const others = intention.covers.filter((address) => !done.includes(address));
  const dropped = new Set(entries.flatMap((entry) => (entry.type === 'record' ? [entry.record.address] : [])));
  const still = others.filter((address) => !dropped.has(address));
  return {
    as: done.length > 0 ? 'applied' : 'not-applied',
    entries: [...entries, ...noLongerKnown(run, still)],
    finding:
      others.length === 0
        ? settledFinding(intention, done.length)
        : refusedFinding({ ...intention, covers: others }, messages),
  };
}

async function recoverByRefusal(
  run: Run,
  intention: Intention,
  { call, error }: Extract<Sent, { type: 'refused' }>,
): Promise<Recovery> {
  if (error instanceof AuthError) throw error;
  haltWhereForbidden(run, error);
  if (error instanceof TransportError || run.halted() !== undefined)
    return leaveOpen(intention, `it could not be repeated: ${formatSentence(error)}`);
  const { entries, findings } = await refutation(run, intention, call, error);
  return {
    as: 'not-applied',
    entries: [notApplied(run, intention), ...(entries.length > 0 ? entries : noLongerKnown(run, intention.covers))],
    finding: findings[0] ?? refusedFinding(intention, formatSentence(error)),
  };
}

/** The outcome of one call that an earlier run left open. */
interface Recovery {
  /** Entries for the ledger. If empty, the intention stays open. */
  readonly entries: readonly JournalEntry[];
  readonly finding: Finding;
  /** Findings about single resources of the call. */
  readonly further?: readonly Finding[];
  readonly as: Extract<RunEvent, { type: 'recovered' }>['as'];
  readonly shown?: Extract<RunEvent, { type: 'recovered' }>['shown'];
  /** Results that the service accepted and has not finished. */
  readonly results?: readonly CallResult[];
}

function leaveOpen(intention: Intention, why: string, advice?: Advice): Recovery {
  return { as: 'uncertain', entries: [], finding: stillOpenFinding(intention, why, advice) };
}

/** `shown` is the number of resources that show the effect. */
function settledFinding(intention: Intention, shown: number): Finding {
  const { method, path, run, at, covers } = intention;
  const effect =
    shown === covers.length
      ? 'took effect: the ledger records it'
      : `took effect on ${shown} of its ${covers.length} resources: the ledger records those`;
  return addCallAddress(intention, {
    code: 'intention-settled',
    severity: 'info',
    message: `${method} ${path} of trueup run ${run} (${moment(at)}), left open until now, ${shown === 0 ? 'shows no effect' : effect}.`,
  });
}

function overtakenFinding(intention: Intention, overtaken: readonly Address[]): Finding {
  return addCallAddress(intention, {
    code: 'intention-overtaken',
    severity: 'warning',
    message: `An earlier run may have changed ${overtaken.join(', ')}. The account has neither the earlier values nor the values that the run sent. Differences from the sent values count as drift.`,
  });
}

/** The plan of the earlier run may have announced the restore, and another user may have changed the resource since: only its times are known. */
function restoredFinding(address: Address, createdAt: string): Finding {
  return {
    code: 'intention-restored',
    severity: 'warning',
    message: `${address} is as an earlier run sent it, but it was created at ${moment(createdAt)} and changed later. Either it was archived, and that run brought it back with its record values, or another user changed it since.`,
    hint: CHECK_VALUES,
    address,
  };
}

function refusedFinding(intention: Intention, why: string): Finding {
  return addCallAddress(intention, {
    code: 'intention-refused',
    severity: 'warning',
    message: `${intention.method} ${intention.path}, left open by an earlier run, was repeated and refused for ${intention.covers.join(', ')}: ${why}`,
  });
}

function stillOpenFinding(
  intention: Intention,
  why: string,
  advice: Advice = { hint: 'The next apply tries again.' },
): Finding {
  return addCallAddress(intention, {
    code: 'intention-still-open',
    severity: 'warning',
    message: `It is unknown whether ${intention.method} ${intention.path} of ${moment(intention.at)} took effect, and ${why}`,
    ...advice,
  });
}

/** The finding for a person. It has the body of the call, so that the person can look for its effect. */
function unsettledFinding(intention: Intention): Finding {
  return addCallAddress(intention, {
    code: 'unsettled-intention',
    severity: 'error',
    message: `It is unknown whether ${intention.method} ${intention.path} of ${moment(intention.at)} took effect. Its body: ${JSON.stringify(intention.call.body ?? null)}`,
    ...settling(intention),
  });
}

function addCallAddress({ covers: [address] }: Intention, finding: Finding): Finding {
  return address === undefined ? finding : { ...finding, address };
}
