import { expect, test } from 'vitest';
import { outcomeMarkdown, planMarkdown } from '../../src/report/markdown.ts';
import { aCall, aChange, anApplyResult, anOutcome, aPlan, NOW } from '../support/builders.ts';

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

**1 to create**. 1 read made, 1 write to make.

<details><summary>Object contacts (1)</summary>

**\\+ create** \`property:contacts/loyaltytier\`: It is not in the account.

\`\`\`
label  "Tier"
\`\`\`

</details>

<details><summary>Calls that apply makes</summary>

\`\`\`
  1 x POST  /properties/v2/contacts/properties
\`\`\`

</details>
`);
});

test('an outcome for a review is a table', () => {
  const text = outcomeMarkdown(anApplyResult({ outcomes: [anOutcome({ status: 'failed', message: 'a | b' })] }));
  expect(text).toContain('| ! failed | create | `property:contacts/loyaltytier` | a \\| b |');
});

test('foreign text stays text in Markdown', () => {
  const text = planMarkdown(hostile, options);
  expect(text).not.toMatch(/<script|@everyone/);
  expect(text).toContain('````\n');
});
