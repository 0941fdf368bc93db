import { describe, expect, it } from 'vitest';
import { findDrift } from '../../../src/engine/drift/drift.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import type { Fields } from '../../../src/model/json.ts';
import { type Intention, LEDGER_FORMAT } from '../../../src/model/ledger.ts';
import { driftDoc } from '../../../src/report/text/drift.ts';
import { docText } from '../../../src/report/text/render.ts';
import { anIntention } from '../../ledger/entries.ts';
import { aStyle } from '../../support/builders.ts';
import { planText } from '../../support/plan-forms.ts';
import { planOf, recorded, seen, tier } from '../planning.ts';

const ADDRESS = 'property:contacts/loyaltytier';
const account = { name: 'sandbox', hubId: 1001 };
const gold = { value: 'gold', label: 'Gold', displayOrder: 0 };
const silver = { value: 'silver', label: 'Silver', displayOrder: 1 };
const applied = { label: 'Loyalty tier', options: [gold, silver] };

/** Returns the last change of the property as drift and a plan report it. */
function told(now: Fields, intentions: readonly Intention[] = []): readonly (readonly string[])[] {
  const fields = { groupName: 'loyalty', type: 'enumeration', fieldType: 'select', ...applied, ...now };
  const resource = seen(ADDRESS, fields, { changedAt: '2026-01-03T10:00:00.000Z', changedBy: '50001001' });
  const record = recorded(ADDRESS, applied);
  const report = findDrift({
    account,
    ledger: { format: LEDGER_FORMAT, lineage: 'l', serial: 1, account, records: { [ADDRESS]: record }, intentions },
    live: { resources: new Map([[ADDRESS, resource]]), unseen: new Set(), reads: 1, complete: true, findings: [] },
    kinds: listKinds('documented'),
  });
  const plan = planOf({ desired: [tier(applied)], live: [resource], records: [record], intentions });
  const words = /(?<=changed )by [^;\]]*/g;
  const style = aStyle({ width: 200 });
  return [docText(driftDoc(report), style).match(words) ?? [], planText(plan, style).match(words) ?? []];
}

describe('who changed a property', () => {
  const PERSON = 'by user 50001001 on 2026-01-03 10:00 UTC';

  it.each<[string, Fields]>([
    ['where its label changed', { label: 'X' }],
    [
      'where an option is gone and the one behind it moved up',
      { label: 'X', options: [{ ...silver, displayOrder: 0 }] },
    ],
    ['where one member of an option changed', { options: [gold, { ...silver, label: 'S' }] }],
  ])('is said by drift and by a plan alike %s', (_, now) => {
    const [drift = [], plan = []] = told(now);
    expect([...new Set([...drift, ...plan])]).toEqual([PERSON]);
    expect([drift.length, plan.length > 0]).toEqual([1, true]);
  });

  it('is unknown if one of the changes may be an open call', () => {
    const call = anIntention('i1', {
      covers: [ADDRESS],
      before: { [ADDRESS]: { label: 'Loyalty tier' } },
      expects: { [ADDRESS]: { label: 'New' } },
    });
    expect(told({ label: 'New', options: [gold] }, [call])).toEqual([['by an unknown user at an unknown time'], []]);
  });
});
