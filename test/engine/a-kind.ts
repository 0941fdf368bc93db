/** Defines a kind for tests of the engine: a field of each comparison, and capabilities that a test may remove. */

import { OPTION_LIST } from '../../src/kinds/options.ts';
import type { FieldRule } from '../../src/model/field-rule.ts';
import type { Kind, Unsupported } from '../../src/model/kind.ts';
import type { KindReader } from '../../src/model/kind-reader.ts';
import type { KindWords } from '../../src/model/kind-words.ts';

const RULES: Readonly<Record<string, FieldRule>> = {
  label: { compare: 'exact', mutable: true },
  note: { compare: 'text', mutable: true },
  shown: { compare: 'flag', mutable: true },
  place: { compare: 'order', mutable: true },
  type: { compare: 'exact', mutable: true, risk: 'type-change' },
  code: { compare: 'exact', mutable: false },
  options: { compare: 'options', list: OPTION_LIST, mutable: true },
};

export const NO_CALL: Unsupported = { unsupported: true, reason: 'There is no call for it.', section: '9.9' };

export const READER: KindReader = {
  proves: 'both',
  lockedSection: '2.3',
  reads: () => [],
  lists: () => [],
  interpret: () => [],
};

const WORDS: KindWords = {
  noun: 'thing',
  plural: 'things',
  title: 'Things',
  about: 'A thing.',
  forms: ['NAME'],
  section: { rank: 0, title: () => 'Things' },
  columns: [],
  group: 'none',
  doubtfulOn: [],
};

/** Returns a kind with the name of a real kind, because addresses accept only real kinds. */
export function aKind(more: Partial<Kind> = {}): Kind {
  return {
    name: 'property',
    words: WORDS,
    section: '4.3',
    levels: [],
    mayRefer: false,
    traits: { description: false, type: false, name: 'none' },
    fields: RULES,
    spec: (captured) => captured,
    capture: ({ fields }) => fields,
    address: ({ name }) => `property:contacts/${String(name)}`,
    check: () => [],
    checkGiven: () => [],
    reader: READER,
    writer: {
      remove: { risk: 'limit-purge' },
      write: () => ({ calls: [], blocked: [] }),
      settle: () => [],
      names: () => [],
    },
    ...more,
  };
}
