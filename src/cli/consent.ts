/** Asks on a terminal before anything is written; without a terminal, consent must come from a flag. */

import { UnsafePlanError } from '../errors.ts';
import type { Advice } from '../model/fix.ts';
import type { Plan } from '../model/plan.ts';
import { terminalLine } from '../report/escape.ts';
import type { Context } from './context.ts';
import { askYes, type NoConsent, untilEnd } from './end-of-input.ts';
import type { PlanFlags } from './flags.ts';
import { requirePrinted } from './printing.ts';

export interface ConsentFlags extends PlanFlags {
  readonly autoApprove?: boolean;
  /** Digest of the reviewed plan: it replaces the approval. */
  readonly digest?: string;
  readonly confirm?: number;
  readonly skipBlocked?: boolean;
  /** Seconds. */
  readonly lockTimeout?: number;
}

/** The consent: nothing, or the typed account id. */
export type ConsentGiven = { readonly confirm?: number };

/** `no` was answered; `interrupted`: the question was cancelled. Throws UnsafePlanError if there is no terminal to ask, or if the given id is of another account. */
export async function askConsent(
  context: Context,
  flags: ConsentFlags,
  plan: Plan,
  isProtected: boolean,
): Promise<ConsentGiven | NoConsent> {
  const given = flags.confirm === undefined ? {} : { confirm: flags.confirm };
  if (flags.autoApprove === true || flags.digest !== undefined) return given;
  const { name, hubId } = plan.account;
  if (flags.confirm !== undefined && hubId !== null && flags.confirm !== hubId)
    throw new UnsafePlanError(`The confirmed account id ${flags.confirm} is not the id of ${name} (${hubId}).`, [], {
      hint: 'Confirm the id of the account that the plan is for.',
    });
  if (!isAsked(context, flags)) {
    throw new UnsafePlanError('The changes need approval, and there is no terminal to ask for it.', [], {
      ...waysToApprove(plan, isProtected && flags.confirm === undefined),
    });
  }
  context.clear();
  const typeId = (isProtected && flags.confirm === undefined) || plan.summary.destructive > 0;
  return typeId && plan.account.hubId !== null
    ? askId(context, plan, plan.account.hubId)
    : ((await askYes(context, `Apply these changes to ${terminalLine(name)}?`)) ?? given);
}

/** True if the consent comes from a person at a terminal. */
export function isAsked({ world: { isTTY } }: Context, { autoApprove, digest, json }: ConsentFlags): boolean {
  return autoApprove !== true && digest === undefined && json !== true && isTTY.stdin && isTTY.stderr;
}

/** A protected account is approved by its id alone. */
function waysToApprove({ account }: Plan, isProtected: boolean): Advice {
  return isProtected
    ? {
        hint: 'The account is protected: apply a saved plan, or add --auto-approve and confirm the account.',
        fix: [{ action: 'save-plan' }, { action: 'confirm', hubId: account.hubId }],
      }
    : { hint: 'Apply a saved plan, or add --auto-approve.' };
}

async function askId(context: Context, plan: Plan, hubId: number): Promise<ConsentGiven | NoConsent> {
  await requirePrinted(context);
  const { text, isCancel } = await import('@clack/prompts');
  const why = plan.summary.destructive > 0 ? 'The plan has destructive changes' : 'The account is protected';
  const answer = await untilEnd(context, (streams) =>
    text({
      message: `${why}. Type the account id (${hubId}) to apply these changes to ${terminalLine(plan.account.name)}:`,
      validate: (value) => (value === String(hubId) ? undefined : `Type ${hubId}, or press Ctrl-C to stop.`),
      ...streams,
    }),
  );
  return isCancel(answer) ? 'interrupted' : { confirm: hubId };
}
