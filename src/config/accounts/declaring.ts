/**
 * Detects files outside of a known configuration that may declare accounts or a policy of trueup. Files of other tools have such sections
 * too.
 */

import { isList, type Json, mapping } from '../../model/json.ts';
import { RULE_NAMES, WAIVABLE_WARNINGS } from '../../model/policy.ts';
import type { SourceFile } from '../../model/project.ts';
import { RISK_NAMES } from '../../model/risk.ts';
import { SECRET_FIELDS } from '../schema/account.ts';
import { parseDocument } from '../yaml/source.ts';

/** A file without these words has no such section. Most files therefore need no parsing. */
const WORDS = /accounts|policy/;
/** Section keys in a file that is not valid YAML. */
const LINES = /^["']?(?:accounts|policy)["']?\s*:/m;
const OURS = /\bhubId\b|\$\{env\.\w+\}/;

/**
 * True if the file may declare accounts or a policy. Other faults of the file do not matter. Invalid YAML that looks like an account counts
 * too.
 */
export function mayDeclare(file: SourceFile): boolean {
  if (!WORDS.test(file.text)) return false;
  const document = parseDocument(file);
  const { accounts, policy } = mapping(document.value) ?? {};
  if (Object.values(mapping(accounts) ?? {}).some(isAccount) || isPolicy(policy)) return true;
  return document.findings.length > 0 && LINES.test(file.text) && OURS.test(file.text);
}

/** True if the mapping has a hubId or a secret. Every usable account has at least one of them. */
function isAccount(value: Json): boolean {
  const { hubId, auth } = mapping(value) ?? {};
  return hubId !== undefined || SECRET_FIELDS.some((field) => isFromEnvironment(mapping(auth)?.[field]));
}

function isFromEnvironment(value: Json | undefined): boolean {
  return typeof value === 'string' && /\$\{env\.\w+\}/.test(value);
}

function isPolicy(value: Json | undefined): boolean {
  const { allow, maxChanges, rules, waivers } = mapping(value) ?? {};
  const limits = mapping(maxChanges) ?? {};
  return (
    'percent' in limits ||
    'above' in limits ||
    Object.keys(mapping(rules) ?? {}).some((name) => isIn(RULE_NAMES, name)) ||
    (isList(allow) && allow.some((one) => isIn(RISK_NAMES, readRisk(one)))) ||
    (isList(waivers) && waivers.some((one) => isIn([...RULE_NAMES, ...WAIVABLE_WARNINGS], mapping(one)?.['finding'])))
  );
}

function readRisk(consent: Json): Json | undefined {
  return typeof consent === 'string' ? consent.split('=')[0] : mapping(consent)?.['risk'];
}

function isIn(names: readonly string[], name: Json | undefined): boolean {
  return names.some((one) => one === name);
}
