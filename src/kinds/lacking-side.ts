/** A kind on the documented surface that has no call for it: each change is blocked, and a declaration is an error. */

import type { FieldHint } from '../model/field-rule.ts';
import type { KindSide, KindWriter, SpecIssue, Unsupported } from '../model/kind.ts';
import type { KindWords } from '../model/kind-words.ts';
import { fieldRules } from './field-rules.ts';

/** `section`: section of the interface with the calls of the dated surface. */
export function lackingSide<S>(
  fields: Readonly<Record<string, FieldHint>>,
  { plural, noun }: KindWords,
  section: string,
): KindSide<S> {
  const reason = `The documented surface has no calls for ${plural}.`;
  const noCalls: Unsupported = { unsupported: true, reason, section, elsewhere: 'dated' };
  const writer: KindWriter<S> = {
    update: noCalls,
    remove: noCalls,
    write: (changes) => ({
      calls: [],
      blocked: changes.map(({ address }) => ({ address, because: 'no-endpoint', reason, section })),
    }),
    names: () => [],
    settle: () => [],
  };
  const issue: SpecIssue = {
    code: 'surface-lacks-kind',
    severity: 'error',
    path: [],
    message: reason,
    hint: `Set surface: dated for this account, or omit the ${noun} in it.`,
  };
  const check = (): readonly SpecIssue[] => [issue];
  return {
    section,
    fields: fieldRules(fields, { bodies: [], identity: [] }),
    check,
    checkGiven: check,
    reader: noCalls,
    writer,
  };
}
