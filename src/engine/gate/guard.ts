/** Checks that a plan must pass before its first write. Pure. */

import { defined } from '../../contract/defined.ts';
import { StalePlanError } from '../../errors.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { type Change, isLeftToPeople } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice, Fix } from '../../model/fix.ts';
import { moment } from '../../model/moment.ts';
import type { Plan, PlanSummary } from '../../model/plan.ts';
import { type Consent, type Policy, selectConsents } from '../../model/policy.ts';
import { settling } from '../hints.ts';
import { alteredTimes } from './altered.ts';

export interface GuardInput {
  /** Apply the rest when some changes are blocked. */
  readonly skipBlocked: boolean;
  /** Account id that the user typed. */
  readonly confirm?: number;
  /** True if the plan was saved, so that a user could read it. */
  readonly saved: boolean;
  readonly account: Pick<Account, 'name' | 'hubId' | 'baseUrl' | 'surface' | 'protected'>;
  readonly policy: Policy;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Everything that forbids applying the plan; empty when nothing does. Throws StalePlanError for an expired plan. */
export function guardPlan(plan: Plan, input: GuardInput): readonly Finding[] {
  const expires = Date.parse(plan.expiresAt);
  // Of a saved plan, a time that cannot be read was edited; elsewhere it is over, too.
  if (input.saved ? expires <= input.now : !(expires > input.now)) {
    throw new StalePlanError('plan-expired', `The plan expired at ${moment(plan.expiresAt)}.`, {
      hint: 'Create a new plan.',
    });
  }
  if (plan.account.surface !== input.account.surface) {
    const message = `The plan was created for the ${plan.account.surface} surface; the account now uses the ${input.account.surface} surface.`;
    throw new StalePlanError('surface-changed', message, {
      hint: 'Create a new plan, review it, and apply the new plan.',
    });
  }
  return [
    ...(input.saved ? alteredTimes(plan, input.now) : []),
    ...otherAccount(plan, input),
    ...plan.findings.filter(({ severity }) => severity === 'error'),
    ...(input.skipBlocked ? [] : blockedFindings(plan)),
    ...tooMany(plan, { ...input.policy, allow: selectConsents(input.policy.allow, input.now) }),
    ...unconfirmed(plan, input),
  ];
}

function otherAccount({ account: planned }: Plan, { account }: GuardInput): readonly Finding[] {
  const differs = (what: string, theirs: string | number, ours: string | number): Finding => ({
    code: 'plan-of-other-account',
    severity: 'error',
    message: `The plan was created for the ${what} ${theirs}, not for ${ours}.`,
    hint: 'Create a plan for this account, or choose the account of the plan.',
  });
  const ids = planned.hubId !== null && account.hubId !== undefined && planned.hubId !== account.hubId;
  return [
    ...(planned.name === account.name ? [] : [differs('account', planned.name, account.name)]),
    ...(ids ? [differs('account id', planned.hubId ?? '', account.hubId ?? '')] : []),
    ...(planned.baseUrl === account.baseUrl ? [] : [differs('address', planned.baseUrl, account.baseUrl)]),
  ];
}

/** Returns one finding for each blocked change, with its remedy, and tells whether the other changes can be applied without it. */
export function blockedFindings(
  plan: Pick<Plan, 'changes' | 'calls' | 'summary' | 'findings' | 'origin'>,
): readonly Finding[] {
  const others: readonly Fix[] = hasOthers(plan) ? [{ action: 'skip-blocked' }] : [];
  return plan.changes
    .filter(({ action }) => action === 'blocked')
    .map((change) => {
      const { address, reason, provenance } = change;
      const { hint, fix = [] } = adviseUnblocking(change, plan);
      const advice = [...fix, ...others];
      return {
        code: 'blocked-change',
        severity: 'error',
        message: `${address} is blocked: ${reason}`,
        ...defined({ hint }),
        ...(advice.length === 0 ? {} : { fix: advice }),
        address,
        ...defined({ provenance }),
      };
    });
}

/** True if apply would change something without the blocked changes. */
function hasOthers({ calls, summary }: Pick<Plan, 'calls' | 'summary'>): boolean {
  return calls.length + summary.forget > 0;
}

function adviseUnblocking(change: Change, plan: Pick<Plan, 'findings' | 'origin'>): Advice {
  const { address, because, risks, neededBy } = change;
  const addresses = [address];
  switch (because) {
    case 'consent-required':
      return {
        hint:
          plan.origin.kind === 'revert'
            ? 'Allow the risk for this revert.'
            : 'Change the declaration. If that is not possible, allow the risk: for one plan, or in policy.allow.',
        fix: risks.map((risk): Fix => ({ action: 'allow', risk, address })),
      };
    case 'unseen':
      return { hint: 'See the finding about the read that failed, then create a new plan.' };
    case 'holder-missing':
      return { hint: 'See the finding about the missing resource, then create a new plan.' };
    case 'unsettled':
      return settling({ covers: addresses });
    case 'under-way':
      return { hint: 'Wait until that run is over, then create a new plan.' };
    case 'exists-unread':
      return { hint: 'Check it in the account.', fix: [{ action: 'adopt', addresses }] };
    case 'held':
      return {
        hint: 'Declare the values in the account, or overwrite them.',
        fix: [{ action: 'overwrite', addresses }],
      };
    case 'dependency-blocked':
      return neededBy === undefined
        ? { hint: 'Unblock the resources that it depends on.' }
        : withWhatNeeds(neededBy, plan);
    default:
      if (!isLeftToPeople(change)) return { hint: 'Change the declaration.' };
      return {
        hint: 'Change the declaration, or change it in the account by hand.',
        fix: [{ action: 'adopt', addresses, overwrite: true, when: 'changed' }],
      };
  }
}

/** Names the dropped resources that a removal includes after a consent. Trueup removes no other resource. */
function withWhatNeeds(addresses: readonly Address[], { findings, origin }: Pick<Plan, 'findings' | 'origin'>): Advice {
  const removals = findings.flatMap(({ code, fix = [] }) => (code === 'not-declared' ? fix : []));
  const fix = addresses.flatMap((address) =>
    removals.filter((removal) => removal.action === 'allow' && removal.address === address),
  );
  const hint =
    fix.length === addresses.length
      ? 'Delete it together with the resources that need it.'
      : origin.kind === 'revert'
        ? 'First delete the resources that need it.'
        : 'Declare it again, or first delete the resources that need it.';
  return { hint, ...(fix.length === 0 ? {} : { fix }) };
}

/**
 * A plan that changes a large share of the known resources usually belongs to another account or other files. Creations do not count. Small
 * accounts are exempt, because one change is a large share there.
 */
export function tooManyChanges(
  summary: Omit<PlanSummary, 'revert'>,
  { percent, above }: Policy['maxChanges'],
  allow: readonly Consent[],
  /** Number of known resources that the plan does not list. */
  others = 0,
): readonly Finding[] {
  const changed = summary.update + summary.remove;
  const known = Math.max(others, changed + summary.keep + summary.blocked);
  const over = known > above && changed * 100 > percent * known;
  const consented = allow.some(({ risk, address }) => risk === 'max-changes' && address === undefined);
  if (!over || consented) return [];
  return [
    {
      code: 'too-many-changes',
      severity: 'error',
      message: `The plan updates or removes ${changed} of ${known} known resources, more than ${percent} percent.`,
      hint: 'Check that it is the right account and the right files.',
      fix: [{ action: 'allow', risk: 'max-changes' }],
    },
  ];
}

/** Checks again, because the policy may be stricter than at the time of the plan. Findings of the plan are not repeated. */
function tooMany(
  { summary, allowed, findings, origin, fingerprint }: Plan,
  { maxChanges, allow }: Policy,
): readonly Finding[] {
  const said = findings.some(({ code }) => code === 'too-many-changes');
  const known = origin.kind === 'revert' ? Object.keys(fingerprint.resources).length : 0;
  return said ? [] : tooManyChanges(summary, maxChanges, [...allow, ...allowed], known);
}

function unconfirmed(plan: Plan, { account, confirm, saved }: GuardInput): readonly Finding[] {
  const hubId = account.hubId ?? plan.account.hubId;
  if (confirm !== undefined && confirm !== hubId) {
    return [
      {
        code: 'confirmation-differs',
        severity: 'error',
        message: `The confirmed account id ${confirm} is not the id of ${account.name} (${hubId ?? 'unknown'}).`,
        hint: 'Confirm the id of the account that the plan is for.',
      },
    ];
  }
  // A plan without changes needs no confirmation: it records resources in sync and settles open calls.
  const idle = plan.calls.length + plan.summary.forget === 0;
  if (!account.protected || saved || confirm !== undefined || idle) return [];
  return [
    {
      code: 'account-protected',
      severity: 'error',
      message: `The account ${account.name} is protected.`,
      hint: 'Apply a plan that was saved and reviewed, or confirm the account id.',
      fix: [{ action: 'save-plan' }, { action: 'confirm', hubId }],
    },
  ];
}
