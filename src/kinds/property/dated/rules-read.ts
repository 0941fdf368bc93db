/** Reads of validation rules, next to the list of properties of their object type (interface 11.10; assumption A88). */

import type { ReadCall } from '../../../contract/calls.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import { RulesOfObjectType, ValidationRule } from '../../../contract/property-validations.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Json } from '../../../model/json.ts';
import type { Beside, ExtraRead, PlannedRead, Wanted } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { pathType } from '../../dated-definition-reads.ts';
import { parseIdentity } from '../../object-levels.ts';
import { isSameRule, makeRule, type Rule, readRules } from '../validation.ts';

/** All rules of an object type. `objectTypeId`: the type id, because the service refuses a name (assumption A89). */
export function listRules(objectTypeId: string): ReadCall {
  return { endpoint: 'listValidationRules', params: { objectTypeId } };
}

/** The list of rules, for reads that are of use without it. `consequence`: a clause after `so`. */
export function tryToListRules(objectTypeId: string, objectType: string, consequence: string): ExtraRead {
  return {
    call: listRules(objectTypeId),
    refused: {
      code: 'validation-unread',
      message: `Validation rules of ${objectType} cannot be read, so ${consequence}.`,
      hint: SCOPE,
    },
  };
}

const SCOPE = 'To have them read, give the token a scope that reads the properties of the object type.';

/**
 * Returns the further calls of a read of these properties. The read fails without the rules if the files, the ledger or a call have them. It
 * is of use without them for a property that a call may remove. A list does not show shouldApplyNormalization, so a rule is read alone if a
 * call sends its flag.
 */
export function readRulesOf(
  names: AccountNames,
  { objectType, covers }: { readonly objectType: string; readonly covers: readonly Address[] },
  wanted: Wanted,
): Pick<PlannedRead, 'together' | 'extra'> {
  const objectTypeId = pathType(names, objectType);
  const withRules = covers.flatMap((address) => {
    const { validation } = wanted.fields(address);
    return validation === undefined ? [] : [{ address, rules: readRules(validation) }];
  });
  const flags = withRules.flatMap(({ address, rules }) => readKnownFlags(objectTypeId, address, rules));
  if (withRules.length > 0)
    return { together: [listRules(objectTypeId)], ...(flags.length === 0 ? {} : { extra: flags }) };
  return covers.some((address) => wanted.isLeaving(address))
    ? { extra: [tryToListRules(objectTypeId, objectType, 'a revert does not restore those of a removed property')] }
    : {};
}

function readRule(objectTypeId: string, address: Address, { value }: Rule): ReadCall {
  const { name: propertyName } = parseIdentity(address);
  return { endpoint: 'readValidationRule', params: { objectTypeId, propertyName, ruleType: value } };
}

/** Returns the single reads of the rules whose flag is known. */
export function readKnownFlags(objectTypeId: string, address: Address, rules: readonly Rule[]): readonly ExtraRead[] {
  return rules
    .filter(({ shouldApplyNormalization }) => shouldApplyNormalization !== undefined)
    .map((rule) => ({ call: readRule(objectTypeId, address, rule), required: true }));
}

/** Returns the single reads of the rules that a plan may replace, or remove together with their property, and whose flag is unknown. */
export function readChangedRules(
  objectTypeId: string,
  { address, fields }: Pick<LiveResource, 'address' | 'fields'>,
  wanted: Wanted,
): readonly ExtraRead[] {
  const planned = new Map(readRules(wanted.fields(address)['validation']).map((rule) => [rule.value, rule] as const));
  const isLeaving = wanted.isLeaving(address);
  return readRules(fields['validation'])
    .filter((rule) => {
      const other = planned.get(rule.value);
      const isReplaced = other !== undefined && !isSameRule(rule, other);
      return rule.shouldApplyNormalization === undefined && (isReplaced || isLeaving);
    })
    .map((rule) => ({
      call: readRule(objectTypeId, address, rule),
      refused: {
        code: 'validation-unread',
        message: `The validation rule ${rule.value} of ${address} cannot be read separately, so its flag shouldApplyNormalization is unknown.`,
        hint: SCOPE,
      },
    }));
}

/** Returns the rules of a property in the replies. Returns undefined if no reply shows them. */
export function findShownRules({ calls, others }: Beside): (propertyName: string) => Json | undefined {
  const at = calls.findIndex(({ endpoint }) => endpoint === 'listValidationRules');
  const list = at < 0 ? undefined : others[at];
  if (list === undefined) return () => undefined;
  const flags = findFlags({ calls, others });
  const { results } = parsedWith(RulesOfObjectType(), list);
  const byName = new Map(
    results.map(({ propertyName, propertyValidationRules }) => [
      propertyName,
      propertyValidationRules
        .map(({ ruleType, ruleArguments }): Rule => {
          const flag = flags.get(buildKey(propertyName, ruleType));
          const rule = makeRule(ruleType, ruleArguments);
          return flag === undefined ? rule : { ...rule, shouldApplyNormalization: flag };
        })
        .toSorted((left, right) => (left.value < right.value ? -1 : 1)),
    ]),
  );
  return (propertyName) => byName.get(propertyName) ?? NONE;
}

const NONE: Json = [];

/** Returns the flags that the reads of single rules show. */
function findFlags({ calls, others }: Pick<Beside, 'calls' | 'others'>): ReadonlyMap<string, boolean | null> {
  return new Map(
    calls.flatMap(({ endpoint, params }, index) => {
      const reply = others[index];
      if (endpoint !== 'readValidationRule' || reply === undefined) return [];
      const { ruleType, shouldApplyNormalization } = parsedWith(ValidationRule(), reply);
      if (ruleType !== params['ruleType']) return [];
      return [[buildKey(params['propertyName'] ?? '', ruleType), shouldApplyNormalization ?? null] as const];
    }),
  );
}

function buildKey(propertyName: string, ruleType: string): string {
  return `${propertyName}/${ruleType}`;
}
