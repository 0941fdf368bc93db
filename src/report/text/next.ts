/** The next command to type after a plan or an outcome, with the flags of the command that led there. */

import type { Address } from '../../model/address.ts';
import type { DriftedResource, DriftReport } from '../../model/drift.ts';
import type { Advice } from '../../model/fix.ts';
import type { ApplyResult } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import { lackingConsents } from '../consents.ts';
import { recordsSomething } from './counts.ts';
import type { TextStyle } from './style.ts';
import { commandLine, type Typed } from './typed.ts';

/** Typed words that the next command needs. */
export interface Invocation extends Typed {
  readonly targets: readonly string[];
  readonly allow: readonly string[];
  /** Addresses whose held drift is overwritten. */
  readonly overwrite?: readonly string[];
  /** File of the saved plan, if there is one. */
  readonly planFile?: string;
  /** Digest of that plan: the file is applied only while it is the plan that was shown. */
  readonly digest?: string;
  /** The run that the plan reverts, if it does. */
  readonly revert?: string;
  /** The account is protected: apply needs a saved plan or the account id. */
  readonly protected?: boolean;
  /** The account has `drift: hold`: apply keeps values that changed in the account, unless their address is in `overwrite`. */
  readonly hold?: boolean;
}

export interface Step {
  readonly command: string;
  /** Purpose, in the form `to ...`. */
  readonly purpose: string;
}

/** Writes each command on a separate, unbroken line, so that it can be copied. */
export function stepLines(steps: readonly Step[], style: TextStyle): readonly string[] {
  return steps.flatMap((step) => [`Next, ${step.purpose}:`, `  ${style.palette.command(step.command)}`]);
}

const MOST_STEPS = 6;
const MOST_OVERWRITTEN = 3;
const PLAN_FILE = 'trueup.plan.json';
const SETTLE = 'to settle the open calls of earlier runs';

/** Adds the run that the plan reverts, if it does. */
export function withOrigin(typed: Invocation, { origin }: Pick<Plan, 'origin'>): Invocation {
  return origin.kind === 'revert' ? { ...typed, revert: origin.run } : typed;
}

export function stepsAfterPlan(plan: Plan, given: Invocation): readonly Step[] {
  const typed = withOrigin(given, plan);
  // A plan on a ledger that another run is writing is stale when that run ends.
  if (plan.open?.some(({ settledBy }) => settledBy === 'run') === true)
    return [{ command: formatPlanCommand(typed), purpose: 'to plan again when the current run has finished' }];
  const settle = settleSteps(plan, plan.findings, typed);
  const steps = [...consentSteps(plan, typed), ...pullSteps(plan, typed)];
  if (plan.applyable)
    return [
      ...settle.slice(0, MOST_STEPS),
      ...pullSteps(plan, typed),
      ...(hasWork(plan) ? applySteps(plan, typed) : otherRunSteps(typed)),
    ];
  const errors = plan.findings.some((finding) => finding.severity === 'error');
  const rest = plan.calls.length + plan.summary.forget > 0 && !errors ? skipSteps(typed) : [];
  return [...settle.slice(0, MOST_STEPS), ...steps, ...rest];
}

export function stepsAfterApply(result: ApplyResult, typed: Invocation): readonly Step[] {
  const { failed, skipped, conflict, uncertain } = result.summary;
  if (failed + skipped + conflict + uncertain === 0 && result.open === undefined)
    return typed.revert === undefined
      ? []
      : [{ command: line(['plan'], typed, []), purpose: 'to see what the files would change in the account' }];
  const settle = settleSteps(result, [...result.findings, ...result.outcomes], typed);
  return [
    ...settle.slice(0, MOST_STEPS),
    { command: line(verb('plan', typed), typed), purpose: 'to see what remains' },
  ];
}

/** Offers both answers to drift: pull keeps it, and apply overwrites it. Findings name the remedy for changed resources that left the files. */
export function stepsAfterDrift(report: DriftReport, typed: Invocation): readonly Step[] {
  const { resources, open = [] } = report;
  if (resources.length === 0 && report.open === undefined)
    return [{ command: line(['plan'], typed), purpose: 'to see what apply would create or record' }];
  const drifted = resources.filter(isRemediedByApply);
  const changed = drifted.filter(({ status }) => status === 'drifted').map(({ address }) => address);
  const missing = drifted.filter(({ status, undeclared }) => status === 'gone' && undeclared !== true);
  const settle = settleSteps(report, report.findings, typed).slice(0, MOST_STEPS);
  if (changed.length > 0) return [...settle, pullStep(typed), ...revertSteps(changed, typed)];
  if (missing.length > 0) return [...settle, listStep(typed), ...revertSteps([], typed)];
  if (drifted.length > 0) return [...settle, ...makeApplySteps(typed, 'to drop the records of what is gone')];
  const settles = open.some(({ settledBy }) => settledBy === 'apply');
  return settles ? [...settle, { command: line(['apply'], typed), purpose: SETTLE }] : settle;
}

/** Returns true if an apply of the files ends the drift. It also drops the record of an undeclared resource that is gone. */
export function isRemediedByApply({ status, undeclared }: DriftedResource): boolean {
  return status === 'gone' || (status === 'drifted' && undeclared !== true);
}

/** A pull lists missing resources and does not delete their declarations. */
function listStep(typed: Invocation): Step {
  return { ...pullStep(typed), purpose: 'to list what to delete from the files, if it is to stay gone' };
}

