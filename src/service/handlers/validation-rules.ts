/** The endpoints of the validation rules of properties (interface 11.10). The parameter objectTypeId has the one spelling of the type here. */

import { isRuleType } from '../../contract/validation-rules.ts';
import { existingProperty, noProperty } from '../data/property-writes.ts';
import { applyRule } from '../data/rule-writes.ts';
import type { StoredProperty, StoredRule } from '../model/property.ts';
import { invalid, notFound } from '../model/refusal.ts';
import { saveProperty } from '../store/properties.ts';
import type { Handler, HandlerCall } from './handler.ts';

export const listValidationRules: Handler<'listValidationRules'> = async ({ params, propertiesOf }) => {
  const withRules = (await propertiesOf(params.objectTypeId)).filter(({ validation }) => validation.length > 0);
  return {
    body: {
      results: withRules.map(({ name, validation }) => ({
        propertyName: name,
        propertyValidationRules: validation.map(ruleReply),
      })),
    },
  };
};

export const readPropertyValidationRules: Handler<'readPropertyValidationRules'> = async (call) => {
  const { validation } = await seenProperty(call);
  return { body: { results: validation.map(ruleReply) } };
};

export const readValidationRule: Handler<'readValidationRule'> = async (call) => {
  const { propertyName, ruleType } = call.params;
  const { validation } = await seenProperty(call);
  const rule = validation.find((held) => held.ruleType === ruleType);
  if (rule !== undefined) {
    const { shouldApplyNormalization } = rule;
    return {
      body: { ...ruleReply(rule), ...(shouldApplyNormalization !== undefined && { shouldApplyNormalization }) },
    };
  }
  if (!isRuleType(ruleType)) throw invalid(`The rule type ${ruleType} does not exist.`);
  throw notFound(`The property '${propertyName}' has no validation rule of the type ${ruleType}.`);
};

export const setValidationRule: Handler<'setValidationRule'> = async ({ params, body, ...call }) => {
  const { objectTypeId: objectType, propertyName, ruleType } = params;
  const property = await existingProperty({ ...call, objectType }, propertyName);
  await saveProperty(call.db, call.identity.hubId, objectType, applyRule(property, { ruleType, ...body }));
  return { body: undefined };
};

/** Lists do not show shouldApplyNormalization (assumption A88). */
function ruleReply({ ruleType, ruleArguments }: StoredRule) {
  return { ruleType, ruleArguments: [...ruleArguments] };
}

/** Returns the property as this call may see it. Throws a 404 if the property does not exist or is archived. */
async function seenProperty({
  params,
  propertyOf,
}: Pick<HandlerCall<'readPropertyValidationRules'>, 'params' | 'propertyOf'>): Promise<StoredProperty> {
  const property = await propertyOf(params.objectTypeId, params.propertyName);
  if (property === undefined || property.archivedAt !== null) throw noProperty(params.propertyName);
  return property;
}
