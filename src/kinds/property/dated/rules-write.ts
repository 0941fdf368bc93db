/** Calls that set the new and the changed validation rules of a property (interface 11.10). */

import { findRuleFault } from '../../../contract/validation-rules.ts';
import type { Fields } from '../../../model/json.ts';
import type { Blockage, CallDraft, DesiredChange } from '../../../model/kind.ts';
import { isSameRule, type Rule, readRules } from '../validation.ts';

type Change = Pick<DesiredChange<Fields>, 'address' | 'action' | 'after' | 'before' | 'changed'>;

const ROUTE = 'The call replaces the rule of its type only (interface 11.10).';

export interface RulesAfter {
  readonly params: { readonly objectTypeId: string; readonly propertyName: string };
  /** Position of the draft that these calls follow. Undefined if there is none. */
  readonly behind: number | undefined;
  /** Position of the first of these calls. */
  readonly first: number;
  /** Fields that the draft before leaves. */
  readonly reached: Fields;
}

/** Returns the calls, each after the call before it. */
export function draftRuleCalls(change: Change, { params, behind, first, reached }: RulesAfter): readonly CallDraft[] {
  const { address } = change;
  let known = findLiveRules(change);
  return findChangedRules(change).map((rule, index): CallDraft => {
    const earlier = known;
    known = [...earlier.filter(({ value }) => value !== rule.value), rule].toSorted((left, right) =>
      left.value < right.value ? -1 : 1,
    );
    const previous = index === 0 ? behind : first + index - 1;
    return {
      endpoint: 'setValidationRule',
      params: { ...params, ruleType: rule.value },
      body: buildBody(rule),
      covers: [address],
      writes: ['validation'],
      expects: { [address]: { ...reached, validation: [...known] } },
      route: ROUTE,
      after: previous === undefined ? [] : [previous],
      ...(previous === undefined ? {} : { before: { [address]: { validation: [...earlier] } } }),
    };
  });
}

/** A call without the flag would remove it from the rule (assumption A91). */
function buildBody({ arguments: ruleArguments, shouldApplyNormalization }: Rule): Fields {
  return {
    ruleArguments,
    ...(shouldApplyNormalization == null ? {} : { shouldApplyNormalization }),
  };
}

/** Blocks a change that would remove an unknown flag from a rule, or replace rules that no read showed. */
export function findUnknownRules(change: Change): readonly Blockage[] {
  const { address, action, before } = change;
  if (findChangedRules(change).length === 0 || action === 'create') return [];
  const unknown = (reason: string): Blockage => ({ address, because: 'unseen', reason, section: '11.10' });
  if (before?.['validation'] === undefined) return [unknown('No read shows its validation rules.')];
  const live = new Set(findLiveRules(change).map(({ value }) => value));
  const flagless = findChangedRules(change).filter(
    ({ value, shouldApplyNormalization }) => live.has(value) && shouldApplyNormalization === undefined,
  );
  const types = flagless.map(({ value }) => value).join(', ');
  return flagless.length === 0
    ? []
    : [unknown(`No read shows shouldApplyNormalization of ${types}, so a change could reset it.`)];
}

/** Returns the rules after the change that are new or have other arguments, and that the type of the property allows. */
export function findChangedRules(change: Change): readonly Rule[] {
  return findUnsetRules(change).filter((rule) => !isUnsuited(rule, change));
}

/** Returns the rules that a revert cannot set again, because the property has another type than when they were set. */
export function findUnsuitedRules(change: Change): readonly Rule[] {
  return findUnsetRules(change).filter((rule) => isUnsuited(rule, change));
}

function findUnsetRules(change: Change): readonly Rule[] {
  const { action, after, changed } = change;
  if (action === 'remove' || (action === 'update' && !changed.includes('validation'))) return [];
  const live = new Map(findLiveRules(change).map((rule) => [rule.value, rule] as const));
  return readRules(after['validation']).filter((rule) => !isSet(rule, live.get(rule.value)));
}

function isUnsuited({ value, arguments: ruleArguments }: Rule, { before, after }: Change): boolean {
  const { type, fieldType }: Fields = { ...before, ...after };
  if (typeof type !== 'string' || typeof fieldType !== 'string') return false;
  return findRuleFault({ ruleType: value, ruleArguments }, { type, fieldType })?.about === 'property';
}

function isSet(rule: Rule, live: Rule | undefined): boolean {
  const flag = rule.shouldApplyNormalization;
  const isSameFlag = flag === undefined || live?.shouldApplyNormalization === undefined;
  return isSameRule(rule, live) && (isSameFlag || flag === live.shouldApplyNormalization);
}

/** Returns the rules before the change. A new property has none (assumption A92). */
export function findLiveRules({ action, before }: Pick<Change, 'action' | 'before'>): readonly Rule[] {
  return action === 'create' ? [] : readRules(before?.['validation']);
}
