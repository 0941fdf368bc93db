/** Changes of validation rules by a person in the account's own user interface. */

import { type StoredProperty, type StoredRule, withoutRule } from '../model/property.ts';
import { findProperty, saveProperty } from '../store/properties.ts';
import { allowed, missing, type Person } from './pipeline-admin.ts';
import { applyRule } from './rule-writes.ts';

/** Every act throws UsageError if the property or the rule does not exist. */
export interface RuleAdmin {
  /** Replaces the rule of the type. Throws UsageError if the service refuses the same rule by a call. */
  setRule(objectType: string, property: string, rule: StoredRule): Promise<void>;
  /** Removes a rule, which no call can. */
  removeRule(objectType: string, property: string, ruleType: string): Promise<void>;
}

export function createRuleAdmin({
  hubId,
  inAccount,
  typeOf,
}: Pick<Person, 'hubId' | 'inAccount' | 'typeOf'>): RuleAdmin {
  const edit = (spelling: string, name: string, change: (property: StoredProperty) => StoredProperty) =>
    inAccount(async (db) => {
      const objectType = await typeOf(db, spelling);
      const property = await findProperty(db, hubId, objectType, name);
      if (property === undefined || property.archivedAt !== null) {
        throw missing(`property ${name} of ${objectType}`, hubId);
      }
      await allowed(() => saveProperty(db, hubId, objectType, change(property)));
    });
  return {
    setRule: (objectType, name, rule) => edit(objectType, name, (property) => applyRule(property, rule)),
    removeRule: (objectType, name, ruleType) =>
      edit(objectType, name, (property) => {
        if (!property.validation.some((rule) => rule.ruleType === ruleType)) {
          throw missing(`rule ${ruleType} of ${name}`, hubId);
        }
        return withoutRule(property, ruleType);
      }),
  };
}
