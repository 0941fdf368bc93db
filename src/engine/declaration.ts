/** Declares a live resource with the fewest captured keys and fields, or explains why it cannot be declared. */

import { z } from 'zod';
import { isSameFormula } from '../contract/formula.ts';
import type { FieldRule } from '../model/field-rule.ts';
import { type Fields, isList, type Json, mapping } from '../model/json.ts';
import type { Declaration, Kind, Level, SpecIssue, Undeclared } from '../model/kind.ts';
import type { LiveResource } from '../model/live.ts';

/**
 * The declared resource has the same address and passes `check`. A plan of it changes nothing in the account. A field that cannot be declared
 * is left out if it is optional. In an option list, only the option is left out, unless the list must be complete.
 */
export function buildDeclaration(kind: Kind, resource: LiveResource): Declaration {
  const live = kind.capture(resource);
  if (isUndeclared(live)) return { without: [live] };
  const required = new Set([...listRequired(kind.levels), ...(kind.indispensable ?? [])]);
  const without: Undeclared[] = [];
  let captured: Fields = Object.fromEntries(
    Object.entries(live).filter(([name, value]) => required.has(name) || says(kind.fields[name], value)),
  );
  // Each round leaves out at least one field.
  for (;;) {
    const { spec, faults } = tryDeclaring(kind, captured);
    if (faults.length === 0) {
      if (spec === undefined || kind.address(spec) === resource.address) return { captured, without };
      return { without: without.slice(0, 1).map(({ because, reason }) => ({ because, reason })) };
    }
    const fatal = faults.find(({ field = '' }) => required.has(field) || !Object.hasOwn(captured, field));
    if (fatal !== undefined) return { without: [{ because: fatal.because, reason: fatal.reason }] };
    const whole = spec === undefined || Object(spec).optionsMode === 'exact';
    const left = new Map(
      faults.map((fault) => [whole ? fault.field : `${fault.field}/${fault.option}`, fault] as const),
    );
    without.push(...[...left.values()].map(({ option: _, ...fault }) => fault));
    const dropped = [...left.values()];
    captured = Object.fromEntries(
      Object.entries(captured).flatMap(([name, value]) => {
        const own = dropped.filter(({ field }) => field === name);
        if (own.length === 0) return [[name, value]];
        if (whole || own.some(({ option }) => option === undefined)) return [];
        const isKept = (step: string | number): boolean => own.every(({ option }) => option !== step);
        const entries = mapping(value);
        if (entries !== undefined)
          return [[name, Object.fromEntries(Object.entries(entries).filter(([key]) => isKept(key)))]];
        return isList(value) ? [[name, value.filter((_, index) => isKept(index))]] : [];
      }),
    );
  }
}

function isUndeclared(captured: Fields | Undeclared): captured is Undeclared {
  return 'because' in captured;
}

/** Returns the keys and the required fields. */
function listRequired(levels: readonly Level[]): readonly string[] {
  return levels.flatMap(({ capture, fields }) => [
    ...(capture === undefined ? [] : [capture.as]),
    ...Object.keys(fields).filter((name) => fields[name]?._zod.optin !== 'optional'),
  ]);
}

/** False for an unset text, flag or list, for an order that the service chose, and for the unset value of the rule. */
function says(rule: FieldRule | undefined, value: Json): boolean {
  if (rule === undefined) return true;
  if (value === null || value === rule.unset) return false;
  switch (rule.compare) {
    case 'exact':
      return true;
    case 'text':
      return value !== '';
    case 'flag':
      return value !== false;
    case 'order':
      return value !== -1;
    case 'formula':
      return !isSameFormula(String(value), '');
    case 'options':
      return !isList(value) || value.length > 0;
  }
}

/** `option` is the position of the option in its list, or its key in a mapping. */
type Fault = Undeclared & { readonly option?: string | number };

function tryDeclaring(kind: Kind, captured: Fields): { readonly spec?: Fields; readonly faults: readonly Fault[] } {
  const broken = Object.keys(captured).filter((field) => !isWellFormed(captured[field] ?? null));
  if (broken.length > 0) return { faults: broken.map((field) => ({ field, ...BROKEN })) };
  try {
    const spec = kind.spec(captured);
    if (spec === undefined) return { faults: [] };
    const errors = kind.check(spec).filter(({ severity }) => severity === 'error');
    return {
      spec,
      faults: errors.map(({ code, message, path }) => ({
        ...(typeof path[0] === 'string' ? { field: path[0] } : {}),
        ...(isInList(kind, path) && path[1] !== undefined ? { option: path[1] } : {}),
        because: code,
        reason: `${formatEntryPrefix(kind, captured, path)}${message}`,
      })),
    };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { faults: error.issues.map((issue) => describeFault(issue, captured)) };
  }
}

function isInList({ fields }: Pick<Kind, 'fields'>, [field]: SpecIssue['path']): boolean {
  return fields[String(field)]?.compare === 'options';
}

/** Returns a prefix with the entry that the path points to. Returns an empty text for other paths. */
function formatEntryPrefix(
  { fields }: Pick<Kind, 'fields'>,
  captured: Fields,
  [field, index]: SpecIssue['path'],
): string {
  const rule = fields[String(field)];
  const list = captured[String(field)];
  if (rule?.compare !== 'options' || !isList(list)) return '';
  const { noun, key } = rule.list;
  const entry = mapping(list[Number(index)]);
  return entry === undefined ? '' : `${noun[0]?.toUpperCase()}${noun.slice(1)} ${JSON.stringify(entry[key])}: `;
}

const BROKEN = {
  because: 'text-malformed',
  reason: 'A text of it contains half of a surrogate pair, which is not a character.',
};

function describeFault({ code, path: [step] }: z.core.$ZodIssue, captured: Fields): Undeclared {
  const field = String(step);
  const value = captured[field];
  if (value === undefined) return { field, because: 'missing-key', reason: `The account does not show its ${field}.` };
  const shown = JSON.stringify(value);
  return code === 'invalid_value'
    ? { field, because: 'unknown-value', reason: `${shown} is an unknown ${field}.` }
    : { field, because: 'bad-form', reason: `${shown} cannot be declared as ${field}.` };
}

function isWellFormed(value: Json): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return Object.values(isList(value) ? value : (mapping(value) ?? {})).every(isWellFormed);
}
