/** Tests every statement of the interface by the check that its row describes. */

import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../src/contract/assumptions.ts';
import { ENDPOINT_IDS, ENDPOINTS } from '../../src/contract/endpoints.ts';
import { OptionInput } from '../../src/contract/shapes.ts';
import { EVENT_TYPES } from '../../src/contract/webhooks.ts';
import { COUNTS } from './statements/counts.ts';
import { SECTIONS } from './statements/index.ts';
import { membersOf, run } from './statements/run.ts';

const ROWS = SECTIONS.flatMap(({ section, rows }) => rows.map((row) => ({ section, ...row })));

describe('the table of statements', () => {
  it('has each section of the interface once', () => {
    expect(SECTIONS.map(({ section }) => section)).toEqual(Object.keys(COUNTS).toSorted(bySection));
  });

  it.each(Object.entries(COUNTS))('has a row for each statement of section %s: %i', (section, count) => {
    const numbers = ROWS.filter((row) => row.section === section).map(({ n }) => n);
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  });

  it('says how each is held: a schema, a call, or an assumption that there is', () => {
    const known: readonly string[] = ASSUMPTIONS.map(({ id }) => id);
    const held = (row: object) => ['body', 'reply', 'valuesOf', 'endpoint', 'calls'].some((kind) => kind in row);
    expect(ROWS.filter((row) => !held(row) && row.assumption === undefined)).toEqual([]);
    expect(ROWS.filter(({ assumption }) => assumption !== undefined && !known.includes(assumption))).toEqual([]);
    expect(ROWS.filter((row) => 'calls' in row && row.calls.length === 0)).toEqual([]);
  });

  it('says no statement twice in a section', () => {
    const said = ROWS.map(({ section, statement }) => `${section} ${statement}`);
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
  });

  it('shows each endpoint in its section, in the order of the interface', () => {
    const sections = new Set<string>(ENDPOINT_IDS.map((id) => ENDPOINTS[id].section));
    const shown = ROWS.flatMap((row) =>
      'endpoint' in row && sections.has(row.section) ? [[row.endpoint, row.section]] : [],
    );
    expect(shown).toEqual(ENDPOINT_IDS.map((id) => [id, ENDPOINTS[id].section]));
  });

  it('shows the members of every body, and every event', () => {
    const shown = new Set(
      ROWS.flatMap((row) => ('endpoint' in row && row.members !== undefined ? [row.endpoint] : [])),
    );
    const bodies = ENDPOINT_IDS.filter((id) => ENDPOINTS[id].body !== undefined && id !== 'sendLegacyTimelineEvent');
    expect(bodies.filter((id) => !shown.has(id))).toEqual([]);
    const events = ROWS.flatMap((row) => ('valuesOf' in row && row.member === 'eventType' ? row.exactly : []));
    expect(events.toSorted()).toEqual(EVENT_TYPES.toSorted());
    expect(events).toHaveLength(48);
  });
});

describe.each(SECTIONS)('section $section', ({ rows }) => {
  it.each(rows)('$n: $statement', run);
});

describe('the contract beside the rows', () => {
  it('has no member of an option in requests that replies alone have (interface 2.4)', () => {
    expect(membersOf(OptionInput())).toEqual(['description', 'displayOrder', 'hidden', 'label!', 'value!']);
  });

  it('has a legacy shape for each way to name the record (interface 2.7)', () => {
    const rest = ['eventTypeId!', 'extraData', 'id!', 'presentationId', 'timelineIFrame'];
    expect(ENDPOINTS.sendLegacyTimelineEvent.body().options.map(membersOf)).toEqual(
      [
        ['objectId!', 'email', 'utk'],
        ['objectId', 'email!', 'utk'],
        ['objectId', 'email', 'utk!'],
      ].map((record) => [...rest, ...record].toSorted()),
    );
  });
});

/** Compares sections by number: 2.9 before 2.10. */
function bySection(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
