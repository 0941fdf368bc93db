/**
 * A policy section as written in the files, shared or for one account. Consents and waivers are combined, and all other settings are
 * declared once.
 */

import { defined } from '../../contract/defined.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import { type Fields, isList, type Json, mapping } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import { type Consent, isWaivable, RULE_NAMES, WAIVABLE_WARNINGS, type Waiver } from '../../model/policy.ts';
import type { CheckedFile } from '../check/check.ts';
import { findValue } from '../check/checked.ts';
import { buildFindingAt, type Path, type Problem } from '../yaml/position.ts';
import { quoted } from '../yaml/shown.ts';
import { addressFault, buildConsent, readConsent } from './consent.ts';

/** A setting of a rule as written, with its position. */
export interface Said {
  readonly value: string | Fields;
  readonly provenance: Provenance;
}

export interface WrittenPolicy {
  /** Undefined if no file has `allow` here. */
  readonly allow: readonly Consent[] | undefined;
  readonly maxChanges: ReadonlyMap<string, number>;
  readonly rules: ReadonlyMap<string, Said>;
  readonly waivers: readonly Waiver[];
  readonly findings: readonly Finding[];
}

export function readPolicy(files: readonly CheckedFile[], at: Path): WrittenPolicy {
  const findings: Finding[] = [];
  const allow: Consent[] = [];
  const waivers: Waiver[] = [];
  const maxChanges = new Map<string, number>();
  const rules = new Map<string, Said>();
  let allows = false;
  for (const file of files) {
    const section = mapping(findValue(file.value, at)) ?? {};
    const refuse = (fault: Fault, path: Path) => {
      findings.push(buildFindingAt(file.document, { ...fault, severity: 'error', path, at: 'value' }));
    };
    allows ||= isList(section['allow']);
    for (const { value, path } of sound(file, [...at, 'allow'])) {
      const consent = parseConsent(value);
      if (!('risk' in consent)) refuse(consent, path);
      else
        allow.push({
          ...consent,
          // Findings about a consent concern its date or its address.
          ...(value === consent.risk ? {} : { provenance: file.document.position(path, 'value') }),
        });
    }
    for (const { value, path } of sound(file, [...at, 'waivers'])) {
      const waiver = parseWaiver(value, file.document.position(path, 'value'));
      if ('reason' in waiver) waivers.push(waiver);
      else refuse(waiver, [...path, waiver.member]);
    }
    for (const { name, value } of onceEach(files, file, [...at, 'maxChanges'], findings)) {
      if (typeof value === 'number') maxChanges.set(name, value);
    }
    for (const { name, value, provenance } of onceEach(files, file, [...at, 'rules'], findings)) {
      const fields = mapping(value);
      if (typeof value === 'string') rules.set(name, { value, provenance });
      else if (fields !== undefined) rules.set(name, { value: fields, provenance });
    }
  }
  return { allow: allows ? allow : undefined, maxChanges, rules, waivers, findings };
}

type Fault = Pick<Problem, 'code' | 'message' | 'hint'>;

/** Returns the entries of a list without schema issues. */
function sound(file: CheckedFile, at: Path): readonly { readonly value: Json; readonly path: Path }[] {
  const list = findValue(file.value, at);
  if (!isList(list)) return [];
  return list.map((value, index) => ({ value, path: [...at, index] })).filter(({ path }) => !file.faults.within(path));
}

/** Returns the members of a mapping without schema issues. A member that an earlier file also has is a finding. */
function onceEach(files: readonly CheckedFile[], file: CheckedFile, at: Path, findings: Finding[]) {
  const members = Object.entries(mapping(findValue(file.value, at)) ?? {});
  return members.flatMap(([name, value]) => {
    const path = [...at, name];
    if (file.faults.within(path)) return [];
    const provenance = file.document.position(path, 'key');
    const earlier = files
      .slice(0, files.indexOf(file))
      .find((one) => findValue(one.value, path) !== undefined && !one.faults.within(path));
    if (earlier === undefined) return [{ name, value, provenance }];
    findings.push({
      code: 'declared-twice',
      severity: 'error',
      message: `${path.join('.')} is declared twice.`,
      hint: 'Keep one of the two.',
      provenance,
      related: earlier.document.position(path, 'key'),
    });
    return [];
  });
}

function parseConsent(value: Json): Consent | Fault {
  if (typeof value === 'string') return readConsent(value);
  const fields = mapping(value) ?? {};
  const consent = buildConsent(text(fields, 'risk') ?? '', text(fields, 'address'));
  if (!('risk' in consent)) return consent;
  const [reason, until] = [text(fields, 'reason'), text(fields, 'until')];
  return {
    ...consent,
    ...(reason === undefined ? {} : { reason: oneLine(reason) }),
    ...defined({ until }),
  };
}

function parseWaiver(value: Json, provenance: Provenance): Waiver | (Fault & { readonly member: string }) {
  const fields = mapping(value) ?? {};
  const [finding = '', address] = [text(fields, 'finding'), text(fields, 'address')];
  if (!isWaivable(finding)) return { ...notWaivable(finding), member: 'finding' };
  const fault = address === undefined ? undefined : addressFault(address);
  if (fault !== undefined) return { ...fault, member: 'address' };
  const { reason, until } = { reason: text(fields, 'reason') ?? '', until: text(fields, 'until') ?? '' };
  return { finding, ...defined({ address }), reason: oneLine(reason), until, provenance };
}

/** Findings that protect data cannot be waived. They have their own approvals: consent, confirmation, a saved plan. */
function notWaivable(finding: string): Fault {
  const names = [...RULE_NAMES, ...WAIVABLE_WARNINGS];
  const near = nearest(finding, names);
  const list = `Waivers apply to house rules and to: ${WAIVABLE_WARNINGS.join(', ')}.`;
  return {
    code: 'waiver-not-allowed',
    message: `The finding ${quoted(finding)} cannot be waived.`,
    hint: near === undefined ? list : `Did you mean \`${near}\`? ${list}`,
  };
}

function text(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

function oneLine(reason: string): string {
  return reason.trim().replace(/\s+/g, ' ');
}
