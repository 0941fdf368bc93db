import { expect, test } from 'vitest';
import { docHtml } from '../../../src/report/html/render.ts';
import { docMarkdown } from '../../../src/report/markdown/render.ts';
import { driftDoc } from '../../../src/report/text/drift.ts';
import { ledgerText, recordText } from '../../../src/report/text/ledger.ts';
import { docText } from '../../../src/report/text/render.ts';
import { aDriftedResource, aDriftReport, aLedger, aRecord, aStyle, NOW } from '../../support/builders.ts';

test('drift names who and when, and never calls the unverifiable in sync', () => {
  const report = aDriftReport([
    aDriftedResource({ changedBy: '42', changedAt: '2026-11-18T10:20:00Z' }),
    aDriftedResource({
      address: 'webhook-subscription:2001/contact.creation',
      kind: 'webhook-subscription',
      status: 'unverifiable',
      basis: 'recorded',
      reason: 'The interface has no read for it.',
      fields: [],
    }),
  ]);
  expect(docText(driftDoc(report), aStyle())).toBe(`\
Drift of sandbox (account 1001)

  ~ drifted property:contacts/loyaltytier
      last changed by user 42 on 2026-11-18 10:20 UTC; last applied 3 days ago
      label  "Loyalty tier" -> "Tier"

  ? 1 not verifiable: The interface has no read for it.
      webhook-subscription:2001/contact.creation  last applied 3 days ago

1 resource drifted from what was last applied, 0 in sync, 1 not verifiable.
`);
});

test('drift reports a gone resource as archived', () => {
  const report = aDriftReport([
    aDriftedResource({
      status: 'gone',
      fields: [],
      changedAt: '2026-11-18T10:20:00Z',
      reason: 'It is archived in the account: creating it again restores it with its record values.',
    }),
  ]);
  expect(docText(driftDoc(report), aStyle())).toContain(`\
  - gone    property:contacts/loyaltytier
      last changed on 2026-11-18 10:20 UTC; last applied 3 days ago
      It is archived in the account: creating it again restores it with its record values.
`);
  expect(docMarkdown(driftDoc(report), { limit: 60_000 })).toContain(
    '12:00 UTC. It is archived in the account: creating it again restores it with its record values.',
  );
});

test('an issue starts with the remedy if drift was found', () => {
  const shown = (resources: Parameters<typeof aDriftReport>[0], face?: 'action') =>
    docMarkdown(driftDoc(aDriftReport(resources), face === undefined ? {} : { face }));
  const next =
    '> To keep a change, make it in the files. To undo it, open a pull request that changes a YAML file of the project';
  const drifted = [aDriftedResource({ status: 'drifted' })];
  expect(shown(drifted, 'action').split('\n\n')[2]).toContain(next);
  expect(shown([aDriftedResource({ status: 'in-sync', fields: [] })], 'action')).not.toContain('To keep a change');
  expect(shown(drifted)).not.toContain('To keep a change');
});

test('the remedy names `drift: hold` only if apply would keep a change', () => {
  const findRemedies = (status: 'drifted' | 'gone', hold: boolean) => {
    const doc = driftDoc(aDriftReport([aDriftedResource({ status })]), { face: 'action', hold });
    return [docMarkdown(doc).includes('drift: hold'), docHtml(doc, { now: NOW }).includes('--overwrite ADDRESS')];
  };
  expect(findRemedies('drifted', true)).toEqual([true, true]);
  expect(findRemedies('drifted', false)).toEqual([false, false]);
  expect(findRemedies('gone', true)).toEqual([false, false]);
});

test('the ledger lists 2 before 10', () => {
  const records = [10, 2].map((number) => aRecord({ address: `property:contacts/p${number}` }));
  expect(ledgerText(aLedger(records), aStyle()).match(/contacts\/p\d+/g)).toEqual(['contacts/p2', 'contacts/p10']);
});

test('the ledger shows its records by age and the open intentions', () => {
  const ledger = aLedger(
    [aRecord(), aRecord({ address: 'webhook-subscription:2001/contact.creation', id: '77', basis: 'recorded' })],
    [
      {
        id: 'i1',
        run: 'run-2',
        at: '2026-11-20T11:00:00Z',
        call: { endpoint: 'createSubscription', params: { appId: '2001' } },
        method: 'POST',
        path: '/webhooks/2026-03/2001/subscriptions',
        covers: ['webhook-subscription:2001/deal.creation'],
        before: {},
        expects: {},
        records: {},
        recovery: 'ask',
      },
    ],
  );
  expect(ledgerText(ledger, aStyle())).toBe(`\
Ledger of sandbox (account 1001), serial 4

  property:contacts/loyaltytier               echoed    3 days ago
  webhook-subscription:2001/contact.creation  recorded  3 days ago  id 77

  ? unsettled POST /webhooks/2026-03/2001/subscriptions  1 hour ago, to be settled by a person
      webhook-subscription:2001/deal.creation
      Check in the account whether it took effect.
      If it took effect, settle it as applied:
      trueup ledger settle webhook-subscription:2001/deal.creation --as applied
      If it did not, settle it as not-applied:
      trueup ledger settle webhook-subscription:2001/deal.creation --as not-applied

2 records, 1 unsettled intention.
`);
  expect(recordText(aRecord(), aStyle())).toBe(`\
property:contacts/loyaltytier
  applied 2026-11-17 12:00 UTC (3 days ago), run run-1, echoed
  label  "Loyalty tier"
`);
});

