import { expect, test } from 'vitest';
import { defined } from '../../src/contract/defined.ts';
import { docMarkdown } from '../../src/report/markdown/render.ts';
import { outcomeDoc } from '../../src/report/text/outcome.ts';
import { aCall, aChange, anApplyResult, anOutcome, aPlan, NOW } from '../support/builders.ts';
import { planMarkdown } from '../support/plan-forms.ts';

const options = { verbose: false, now: NOW };
const hostile = aPlan({
  changes: [
    aChange({
      reason: '</article><script>alert(1)</script> @everyone',
      fields: [{ field: 'label', before: 'a', after: '```\n</pre><img src=x onerror=y>' }],
    }),
  ],
  calls: [aCall()],
});

test('a plan for a review has its counts first and its changes folded', () => {
  const plan = aPlan({ changes: [aChange({ fields: [{ field: 'label', after: 'Tier' }] })], calls: [aCall()] });
  expect(planMarkdown(plan, options)).toBe(`\
### Plan for sandbox (account 1001)

**1 to create.** 1 write to make.

<details><summary>Object contacts: 1 new property</summary>

- **create** Tier (\`property:contacts/loyaltytier\`): It is not in the account.

\`\`\`
label  "Tier"
\`\`\`

</details>

<details><summary>Calls made by apply</summary>

\`\`\`
  1 x POST  /properties/v2/contacts/properties
\`\`\`

</details>
`);
});

test('a plan for a review starts with overwritten changes and the reach of a revert', () => {
  const moved = aChange({
    action: 'update',
    because: 'account-changed',
    reason: 'It was changed in the account since the last apply.',
    changedAt: '2026-11-18T10:20:00.000Z',
    changedBy: 'ann@example.org',
    fields: [{ field: 'label', after: 'Tier' }],
  });
  const plan = aPlan({ changes: [moved] });
  const text = planMarkdown(
    { ...plan, summary: { ...plan.summary, revert: { restores: 0, stays: 0, loses: 1 } } },
    options,
  );
  expect(text.split('\n\n').slice(1, 4)).toEqual([
    '**1 to update.** 0 writes to make.',
    '> After apply, revert can restore none of 1 change; 1 overwrites values that are unknown or permanently lost.',
    '**Look at this one first**',
  ]);
  expect(text).toContain('\\[last changed by user ann@&#8203;example.org on 2026\\-11\\-18 10:20 UTC\\]');
  expect(text).toContain('label  (not known) -> "Tier"');
});

test('an outcome in Markdown names the call, the reason and the remedy of a failure', () => {
  const outcomes = [anOutcome({ status: 'failed', message: 'a | b', hint: 'Run it again.' })];
  const text = docMarkdown(outcomeDoc(anApplyResult({ outcomes })));
  expect(text).toContain('- **failed** create `property:contacts/loyaltytier`: a \\| b Run it again.');
});

test('foreign text stays text in Markdown', () => {
  const text = planMarkdown(hostile, options);
  expect(text).not.toMatch(/<script|@everyone/);
  expect(text).toContain('````\n');
});

test('markdown of a plan that apply would refuse says so, and how to consent', () => {
  const blocked = aChange({ action: 'blocked', because: 'consent-required', risks: ['option-removal'] });
  const tooMany = { code: 'too-many-changes', severity: 'error', message: 'Too many.' } as const;
  const lines = (made: ReturnType<typeof aPlan>, face?: 'action') =>
    planMarkdown(made, { verbose: false, now: NOW, ...defined({ face }) }).split('\n');
  expect(lines(aPlan({ changes: [blocked], findings: [tooMany] }))).toContain(
    '> **Apply will refuse this plan**: 1 change blocked, 1 error.',
  );
  expect(lines(aPlan({ changes: [blocked] }))).toContain(
    '- **blocked** `property:contacts/loyaltytier`: It is not in the account. Allow it in a new plan with `--allow option-removal=property:contacts/loyaltytier`.',
  );
  expect(lines(aPlan({ changes: [blocked] }), 'action')).toContain(
    '- **blocked** `property:contacts/loyaltytier`: It is not in the account. Allow it in a new plan with the input `allow: option-removal=property:contacts/loyaltytier`.',
  );
  expect(lines(aPlan({ changes: [aChange({ action: 'blocked', because: 'no-endpoint' })] }))).toContain(
    '> **Apply will refuse this plan**: 1 change blocked.',
  );
});
