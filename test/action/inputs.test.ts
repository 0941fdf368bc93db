import { expect, test } from 'vitest';
import { z } from 'zod';
import { ActionInputs, inputVariable, readInputs } from '../../src/action/inputs.ts';
import { configurationOptions, requireCredentials, requireListable } from '../../src/action/variables.ts';
import { ACTION } from './action-file.ts';

test('action.yml has the inputs, texts and defaults of the schema, and passes each input', () => {
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

test('other actions are pinned to a commit, and inputs stay out of shell lines', () => {
  for (const { uses, run } of ACTION.runs.steps) {
    if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    if (run !== undefined) expect(run).not.toContain('${{');
  }
});

test('a missing or empty input has its default', () => {
  expect(readInputs({ INPUT_COMMAND: 'plan', INPUT_FILES: '', INPUT_WORKING_DIRECTORY: 'crm' })).toEqual({
    command: 'plan',
    'working-directory': 'crm',
    files: ['trueup.yaml'],
    account: [],
    credentials: [],
    environment: [],
    'allowed-hosts': [],
    ledger: '',
    allow: [],
    target: [],
    overwrite: [],
    'skip-blocked': false,
    concurrency: 8,
    review: 'required',
    digest: [],
    'plan-file': '',
    'policy-sha256': [],
    'report-file': '',
    comment: true,
    'comment-author': 'github-actions[bot]',
    issue: true,
    'fail-on': 'blocked',
    'lock-wait': 300,
    'notice-url': undefined,
    'token-command': [],
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

test('digests are separated by line breaks or blanks', () => {
  const [one, two] = ['1'.repeat(20), '2'.repeat(20)];
  const digest = [
    { account: 'sandbox', digest: one },
    { account: 'production', digest: two },
  ];
  for (const INPUT_DIGEST of [`sandbox=${one}\nproduction=${two}`, ` sandbox=${one} \t production=${two} `]) {
    expect(readInputs({ INPUT_COMMAND: 'apply', INPUT_DIGEST })).toMatchObject({ digest });
  }
  for (const INPUT_DIGEST of [`sandbox= ${one}`, `sandbox=${one},production=${two}`, `sandbox=${one} latest`]) {
    expect(() => readInputs({ INPUT_COMMAND: 'apply', INPUT_DIGEST })).toThrow(/a digest has 20 hex digits/);
  }
  const both = (INPUT_DIGEST: string) => () => readInputs({ INPUT_COMMAND: 'apply', INPUT_DIGEST });
  expect(both(`sandbox=${one} sandbox=${two}`)).toThrow(/sandbox=2+: it is another one for sandbox: name each once/);
  expect(both(`${one} ${two}`)).toThrow(/: 2+: it is another one for every account: name each once/);
  expect(both(`${one} sandbox=${two} sandbox=${two}`)).not.toThrow();
});

test('a credential has a name and a secret, and is empty in a fork', () => {
  const inputs = readInputs({ INPUT_COMMAND: 'plan', INPUT_CREDENTIALS: 'A=one=1\n  B_2= two \nABSENT=\n' });
  const { credentials } = inputs;
  expect(credentials.map(({ name, value }) => [name, value?.reveal()])).toEqual([
    ['A', 'one=1'],
    ['B_2', 'two'],
    ['ABSENT', undefined],
  ]);
  expect(() => requireCredentials(inputs)).toThrow(
    expect.objectContaining({ message: 'Variables were refused: credentials: ABSENT has no value.' }),
  );
  expect(JSON.stringify(credentials)).not.toContain('one');
  expect(() => readInputs({ INPUT_COMMAND: 'plan', INPUT_CREDENTIALS: 'A=one\nhush-hush' })).toThrow(
    expect.objectContaining({
      message: 'Invalid Action inputs: credentials: entry 2 is not NAME=VALUE.',
    }),
  );
});

test('files may use the listed variables and send tokens to listed hosts', () => {
  const env = { INPUT_COMMAND: 'plan', INPUT_CREDENTIALS: 'A=given\nGONE=', INPUT_ENVIRONMENT: ' B \nC' };
  const job = { A: 'seen', B: 'seen' };
  expect(configurationOptions({ env: job, inputs: readInputs(env) })).toEqual({
    env: { A: 'given', B: 'seen' },
    credentials: ['A', 'GONE'],
    environment: ['B', 'C'],
    allowedHosts: ['api.hubapi.com'],
  });
  const listed = readInputs({ ...env, INPUT_ALLOWED_HOSTS: 'crm.example.com\n*.example.org\n' });
  expect(configurationOptions({ env: job, inputs: listed }).allowedHosts).toEqual(['crm.example.com', '*.example.org']);
});

test('names of the runner, unset names and duplicate names are refused, each by name', () => {
  const inputs = readInputs({
    INPUT_COMMAND: 'plan',
    INPUT_CREDENTIALS: 'A=one\nGITHUB_TOKEN=t\ninput_github_token=t',
    INPUT_ENVIRONMENT: 'A\nB\nEMPTY\nGONE\nACTIONS_RUNTIME_TOKEN\nINPUT_CREDENTIALS\nGithub_Actor\nRUNNER_NAME',
  });
  const refused = (name: string, input: string) =>
    `${input}: ${name} belongs to the runner and cannot be used by the files`;
  expect(() => requireListable(inputs, { B: 'b', EMPTY: '', ACTIONS_RUNTIME_TOKEN: 't' })).toThrow(
    expect.objectContaining({
      code: 'variables-refused',
      message: `Variables were refused: ${[
        refused('GITHUB_TOKEN', 'credentials'),
        refused('input_github_token', 'credentials'),
        'environment: A is in credentials as well',
        'environment: the job has no variable GONE',
        ...['ACTIONS_RUNTIME_TOKEN', 'INPUT_CREDENTIALS', 'Github_Actor', 'RUNNER_NAME'].map((name) =>
          refused(name, 'environment'),
        ),
      ].join('; ')}.`,
    }),
  );
  expect(() => requireListable(readInputs({ INPUT_COMMAND: 'plan' }), {})).not.toThrow();
});

test('every wrong input is named at once', () => {
  const wrong = {
    INPUT_COMMAND: 'destroy',
    INPUT_ALLOW: 'everything',
    INPUT_COMMENT: 'yes',
    INPUT_TARGET: 'tier',
    INPUT_CONCURRENCY: '0',
    INPUT_ENVIRONMENT: 'A=1',
    INPUT_ALLOWED_HOSTS: 'https://crm.example.com\n*',
  };
  expect(() => readInputs(wrong)).toThrow(
    expect.objectContaining({
      code: 'inputs-invalid',
      message: expect.stringMatching(
        /command: .*environment.*not the name.*allowed-hosts: "https:.*allowed-hosts: "\*".*allow: everything: .*target.*concurrency.*comment/s,
      ),
    }),
  );
});
