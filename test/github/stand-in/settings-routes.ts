/** A stand-in for what GitHub replies about the settings of a repository: real sockets, and refusals by path. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { REPOSITORY } from './state.ts';

/** Settings of the repository. Each test changes some of them. */
export interface Settings {
  /** Rules of the rulesets, by branch. */
  readonly rules: Record<string, unknown[]>;
  /** Classic protection of `main`. */
  protection?: unknown;
  /** Text of `.github/CODEOWNERS`. */
  owners?: string;
  readonly environments: Record<string, unknown>[];
  /** Deployment branch policies, by environment. */
  readonly policies: Record<string, unknown[]>;
  /** Names of secrets, by environment. */
  readonly secrets: Record<string, string[]>;
}

/** A repository in which nothing is missing. */
export function soundSettings(): Settings {
  const pull = {
    required_approving_review_count: 1,
    dismiss_stale_reviews_on_push: true,
    require_code_owner_review: true,
    require_last_push_approval: false,
    required_review_thread_resolution: false,
  };
  const checks = [{ context: 'plan', integration_id: 15_368 }];
  return {
    rules: {
      main: [
        { type: 'deletion', ruleset_source_type: 'Repository', ruleset_source: REPOSITORY, ruleset_id: 1 },
        { type: 'non_fast_forward', ruleset_id: 1 },
        { type: 'pull_request', parameters: pull, ruleset_id: 1 },
        {
          type: 'required_status_checks',
          parameters: { required_status_checks: checks, strict_required_status_checks_policy: true },
          ruleset_id: 1,
        },
      ],
      'trueup-ledger': [{ type: 'non_fast_forward', ruleset_id: 2 }],
    },
    owners: '/crm/ @acme/crm\n/.github/ @acme/crm\n',
    environments: [
      { name: 'crm-plan', protection_rules: [], deployment_branch_policy: null },
      {
        name: 'crm',
        protection_rules: [
          { id: 1, type: 'branch_policy' },
          { id: 2, type: 'required_reviewers', prevent_self_review: true, reviewers: [{ type: 'User', reviewer: {} }] },
        ],
        deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
      },
    ],
    policies: { crm: [{ id: 1, name: 'main', type: 'branch' }] },
    secrets: { 'crm-plan': ['CRM_READ_TOKEN'], crm: ['CRM_WRITE_TOKEN'] },
  };
}

export interface SettingsHost {
  readonly url: string;
  /** Paths below the repository, in the order of the requests. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** @param refused gives the status of a path that the token may not read */
export async function startSettingsHost(
  settings: Settings,
  refused: (path: string) => number | undefined = () => undefined,
): Promise<SettingsHost> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname.replace(`/repos/${REPOSITORY}`, '');
    requests.push(path);
    const status = refused(path);
    const [code, body] =
      status === undefined ? replyTo(settings, path) : [status, { message: 'Resource not accessible by token' }];
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function replyTo(settings: Settings, path: string): readonly [status: number, body: unknown] {
  const { rules, protection, owners, environments, policies, secrets } = settings;
  const [, first, name = '', last] = path.split('/').map(decodeURIComponent);
  if (path === '') return [200, { default_branch: 'main' }];
  if (first === 'rules') return [200, rules[last ?? ''] ?? []];
  const isProtected = protection !== undefined || (rules[name] ?? []).length > 0;
  if (first === 'branches' && last === undefined) return [200, { name, protected: isProtected }];
  if (first === 'branches') return protection === undefined ? absent('Branch not protected') : [200, protection];
  if (path === '/contents/') return [200, [{ name: 'crm', type: 'dir' }]];
  if (path === '/contents/.github/CODEOWNERS' && owners !== undefined)
    return [200, { type: 'file', encoding: 'base64', content: Buffer.from(owners).toString('base64') }];
  if (first !== 'environments') return absent('Not Found');
  if (name === '') return [200, { total_count: environments.length, environments }];
  if (last === 'secrets') return [200, { secrets: (secrets[name] ?? []).map((secret) => ({ name: secret })) }];
  return [200, { branch_policies: policies[name] ?? [] }];
}

function absent(message: string): readonly [status: number, body: unknown] {
  return [404, { message }];
}