test('drift leads to pull and to apply', () => {
  const typed = { files: ['trueup.yaml'], account: 'sandbox', targets: [], allow: [] };
  const drifted = aDriftReport([aDriftedResource({ status: 'drifted' })]);
  const apply = [
    'Next, to see the plan that reverts the drift, and to approve it:',
    '  trueup apply -f trueup.yaml --account sandbox',
    '',
  ];
  expect(docText(driftDoc(drifted, { typed }), aStyle()).split('\n').slice(-5)).toEqual([
    'Next, to keep what changed in the account, in the files:',
    '  trueup pull --drift -f trueup.yaml --account sandbox',
    ...apply,
  ]);
  // A pull does not delete anything from the files.
  const gone = docText(driftDoc(aDriftReport([aDriftedResource({ status: 'gone' })]), { typed }), aStyle());
  expect(gone.split('\n').slice(-5)).toEqual([
    'Next, to list what to delete from the files, if it is to stay gone:',
    '  trueup pull --drift -f trueup.yaml --account sandbox',
    ...apply,
  ]);
  expect(docText(driftDoc(aDriftReport([aDriftedResource({ status: 'in-sync' })]), { typed }), aStyle())).not.toContain(
    'Next',
  );
});

test('drift of an account that holds drift leads to an apply that overwrites the changed resources', () => {
  const typed = { files: [], targets: [], allow: [], hold: true };
  const changed = (number: number) => aDriftedResource({ address: `property:contacts/p${number}` });
  const gone = aDriftedResource({ status: 'gone', address: 'property:contacts/gone' });
  const shown = (resources: Parameters<typeof aDriftReport>[0], more = {}) => {
    const text = docText(driftDoc(aDriftReport(resources), { typed: { ...typed, ...more } }), aStyle());
    return text.slice(text.indexOf('Next')).trimEnd().split('\n');
  };
  const pull = ['Next, to keep what changed in the account, in the files:', '  trueup pull --drift'];
  expect(shown([changed(1), gone])).toEqual([
    ...pull,
    'Next, to see the plan that overwrites the drift, and to approve it:',
    '  trueup apply --overwrite property:contacts/p1',
  ]);
  const three = '--overwrite property:contacts/p1 --overwrite property:contacts/p2 --overwrite property:contacts/p3';
  expect(shown([1, 2, 3, 4].map(changed))).toEqual([
    ...pull,
    'Next, to see the plan that overwrites the drift of 3 of 4 resources, and to approve it:',
    `  trueup apply ${three}`,
  ]);
  expect(shown([changed(1)], { protected: true })).toEqual([
    ...pull,
    'Next, to save the plan, as the account is protected:',
    '  trueup plan -o trueup.plan.json --overwrite property:contacts/p1',
    'Next, to overwrite the drift:',
    '  trueup apply trueup.plan.json',
  ]);
  // Apply creates a missing resource again, although the account holds drift.
  expect(shown([gone])).toEqual([
    'Next, to list what to delete from the files, if it is to stay gone:',
    '  trueup pull --drift',
    'Next, to see the plan that reverts the drift, and to approve it:',
    '  trueup apply',
  ]);
});

test('a record says which file declared it, where that is known', () => {
  expect(recordText(aRecord({ file: 'schema/contacts.yaml' }), aStyle())).toContain(
    '\n  declared in schema/contacts.yaml\n',
  );
});

test('drift names only the steps that help with what left the files', () => {
  const typed = { files: [], targets: [], allow: [] };
  const left = (status: 'drifted' | 'gone') => aDriftedResource({ status, undeclared: true });
  const text = (status: 'drifted' | 'gone') => docText(driftDoc(aDriftReport([left(status)]), { typed }), aStyle());
  expect(text('drifted')).not.toContain('Next');
  expect(text('gone').trimEnd().split('\n').slice(-2)).toEqual([
    'Next, to drop the records of what is gone:',
    '  trueup apply',
  ]);
  const report = aDriftReport([left('drifted')]);
  expect(docHtml(driftDoc(report, { hold: true }), { now: NOW })).toContain(
    'has drifted. Next: declare it again, or drop its record.',
  );
  expect(docMarkdown(driftDoc(report, { face: 'action', hold: true }))).not.toMatch(/To keep a change|drift: hold/);
  expect(docMarkdown(driftDoc(aDriftReport([left('gone')]), { face: 'action' }))).toContain('To keep a change');
});
