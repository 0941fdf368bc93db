/** Tests of apply and of short plans if there is nothing to do, in each format. */

import { beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox((url) => projectText(url, { surface: 'documented' })));
  await shell.run('apply', '--auto-approve');
});

test('every form of apply reports an empty plan and asks no question', async () => {
  const said = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await shell.run('apply', ...words);
    return { code, stderr, stdout };
  };
  const json = await said('--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ summary: { applied: 0 }, changed: false });
  const ofRun = (text: string) => text.replace(/"(run|at|startedAt|finishedAt)": "[^"]*"/g, '"$1": ""');
  const sameJson = await said('--format', 'json');
  expect({ ...sameJson, stdout: ofRun(sameJson.stdout) }).toEqual({ ...json, stdout: ofRun(json.stdout) });
  const done = { code: 0, stderr: '' };
  expect(await said('--quiet')).toEqual({ ...done, stdout: 'Nothing to do.\n' });
  expect(await said('--format', 'markdown')).toEqual({
    ...done,
    stdout: '### Outcome\n\n**Nothing to do**. 0 writes made.\n',
  });
  const page = expect.stringMatching(/^<!doctype html>[\s\S]*Nothing to do/i);
  expect(await said('--format', 'html')).toEqual({ ...done, stdout: page });
  expect(await said()).toEqual({ ...done, stdout: expect.stringContaining('Nothing to do: 5 unchanged') });
});

test('every document of apply has the warnings of its plan', async () => {
  const rules = 'policy: { rules: { description-required: warn } }\n';
  for (const words of [[], ['a.plan.json']]) {
    await shell.write('trueup.yaml', projectText(service.url, { label: `Tier ${words.length}` }) + rules);
    await shell.run('plan', '-o', 'a.plan.json');
    const { document } = await shell.json('apply', ...words, ...(words.length === 0 ? ['--auto-approve'] : []));
    expect(document).toMatchObject({
      summary: { applied: 1 },
      findings: [
        { code: 'description-required', severity: 'warning', address: 'property:contacts/loyaltytier' },
        {
          code: 'description-required',
          severity: 'warning',
          address: 'event-definition-property:order_placed/ordertotal',
        },
      ],
    });
  }
  const { stdout } = await shell.run('apply', '--auto-approve', '--format', 'markdown');
  expect(stdout).toContain('- **warning** `description-required`');
});

test('a plan in short says which error is in its way', async () => {
  const policy = 'policy: { maxChanges: { percent: 10, above: 1 } }\n';
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier' }) + policy);
  const { code, stdout } = await shell.run('plan', '--quiet');
  expect({ code, lines: stdout.split('\n') }).toEqual({
    code: 3,
    lines: [
      'error[too-many-changes]',
      '  The plan updates or removes 1 of 5 known resources, more than 10 percent.',
      '  help: Check that it is the right account and the right files.',
      '        Allow it in a new plan with --allow max-changes',
      '',
      '1 to update, 4 unchanged.',
      '',
    ],
  });
});

test('a quiet plan and a refused apply report that the account was read incompletely', async () => {
  const objects =
    '  nosuch:\n    groups:\n      g: { displayName: G, properties: { tier: { label: Tier, type: string, fieldType: text } } }\n';
  await shell.write(
    'trueup.yaml',
    projectText(service.url, { surface: 'documented' }).replace(/^objects:\n/m, `objects:\n${objects}`),
  );
  const unread = 'The read of the account is incomplete. Apply neither creates nor removes the unread resources.';
  const failed = [
    'warning[read-failed]',
    expect.stringMatching(/^ {2}GET \S+nosuch\S* failed, so its reply is unknown:/),
  ];
  const planned = await shell.run('plan', '--quiet');
  const lines = planned.stdout.split('\n');
  expect([planned.code, planned.stderr, lines.slice(0, 4)]).toEqual([1, '', [unread, '', ...failed]]);
  expect(lines.slice(-3)).toEqual(['', '2 blocked, 5 unchanged.', '']);
  const applied = await shell.run('apply', '--auto-approve', '--quiet');
  expect([applied.code, applied.stdout, applied.stderr.split('\n').slice(0, 3)]).toEqual([3, '', [unread, ...failed]]);
  expect(applied.stderr).toContain('See the finding about the read that failed');
});

test('an apply after a failed read ends with code 1 in every format', async () => {
  service.faults.add({ do: 'status', endpoint: 'listProperties', status: 403, times: 'always' });
  const codes = [];
  for (const words of [[], ['--quiet'], ['--json'], ['--format', 'markdown']]) {
    codes.push((await shell.run('apply', '--auto-approve', ...words)).code);
  }
  expect(codes).toEqual([1, 1, 1, 1]);
});
