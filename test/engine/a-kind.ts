/** A kind for tests of the engine alone: a field of each comparison, and capabilities that a test may take away. */

import type { FieldRule, Kind, KindReader, Unsupported } from '../../src/model/kind.ts';

const RULES: Readonly<Record<string, FieldRule>> = {
  label: { compare: 'exact', mutable: true },
  note: { compare: 'text', mutable: true },
  shown: { compare: 'flag', mutable: true },
  place: { compare: 'order', mutable: true },
  type: { compare: 'exact', mutable: true, risk: 'type-change' },
  code: { compare: 'exact', mutable: false },
  options: { compare: 'options', mutable: true },
};

export const NO_CALL: Unsupported = { unsupported: true, reason: 'There is no call for it.', section: '9.9' };

export const READER: KindReader = { proves: 'both', reads: () => [], lists: () => [], interpret: () => [] };

/** Named like a real one, because addresses are of the kinds that there are. */
export function aKind(more: Partial<Kind> = {}): Kind {
  return {
    name: 'property',
    title: 'Things',
    about: 'A thing.',
    place: [],
    fields: RULES,
    spec: (captured) => captured,
    address: ({ name }) => `property:contacts/${String(name)}`,
    dependsOn: () => [],
    mentions: () => [],
    check: () => [],
    checkGiven: () => [],
    reader: READER,
    writer: { write: () => ({ calls: [], blocked: [] }), settle: () => [], names: () => [] },
    ...more,
  };
}
