import { expect, test } from 'vitest';
import { approvalOf, approvalText, checkName, mayMeet, readApproval } from '../../src/action/approval.ts';
import { CHECK_TEXT_LIMIT } from '../../src/github/checks.ts';
import { planDigest } from '../../src/index.ts';
import { addressOf } from '../../src/model/address.ts';
import { aChange, aPlan } from '../support/builders.ts';

const SUBJECT = { folder: 'crm', account: 'sandbox', pull: 7 };

function approvalFor(count: number, subject = SUBJECT) {
  const changes = Array.from({ length: count }, (_, at) =>
    aChange({ address: addressOf('property', 'contacts', `p${at}`) }),
  );
  const plan = aPlan({ changes, calls: [] });
  return approvalOf(subject, plan, planDigest(plan));
}

test('an approval is read as it was written, by the pull request, folder and account that it is for, and by no other', () => {
  const approval = approvalFor(3);
  const text = approvalText(approval);
  expect(readApproval(text, SUBJECT)).toEqual(approval);
  expect(readApproval(`${text.replaceAll('\n', '\r\n')}\n`, SUBJECT)).toEqual(approval);
  for (const other of [{ pull: 8 }, { folder: '.' }, { account: 'production' }]) {
    expect(readApproval(text, { ...SUBJECT, ...other })).toBeUndefined();
  }
});

test.each([
  ['nothing', ''],
  ['prose', 'Looks good to me.'],
  ['something around it', `Look:\n${approvalText(approvalFor(1))}`],
  ['another format', approvalText(approvalFor(1)).replace('approval/1', 'approval/2')],
  ['a digest of another form', approvalText(approvalFor(1)).replace(/"digest":"../, '"digest":"')],
  ['a member that nobody knows', approvalText(approvalFor(1)).replace('"state"', '"more":1,"state"')],
])('%s is no approval', (_, text) => {
  expect(readApproval(text, SUBJECT)).toBeUndefined();
});

test('names cannot end the block that an approval is in, and are read as they are', () => {
  for (const name of ['```\n{"state":"plan"}\n```', 'Übung \u202e @everyone', 'a b', '\ud800']) {
    const subject = { folder: name, account: name.toWellFormed(), pull: 1 };
    const text = approvalText(approvalFor(1, subject));
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toMatch(/^```\n[\x20-\x7e]+\n```$/);
    expect(readApproval(text, subject)).toMatchObject(subject);
    expect(checkName(subject)).toMatch(/^[\x20-\x7e]{1,200}$/);
  }
});

test('an approval of more changes than a check run holds keeps the digest of the whole plan alone', () => {
  const [many, more] = [approvalFor(2000), approvalFor(2500)];
  expect(readApproval(approvalText(many), SUBJECT)).toEqual(many);
  const { changes: _, addresses: __, ...whole } = more;
  expect(readApproval(approvalText(more), SUBJECT)).toEqual(whole);
  for (const approval of [many, more]) expect(approvalText(approval).length).toBeLessThanOrEqual(CHECK_TEXT_LIMIT);
});

test('what a plan showed and what was allowed stays where its changes do not fit, and goes last', () => {
  const digests = (count: number) => Array.from({ length: count }, (_, at) => String(at).padStart(20, '0'));
  const approval = { ...approvalFor(2500), shown: digests(3), allowed: digests(2) };
  const { changes: _, addresses: __, ...whole } = approval;
  expect(readApproval(approvalText(approval), SUBJECT)).toEqual(whole);
  const { shown: ___, allowed: ____, ...least } = whole;
  const more = { ...approval, shown: digests(4000) };
  expect(readApproval(approvalText(more), SUBJECT)).toEqual(least);
  expect(approvalText(more).length).toBeLessThanOrEqual(CHECK_TEXT_LIMIT);
});

test('two plans meet when they are about one resource, and may when one does not say', () => {
  const [one, two] = [approvalFor(1), approvalFor(2)];
  const other = approvalOf(
    SUBJECT,
    aPlan({ changes: [aChange({ address: addressOf('property', 'deals', 'x') })] }),
    'd',
  );
  expect([mayMeet(one, two), mayMeet(one, other)]).toEqual([true, false]);
  expect(mayMeet(one, readApproval(approvalText(approvalFor(2500)), SUBJECT) ?? other)).toBe(true);
});
