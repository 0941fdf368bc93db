/** Runs one planned call, from the last read of the account to its settlement in the ledger. */

import { defined } from '../../contract/defined.ts';
import { readFailure } from '../../errors.ts';
import type { Address } from '../../model/address.ts';
import { withLaterIds } from '../../model/later-id.ts';
import type { Intention } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { findMisses } from '../observe/aim.ts';
import { type Moment, readMoment } from '../observe/seen-at.ts';
import { buildCallEnd, type CallEnd, type CallResult, sameResult } from './call-result.ts';
import { conclude } from './conclude.ts';
import { buildIntention } from './intention.ts';
import { conflicting, NotSent } from './not-sent.ts';
import { reduceCall } from './part.ts';
import { createPrecheck, planLook } from './precheck.ts';
import type { Run } from './run.ts';
import { sendOnce } from './send.ts';

/** A write to the ledger that fails may have got through all the same. */
const MAYBE_OPEN =
  'The ledger may show it as an open call: the next apply finds out, or asks you to settle it as not-applied.';

/** Runs the call. Errors become results, and an error that forbids further calls halts the run. */
export async function runCall(run: Run, planned: PlannedCall): Promise<CallEnd> {
  const open = refuseIfOpen(run, planned);
  if (open !== undefined) return open;
  const body = withLaterIds(planned.body, run.ids.typeIdAt);
  if ('unknown' in body) return sameResult(planned, { status: 'skipped', ...idUnknown(body.unknown) });
  const params = Object.entries(planned.params).map(([name, value]) => [name, run.pathOf?.(value) ?? value] as const);
  const call = { ...planned, params: Object.fromEntries(params), body: body.value };
  const missed = missedAim(run, call);
  if (missed !== undefined) return withoutHindered(run, call, missed);
  const look = planLook(run, call);
  let seenAt: Moment | undefined;
  try {
    seenAt = await look();
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    return withoutHindered(run, call, error);
  }
  const halted = run.halted();
  if (halted !== undefined) return sameResult(call, { status: 'skipped', message: halted });

  let intention: Intention;
  try {
    intention = buildIntention(run, call);
    await run.append([{ type: 'intend', intention }]);
  } catch (error) {
    run.halt(error);
    const message = 'Not sent: writing the ledger failed.';
    return sameResult(call, {
      status: 'failed',
      message,
      hint: MAYBE_OPEN,
      ...defined({ failure: readFailure(error) }),
    });
  }
  run.onEvent?.({ type: 'call-start', call });
  const precheck = createPrecheck(run, call.covers, seenAt ?? readMoment(run.clock), look);
  for (const address of call.covers) run.written.set(address, undefined);
  const sent = await sendOnce(run, intention, precheck);
  if (sent.type === 'reply' && sent.call === intention.onConflict) run.findings.push(...existedFindings(intention));
  const end = await conclude(run, { call, intention }, sent);
  run.onEvent?.({ type: 'call-done', call, ok: end.ok });
  return end;
}

/** Sends the resources without a problem as a smaller call if the kind allows it. */
async function withoutHindered(run: Run, call: PlannedCall, { results, free }: NotSent): Promise<CallEnd> {
  const part = reduceCall(run, call, free);
  if (part === undefined) return buildCallEnd(call, results);
  const end = await runCall(run, part);
  const sent = new Map(end.results.map((result) => [result.address, result] as const));
  return buildCallEnd(
    call,
    results.map((result) => sent.get(result.address) ?? result),
  );
}

/** Refuses a call on a resource with an open call, which might take effect later and undo this call. */
function refuseIfOpen(run: Run, call: PlannedCall): CallEnd | undefined {
  const open = run.known.intentions.find(({ covers }) => covers.some((address) => call.covers.includes(address)));
  if (open === undefined) return undefined;
  const accepted = call.covers.flatMap((address) => run.accepted?.find((result) => result.address === address) ?? []);
  if (accepted.length === call.covers.length) return buildCallEnd(call, accepted);
  const message = `Nothing was sent: it is unknown whether ${open.method} ${open.path} of ${moment(open.at)} took effect.`;
  return sameResult(call, { status: 'uncertain', message, hint: 'Run apply again: it finds out before it writes.' });
}

function idUnknown(address: Address): Pick<CallResult, 'message' | 'hint'> {
  return { message: `Not sent: the id of ${address} is unknown.`, hint: 'Create a new plan: it reads the id.' };
}

/** The finding for values that were overwritten without a read. */
function existedFindings({ covers, expects }: Intention): Run['findings'] {
  return covers.map((address) => ({
    code: 'existed-unseen',
    severity: 'warning',
    message: `${address} already existed and cannot be read: ${Object.keys(expects[address] ?? {}).join(', ')} may have had other values before.`,
    address,
  }));
}

/** Undefined for a call that is about what its addresses name. The run knows the names as they were when it began. */
function missedAim(run: Run, call: PlannedCall): NotSent | undefined {
  const missed = findMisses(run, call, call.covers);
  return missed.length === 0 ? undefined : conflicting(call, missed.map(moved));
}

function moved(address: Address): CallResult {
  const message = 'Not sent: its name now refers to another object or label in the account than in the plan.';
  return { address, status: 'conflict', message, hint: 'Create a new plan: it looks the name up again.' };
}