/** An account with `drift: hold` keeps only changed resources. Apply creates missing resources again. */
function revertSteps(changed: readonly Address[], typed: Invocation): readonly Step[] {
  const held = typed.hold === true ? changed : [];
  const named = held.slice(0, MOST_OVERWRITTEN);
  const verb = held.length > 0 ? 'overwrite' : 'revert';
  const share = named.length < held.length ? ` of ${named.length} of ${held.length} resources` : '';
  const purpose =
    typed.protected === true
      ? `to ${verb} the drift${share}`
      : `to see the plan that ${verb}s the drift${share}, and to approve it`;
  return makeApplySteps({ ...typed, overwrite: [...(typed.overwrite ?? []), ...named] }, purpose);
}

/** Returns true if apply does something, apart from the work of a person. */
function hasWork(plan: Plan): boolean {
  const { calls, summary, open = [] } = plan;
  const settles = open.some(({ settledBy }) => settledBy === 'apply');
  return calls.length + summary.forget > 0 || recordsSomething(plan) || settles;
}

function applySteps(plan: Plan, typed: Invocation): readonly Step[] {
  const changes = plan.calls.length + plan.summary.forget > 0;
  const record = recordsSomething(plan) ? 'to write this to the ledger' : SETTLE;
  return makeApplySteps(
    { ...typed, protected: typed.protected === true && changes },
    changes ? 'to make these changes' : record,
  );
}

function otherRunSteps(typed: Invocation): readonly Step[] {
  if (typed.revert === undefined) return [];
  return [{ command: line(['ledger', 'runs'], typed, []), purpose: 'to choose another run' }];
}

function skipSteps(typed: Invocation): readonly Step[] {
  return makeApplySteps(typed, 'to make the changes that are not blocked', '--skip-blocked');
}

/** A protected account is changed by a saved plan. No command has its id, which protects only if a person types it. */
function makeApplySteps(typed: Invocation, purpose: string, ...flags: readonly string[]): readonly Step[] {
  const { planFile: saved } = typed;
  if (saved !== undefined) return [{ command: line(['apply', saved, ...flags], typed, digestFlag(typed)), purpose }];
  if (typed.protected !== true) return [{ command: line([...verb('apply', typed), ...flags], typed), purpose }];
  return [
    {
      command: formatPlanCommand({ ...typed, planFile: PLAN_FILE }),
      purpose: 'to save the plan, as the account is protected',
    },
    { command: line(['apply', PLAN_FILE, ...flags], typed, []), purpose },
  ];
}

function consentSteps(plan: Plan, typed: Invocation): readonly Step[] {
  const lacking = lackingConsents(plan);
  // The change or the finding itself names its consent. No command consents to more than a reader looks at.
  if (lacking.length < 2 || lacking.length > MOST_STEPS) return [];
  return [
    {
      command: formatPlanCommand({ ...typed, allow: [...typed.allow, ...lacking] }),
      purpose: 'to allow the risks',
    },
  ];
}

/** Offers a pull of each change in the account that the plan overwrites or holds. */
function pullSteps({ origin, changes }: Plan, typed: Invocation): readonly Step[] {
  const drifted = changes.some(
    ({ action, because }) => because === 'held' || (because === 'account-changed' && action === 'update'),
  );
  return drifted && origin.kind === 'files' ? [pullStep(typed)] : [];
}

function pullStep(typed: Invocation): Step {
  return {
    command: line(['pull', '--drift'], typed, []),
    purpose: 'to keep what changed in the account, in the files',
  };
}

/** A plan that reverts a run is made, shown and applied by one command. */
function verb(name: 'plan' | 'apply', { revert }: Invocation): readonly string[] {
  return revert === undefined ? [name] : ['revert', revert];
}

/** Returns the command for the same plan, saved to the same file. */
function formatPlanCommand(typed: Invocation): string {
  return line([...verb('plan', typed), ...(typed.planFile === undefined ? [] : ['-o', typed.planFile])], typed);
}

/** Returns both answers for each call that only a person can settle, unless the report names them. */
function settleSteps(
  { open = [] }: Pick<Plan, 'open'>,
  advices: readonly Advice[],
  typed: Invocation,
): readonly Step[] {
  const advised = new Set(
    advices.flatMap(({ fix = [] }) => fix.flatMap((action) => (action.action === 'settle' ? action.addresses : []))),
  );
  return open.flatMap(({ settledBy, covers }) => {
    const [address] = covers;
    if (settledBy !== 'person' || address === undefined || covers.some((covered) => advised.has(covered))) return [];
    const command = (as: string): string => line(['ledger', 'settle', address, '--as', as], typed, []);
    return [
      { command: command('applied'), purpose: 'to settle it as applied, if the account shows its effect' },
      { command: command('not-applied'), purpose: 'to settle it as not-applied, if it does not' },
    ];
  });
}

/** Adds the flags of the command: the configuration, the targets and the consents. */
function line(words: readonly string[], typed: Invocation, flags = planFlags(typed)): string {
  return commandLine(words, typed, flags);
}

function digestFlag({ digest }: Invocation): readonly string[] {
  return digest === undefined ? [] : ['--digest', digest];
}

function planFlags(typed: Invocation): readonly string[] {
  return [
    ...typed.targets.flatMap((target) => ['--target', target]),
    ...typed.allow.flatMap((allow) => ['--allow', allow]),
    ...(typed.overwrite ?? []).flatMap((address) => ['--overwrite', address]),
  ];
}
