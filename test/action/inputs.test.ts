import { expect, test } from 'vitest';
import { z } from 'zod';
import { ActionInputs, inputVariable, readInputs } from '../../src/action/inputs.ts';
import { configurationEnv } from '../../src/action/run.ts';
import { ACTION } from './action-file.ts';

test('action.yml has the inputs of the schema, with its words and its defaults, and hands each one on', () => {
  const schema = z.toJSONSchema(ActionInputs, { io: 'input', unrepresentable: 'any' });
  const fromSchema = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description, default: value } = property as { description?: string; default?: string };
    return [name, { description, ...(value === undefined ? {} : { default: value }) }];
  });
  const fromFile = Object.entries(ACTION.inputs).map(([name, { description, default: value }]) => {
    const inherited = name === 'github-token' ? '' : value;
    return [name, { description, ...(inherited === undefined ? {} : { default: inherited }) }];
  });
  expect(fromFile).toEqual(fromSchema);
  expect(Object.entries(ACTION.inputs).flatMap(([name, { required }]) => (required === true ? [name] : []))).toEqual(
    schema.required,
  );
  const program = ACTION.runs.steps.at(-1);
  expect(program?.env).toEqual(
    Object.fromEntries(Object.keys(ACTION.inputs).map((name) => [inputVariable(name), `\${{ inputs.${name} }}`])),
  );
  expect(ACTION.inputs['github-token']?.default).toBe(`\${{ github.token }}`);
});

test('actions of others are pinned to a commit, and no input becomes part of a shell line', () => {
  for (const { uses, run } of ACTION.runs.steps) {
    if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    if (run !== undefined) expect(run).not.toContain('${{');
  }
});

test('what is left out or empty has its default', () => {
  expect(readInputs({ INPUT_COMMAND: 'plan', INPUT_FILES: '', INPUT_WORKING_DIRECTORY: 'crm' })).toEqual({
    command: 'plan',
    'working-directory': 'crm',
    files: ['trueup.yaml'],
    account: [],
    credentials: [],
    ledger: '',
    allow: [],
    target: [],
    overwrite: [],
    'skip-blocked': false,
    concurrency: 8,
    review: 'required',
    digest: [],
    'plan-file': '',
    'report-file': '',
    comment: true,
    'comment-author': 'github-actions[bot]',
    issue: true,
    'fail-on': 'blocked',
    'lock-wait': 300,
    'github-token': '',
  });
});

test('lists are written one a line', () => {
  const inputs = readInputs({
    INPUT_COMMAND: 'apply',
    INPUT_FILES: 'a.yaml\n  b c.yaml  \n',
    INPUT_ALLOW: 'option-removal=property:contacts/tier\nmax-changes',
  });
  expect(inputs.files).toEqual(['a.yaml', 'b c.yaml']);
  expect(inputs.allow).toEqual([
    { risk: 'option-removal', address: 'property:contacts/tier' },
    { risk: 'max-changes' },
  ]);
});

test('a credential is a name and a secret, and one that a fork lacks is not set', () => {
  const { credentials } = readInputs({ INPUT_COMMAND: 'plan', INPUT_CREDENTIALS: 'A=one=1\n  B_2= two \nABSENT=\n' });
  expect(credentials.map(({ name, value }) => [name, value.reveal()])).toEqual([
    ['A', 'one=1'],
    ['B_2', 'two'],
  ]);
  expect(JSON.stringify(credentials)).not.toContain('one');
  expect(() => readInputs({ INPUT_COMMAND: 'plan', INPUT_CREDENTIALS: 'A=one\nhush-hush' })).toThrow(
    expect.objectContaining({
      message: 'Invalid Action inputs: credentials: entry 2 is not NAME=VALUE.',
    }),
  );
});

test('the files may name the credentials and the environment, and no token of the workflow', () => {
  const inputs = readInputs({ INPUT_COMMAND: 'plan', INPUT_CREDENTIALS: 'A=given' });
  const env = { A: 'seen', B: 'seen', INPUT_GITHUB_TOKEN: 't', GITHUB_TOKEN: 't', ACTIONS_RUNTIME_TOKEN: 't' };
  expect(configurationEnv({ env, inputs })).toEqual({ A: 'given', B: 'seen' });
});

test('every wrong input is named at once', () => {
  const wrong = {
    INPUT_COMMAND: 'destroy',
    INPUT_ALLOW: 'everything',
    INPUT_COMMENT: 'yes',
    INPUT_TARGET: 'tier',
    INPUT_CONCURRENCY: '0',
  };
  expect(() => readInputs(wrong)).toThrow(
    expect.objectContaining({
      code: 'inputs-invalid',
      message: expect.stringMatching(/command: .*allow: everything: .*target.*concurrency.*comment/s),
    }),
  );
});
