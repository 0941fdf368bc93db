// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of workflows, not of this language
/** Tests that `trueup doctor --github` reports each missing setting, and reports failed reads as unknown. */

import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkDefaultBranch } from '../../src/cli/doctor/github-rules.ts';
import { systemClock, undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import type { Check, Checkup } from '../../src/model/checkup.ts';
import { type Settings, soundSettings, startSettingsHost } from '../github/stand-in/settings-routes.ts';
import { REPOSITORY } from '../github/stand-in/state.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aShell, type Shell } from '../support/world.ts';

interface Case {
  readonly settings?: (settings: Settings) => void;
  readonly plan?: (text: string) => string;
  readonly apply?: (text: string) => string;
  readonly refused?: (path: string) => number | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Address of the CRM. If it is absent, the account has no token. */
  readonly service?: string;
}

/** A checkout with the workflows of the examples, and a host with its settings. */
async function aCheckout({ settings: change, plan, apply, refused, env = {}, service }: Case = {}) {
  const settings = soundSettings();
  change?.(settings);
  const host = await startSettingsHost(settings, refused);
  const given = {
    ...(service === undefined ? {} : TOKEN),
    GITHUB_TOKEN: 'ghp_canary',
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_API_URL: host.url,
    ...env,
  };
  const known = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const shell = await aShell({ env: Object.fromEntries(known) });
  onTestFinished(async () => {
    await host.close();
    await rm(shell.cwd, { recursive: true });
  });
  for (const folder of ['.git', 'crm', '.github/workflows']) await mkdir(join(shell.cwd, folder), { recursive: true });
  await shell.write('crm/trueup.yaml', sandboxText(service ?? 'http://127.0.0.1:9', 'documented'));
  for (const [name, edit] of Object.entries({ plan, apply })) {
    const example = await readFile(`examples/github/${name}.yml`, 'utf8');
    const text = example.replace('acme/trueup@v0.1.0', `acme/crm-action@${'a'.repeat(40)}`);
    await shell.write(`.github/workflows/trueup-${name}.yml`, edit?.(text) ?? text);
  }
  return { shell, host };
}

async function checked(shell: Shell): Promise<{ readonly code: number; readonly found: readonly Check[] }> {
  const { code, document } = await shell.json('doctor', '--github', '-C', 'crm');
  return { code, found: (document as Checkup).checks.filter(({ check }) => check === 'github') };
}

async function findings(of: Case) {
  const { shell } = await aCheckout(of);
  const { found } = await checked(shell);
  return found.filter(({ status }) => status !== 'ok').map(({ status, code, message }) => ({ status, code, message }));
}

type Rule = { type: string; parameters: Record<string, unknown> };

/** Sets a parameter of a rule of `main`. */
function withParameter(type: string, name: string, value: unknown) {
  return ({ rules }: Settings) => {
    const rule = rules['main']?.find((each) => (each as Rule).type === type) as Rule;
    rule.parameters[name] = value;
  };
}

function withoutRule(type: string, branch = 'main') {
  return ({ rules }: Settings) => {
    rules[branch] = rules[branch]?.filter((each) => (each as Rule).type !== type) ?? [];
  };
}

function withOwners(text: string) {
  return (settings: Settings) => {
    settings.owners = text;
  };
}

/** Changes the environment of apply. */
function withEnvironment(changed: Record<string, unknown>) {
  return ({ environments }: Settings) => void Object.assign(environments[1] ?? {}, changed);
}

describe('a repository with every setting', () => {
  test('has no finding and the exit code 0', async () => {
    const { service } = await aSandbox();
    const { shell, host } = await aCheckout({ service: service.url });
    const { code, found } = await checked(shell);
    expect([code, found.map(({ status }) => status)]).toEqual([0, ['ok', 'ok', 'ok', 'ok', 'ok']]);
    expect(found.map(({ message }) => message)).toEqual([
      'The rulesets of main have every setting.',
      'The rulesets of trueup-ledger have every setting.',
      'The configuration and the workflows have code owners.',
      'The environment "crm" restricts branches and has 1 required reviewer.',
      'The environment "crm-plan" has no secret that only apply uses.',
    ]);
    expect(host.requests.filter((path) => path.startsWith('/branches'))).toEqual([]);
  });

  test('gets a request only with the flag', async () => {
    const { shell, host } = await aCheckout();
    await shell.run('doctor', '-C', 'crm');
    expect(host.requests).toEqual([]);
  });

  test('fails the command if one setting is missing', async () => {
    const { service } = await aSandbox();
    const { shell } = await aCheckout({ service: service.url, settings: withoutRule('pull_request') });
    expect((await checked(shell)).code).toBe(1);
  });
});

const GAPS: readonly (readonly [code: string, message: RegExp, of: Case])[] = [
  ['github-pull-request-not-required', /^main accepts pushes without/, { settings: withoutRule('pull_request') }],
  [
    'github-approval-not-required',
    /needs no approval/,
    { settings: withParameter('pull_request', 'required_approving_review_count', 0) },
  ],
  [
    'github-stale-approval-kept',
    /counts for later commits/,
    { settings: withParameter('pull_request', 'dismiss_stale_reviews_on_push', false) },
  ],
  [
    'github-code-owner-review-not-required',
    /requires no review by code owners/,
    { settings: withParameter('pull_request', 'require_code_owner_review', false) },
  ],
  ['github-check-not-required', /^main requires no check/, { settings: withoutRule('required_status_checks') }],
  [
    'github-check-not-required',
    /^main does not require the check "plan"/,
    { settings: withParameter('required_status_checks', 'required_status_checks', [{ context: 'lint' }]) },
  ],
  [
    'github-check-not-required',
    /^main does not require the check "Plan the schema"/,
    { plan: (text) => text.replace('    runs-on', '    name: Plan the schema\n    runs-on') },
  ],
  [
    'github-check-source-open',
    /accepts the check "plan" from any source/,
    { settings: withParameter('required_status_checks', 'required_status_checks', [{ context: 'plan' }]) },
  ],
  ['github-force-push-allowed', /^main accepts force pushes/, { settings: withoutRule('non_fast_forward') }],
  [
    'github-force-push-allowed',
    /^trueup-ledger accepts force pushes/,
    { settings: withoutRule('non_fast_forward', 'trueup-ledger') },
  ],
  [
    'github-configuration-without-owner',
    /^crm\/trueup\.yaml has no code owner/,
    { settings: withOwners('/.github/ @acme/crm') },
  ],
  [
    'github-configuration-without-owner',
    /^crm\/new-file\.yaml has no code owner/,
    { settings: withOwners('/.github/ @acme/crm\n/crm/trueup.yaml @acme/crm') },
  ],
  [
    'github-workflows-without-owner',
    /^\.github\/workflows\/trueup-apply\.yml has no code owner/,
    { settings: withOwners('/crm/ @acme/crm') },
  ],
  [
    'github-action-not-pinned',
    /^The action in \S+trueup-apply\.yml is not pinned to a commit/,
    { apply: (text) => text.replace(/acme\/crm-action@\S+/, 'acme/crm-action@v1') },
  ],
  [
    'github-environment-missing',
    /"crm" does not exist/,
    { settings: ({ environments }) => void environments.splice(1, 1) },
  ],
  [
    'github-environment-missing',
    /trueup-apply\.yml names no environment/,
    { apply: (text) => text.replace(/^ {4}environment: crm .*\n/m, '') },
  ],
  [
    'github-environment-branches-open',
    /admits every branch/,
    { settings: withEnvironment({ deployment_branch_policy: null }) },
  ],
  [
    'github-environment-branches-open',
    /admits "release\/\*"/,
    { settings: ({ policies }) => void policies['crm']?.push({ name: 'release/*', type: 'branch' }) },
  ],
  [
    'github-environment-branches-open',
    /admits "tag main"/,
    { settings: ({ policies }) => void policies['crm']?.push({ name: 'main', type: 'tag' }) },
  ],
  [
    'github-environment-without-reviewers',
    /has no required reviewers/,
    { settings: withEnvironment({ protection_rules: [{ type: 'wait_timer', wait_timer: 30 }] }) },
  ],
  [
    'github-plan-has-write-secret',
    /"crm-plan" of the plan job has the secret CRM_WRITE_TOKEN/,
    { settings: ({ secrets }) => void secrets['crm-plan']?.push('CRM_WRITE_TOKEN') },
  ],
  [
    'github-plan-has-write-secret',
    /apply uses the same environment/,
    { plan: (text) => text.replace('environment: crm-plan', 'environment: CRM') },
  ],
];

test.each(GAPS)('a missing setting is the problem %s: %s', async (code, message, of) => {
  expect(await findings(of)).toEqual([{ status: 'problem', code, message: expect.stringMatching(message) }]);
});

const DOUBTS: readonly (readonly [code: string, message: RegExp, of: Case])[] = [
  [
    'github-self-review-allowed',
    /can approve a run that the same person started/,
    { settings: withEnvironment({ protection_rules: [{ type: 'required_reviewers', reviewers: [{}] }] }) },
  ],
  [
    'github-plan-has-write-secret',
    /both use a secret named CRM_READ_TOKEN/,
    { apply: (text) => text.replace('CRM_WRITE_TOKEN', 'CRM_READ_TOKEN') },
  ],
  [
    'github-settings-unread',
    /environment of the apply job in \S+ has no fixed name/,
    { apply: (text) => text.replace('environment: crm #', 'environment: ${{ vars.PLACE }} #') },
  ],
  [
    'github-settings-unread',
    /check of the plan job in \S+ has no fixed name/,
    { plan: (text) => text.replace('    runs-on', '    name: plan ${{ github.ref }}\n    runs-on') },
  ],
  [
    'github-workflow-missing',
    /has a step with credentials and the command apply/,
    { apply: (text) => text.replace('command: apply', 'command: drift') },
  ],
  ['github-workflow-missing', /trueup-apply\.yml is not a valid workflow/, { apply: () => 'on: [trueup\n' }],
];

test.each(DOUBTS)('a doubt is the warning %s: %s', async (code, message, of) => {
  expect(await findings(of)).toContainEqual({ status: 'warning', code, message: expect.stringMatching(message) });
  expect((await findings(of)).filter(({ status }) => status === 'problem')).toEqual([]);
});

const READS: readonly (readonly [path: string, message: RegExp])[] = [
  ['/rules/branches/main', /^The rulesets of main could not be read\. GET \S+ failed with status/],
  ['/rules/branches/trueup-ledger', /^The rulesets of trueup-ledger could not be read/],
  ['/contents/', /^The file CODEOWNERS could not be read/],
  ['/environments', /^The environments could not be read/],
  ['/environments/crm/deployment-branch-policies', /^The branch rule of the environment "crm" could not be read/],
  ['/environments/crm-plan/secrets', /^The names of the secrets of the environment "crm-plan" could not be read/],
];

test('a checkout without workflows has one warning, and rules and code owners are checked', async () => {
  const { shell } = await aCheckout({ settings: withoutRule('non_fast_forward') });
  await rm(join(shell.cwd, '.github'), { recursive: true });
  expect((await checked(shell)).found).toMatchObject([
    { status: 'warning', code: 'github-workflow-missing', message: expect.stringContaining('command plan or apply') },
    { status: 'problem', code: 'github-force-push-allowed' },
    { status: 'ok', message: 'The configuration and the workflows have code owners.' },
  ]);
});

describe.each([403, 404])('a reply with status %i', (status) => {
  test.each(READS)('for %s is a warning only', async (path, message) => {
    const refused = (asked: string) => (asked === path ? status : undefined);
    // Everything that this read would show is missing.
    const settings = (all: Settings) => {
      all.rules['main'] = path.endsWith('main') ? [] : (all.rules['main'] ?? []);
      all.rules['trueup-ledger'] = path.endsWith('ledger') ? [] : (all.rules['trueup-ledger'] ?? []);
    };
    expect(await findings({ refused, settings })).toEqual([
      { status: 'warning', code: 'github-settings-unread', message: expect.stringMatching(message) },
    ]);
  });

  test('for the repository is a problem, because nothing was checked', async () => {
    const found = await findings({ refused: (path) => (path === '' ? status : undefined) });
    expect(found).toMatchObject([{ status: 'problem', code: 'github-settings-unread' }]);
  });
});

test('classic branch protection makes the gaps of the rulesets warnings', async () => {
  const settings = (all: Settings) => {
    withoutRule('non_fast_forward')(all);
    all.protection = {};
  };
  const message = expect.stringMatching(/^main accepts force pushes.* was not compared\.$/);
  expect(await findings({ settings })).toEqual([{ status: 'warning', code: 'github-force-push-allowed', message }]);
  const refused = (path: string) => (path.endsWith('/protection') ? 404 : undefined);
  expect(await findings({ settings, refused })).toMatchObject([{ status: 'warning', code: 'github-settings-unread' }]);
});

test.each(['GITHUB_TOKEN', 'GITHUB_REPOSITORY'])('the repository is read only with %s', async (name) => {
  const { shell, host } = await aCheckout({ env: { [name]: undefined } });
  expect((await checked(shell)).found).toMatchObject([{ status: 'problem', code: 'github-settings-unread' }]);
  expect(host.requests).toEqual([]);
});

test('names of the host are shown without their control characters, and the token is hidden', async () => {
  const name = 'crm\u001b[31m\u202e\nghp_canary';
  const { shell } = await aCheckout({
    apply: (text) => text.replace('environment: crm #', `environment: ${JSON.stringify(name)} #`),
    settings: (all) => {
      withEnvironment({ name, deployment_branch_policy: null, protection_rules: [] })(all);
    },
  });
  const { stdout, stderr } = await shell.run('doctor', '--github', '-C', 'crm', '--no-color');
  expect(stdout.replace(/\s+/g, ' ')).toContain('admits every branch.');
  expect(stdout).toContain('[github-environment-branches-open]');
  for (const text of ['\u001b', '\u202e', 'canary']) expect(stdout + stderr).not.toContain(text);
});

test('a check of an app other than GitHub Actions is a problem on github.com', async () => {
  const settings = soundSettings();
  withParameter('required_status_checks', 'required_status_checks', [{ context: 'plan', integration_id: 7 }])(settings);
  const { host } = await aCheckout({ settings: (all) => void Object.assign(all, settings) });
  const transport = undiciTransport({});
  onTestFinished(() => transport.close());
  const github = githubClient({ apiUrl: host.url, token: secret('ghp_canary'), transport, clock: systemClock });
  const plan = {
    file: 'plan.yml',
    command: 'plan',
    check: 'plan',
    isPinned: true,
    secrets: [],
  } as const;
  const found = (isPublicHost: boolean) =>
    checkDefaultBranch({ github, path: `/repos/${REPOSITORY}`, isPublicHost }, 'main', [plan]);
  expect(await found(true)).toMatchObject([{ code: 'github-check-source-open', status: 'problem' }]);
  expect(await found(false)).toMatchObject([{ status: 'ok' }]);
});

test('explain shows the section of a code', async () => {
  const { shell } = await aCheckout();
  const { code, stdout } = await shell.run('explain', 'github-force-push-allowed');
  expect([code, stdout]).toEqual([0, expect.stringContaining('accepts force pushes')]);
  expect(stdout).not.toContain('github-environment-missing');
});
