/** Section 11.3: the members of a property in replies of the dated surface. */

import type { ReplyRow } from './row.ts';

const TIME = '2026-03-01T12:00:00.000Z';

function shown(member: string, takes: unknown, refuses: unknown, what = 'in the reply'): Omit<ReplyRow, 'n'> {
  return { statement: `${member} is ${what}`, reply: 'readDatedProperty', member, takes, refuses };
}

const aTime = (member: string) => shown(member, TIME, 5, 'an ISO time in the reply');
const aUser = (member: string) => shown(member, '501001', 5, 'the id of a user as a string in the reply');

/** Numbered by the section. */
export const REPLY_ROWS: readonly Omit<ReplyRow, 'n'>[] = [
  shown('name', 'abwhole', 5),
  shown('label', 'Tier', 5),
  shown('groupName', 'held', 5),
  shown('type', 'enumeration', 5),
  shown('fieldType', 'select', 5),
  shown('description', 'How loyal', 5),
  shown('options', [{ label: 'A', value: 'a' }], 'a'),
  shown('options.0.label', 'Gold', 5),
  shown('options.0.value', 'gold', 5),
  shown('options.0.displayOrder', 0, 'x'),
  shown('options.0.hidden', false, 'x'),
  shown('options.0.description', 'The best', 5),
  shown('displayOrder', -1, 'x'),
  shown('formField', false, 'x'),
  shown('hidden', false, 'x'),
  shown('hasUniqueValue', false, 'x'),
  shown('dataSensitivity', 'sensitive', 5),
  shown('sensitiveDataCategories', ['HIPAA'], 'x'),
  shown('externalOptions', false, 'x'),
  shown('referencedObjectType', 'OWNER', 5),
  shown('calculated', true, 'x'),
  shown('calculationFormula', 'abnumber + 1', 5),
  shown('numberDisplayHint', 'formatted', 5),
  shown('textDisplayHint', 'multi_line', 5),
  shown('dateDisplayHint', 'absolute', 5),
  shown('showCurrencySymbol', true, 'x'),
  shown('currencyPropertyName', 'currency_code', 5),
  shown('hubspotDefined', false, 'x'),
  shown('modificationMetadata.archivable', true, 'x'),
  shown('modificationMetadata.readOnlyDefinition', false, 'x'),
  shown('modificationMetadata.readOnlyOptions', false, 'x'),
  shown('modificationMetadata.readOnlyValue', false, 'x'),
  shown('archived', true, 'x'),
  aTime('archivedAt'),
  aTime('createdAt'),
  aTime('updatedAt'),
  aUser('createdUserId'),
  aUser('updatedUserId'),
];
