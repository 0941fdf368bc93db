import { describe, expect, it } from 'vitest';
import * as client from '../../src/client/index.ts';
import * as errors from '../../src/errors.ts';
import * as fleet from '../../src/fleet/index.ts';
import * as library from '../../src/index.ts';
import * as service from '../../src/service/index.ts';
import { sourceFiles } from '../architecture/source.ts';

const CLASSES = Object.entries(errors).filter(([name]) => name.endsWith('Error'));

describe.each([
  ['trueup', library],
  ['trueup/client', client],
] as const)('%s', (_entry, entry) => {
  it('exports every error class and mayHaveHappened', () => {
    expect(CLASSES).toHaveLength(14);
    expect(entry).toMatchObject({ ...Object.fromEntries(CLASSES), mayHaveHappened: errors.mayHaveHappened });
  });

  it('exports the values that the interface lists', () => {
    expect(entry.EVENT_TYPES).toHaveLength(48);
    expect(Object.keys(entry.ALLOWED_VALUES)).toEqual(['v2', 'v1-deals', 'v1-contacts', 'v1-companies']);
    expect(entry.EVENT_PROPERTY_TYPES).toEqual(['string', 'number', 'enumeration', 'datetime']);
    expect(entry.CATEGORIES).toContain('SERVICE_DEFINED');
    expect(entry.BATCH_STATUSES).toEqual(['CANCELED', 'COMPLETE', 'PENDING', 'PROCESSING']);
    expect(entry.DATA_SENSITIVITIES).toEqual(['highly_sensitive', 'non_sensitive', 'sensitive']);
    expect(entry.DATE_DISPLAY_HINTS).toEqual(['absolute', 'absolute_with_relative', 'time_since', 'time_until']);
  });
});

it('users can import the class of every error that a library throws', () => {
  const declared = sourceFiles()
    .filter(({ path }) => !path.startsWith('cli/') && !path.startsWith('action/'))
    .flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?class (\w+) extends (?!Error\b)\w*Error\b/gm)].map(([, name]) => name),
    );
  expect(declared.length).toBeGreaterThan(10);
  expect(declared.filter((name = '') => ![library, service, fleet].some((entry) => name in entry))).toEqual([]);
});
