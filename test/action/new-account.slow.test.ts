/** An account that a pull request adds to a project whose other account has merges of its own. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';

const ALL = ['gold', 'silver', 'bronze'];
const FEWER = ['gold', 'silver'];
const LOOSE = 'policy: { allow: ["option-removal=property:contacts/tier"] }';
const LOOSER = 'The risk option-removal is allowed at property:contacts/tier.';
/** Nobody was asked about the new account. */
const UNSHOWN = 'and no plan for this account that was applied shows that';
const DISPATCH = { name: 'workflow_dispatch', payload: {} };

interface Said {
  readonly policy?: string;
  readonly accounts?: readonly string[];
  readonly options?: readonly string[];
  readonly label?: string;
}

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  const { service, secrets } = repository;
  await service.addAccount({ hubId: 7007 });
  secrets['PRODUCTION_TOKEN'] = (await service.issueToken({ hubId: 7007, appId: 2001 })).accessToken;
});
afterEach(() => repository.close());

const HUBS: Readonly<Record<string, number>> = { sandbox: 1001, production: 7007 };

function declare({ policy = '', accounts = ['sandbox'], options = ALL, label = 'Tier' }: Said): Promise<void> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  const declared = accounts.map(
    (name) =>
      `  ${name}: { hubId: ${HUBS[name]}, baseUrl: "${repository.service.url}", auth: { accessToken: "\${env.${name.toUpperCase()}_TOKEN}" } }\n`,
  );
  return repository.file(
    'trueup.yaml',
    `version: 1
accounts:
${declared.join('')}${policy}
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: ${label}, type: enumeration, fieldType: select, options: [${list}] }
`,
  );
}

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

async function planned(pull: number, said: Said, inputs: Readonly<Record<string, string>> = {}) {
  await declare(said);
  return repository.push(pull, inputs, REPOSITORY, head());
}

async function applied(pull: number, said: Said): Promise<void> {
  expect(await planned(pull, said)).toMatchObject({ code: 0 });
  expect(await repository.merge(pull)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
}

const BOTH = ['sandbox', 'production'];

describe('where nobody loosened the policy', { timeout: 180_000 }, () => {
  test('it is applied as reviewed, by its merge and by the merges after that', async () => {
    await applied(1, { policy: LOOSE });
    await applied(2, { policy: LOOSE, label: 'Level' });
    await applied(3, { policy: LOOSE, label: 'Level', accounts: BOTH });
    expect(repository.comments(3).join('')).not.toContain('looser');
    await applied(4, { policy: LOOSE, label: 'Level', accounts: BOTH, options: FEWER });
    expect(repository.comments(4).join('')).not.toContain('looser');
  });
});

describe('where the policy was loosened for the other one', { timeout: 180_000 }, () => {
  const added: Said = { policy: LOOSE, accounts: BOTH, label: 'Level' };
  const fewer: Said = { ...added, options: FEWER };
  const only = { account: 'production' };
  const strict = mergeSha(1).slice(0, 12);
  beforeEach(async () => {
    await applied(1, {});
    await applied(2, { policy: LOOSE });
  });

  /** What a push without a pull request is told. */
  async function pushed(said: Said) {
    await declare(said);
    const before = head();
    repository.toMain(await repository.commit());
    const event = { name: 'push', payload: { ref: 'refs/heads/main', before } };
    return repository.job(head(), { inputs: { command: 'apply', ...only }, event });
  }
  const started = (inputs: Readonly<Record<string, string>>) =>
    repository.job(head(), { inputs: { command: 'apply', ...only, ...inputs }, event: DISPATCH });
  const plain = (text: string) => text.replaceAll('\\', '');

  function says(told: string, since: string): void {
    expect(told).toContain(`is looser than in commit ${strict}, ${since}`);
    expect(told).toContain(LOOSER);
  }

  test('it is applied as reviewed while it needs none of that, and its plan says what to do once it does', async () => {
    await applied(3, added);
    expect(await planned(4, fewer, only)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    const told = plain(repository.comments(4).join());
    says(told, 'and nobody has allowed that for this account');
    expect(told).toContain(`Make the policy as strict as in commit ${strict} again, or let somebody`);
    expect(told).toContain('set the input policy-changes to allow for this plan.');
    expect(await planned(4, fewer, { ...only, 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
    expect(await repository.merge(4, only)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(await planned(5, { ...fewer, options: ['gold'] }, only)).toMatchObject({ code: 0 });
    expect(repository.comments(5).join()).not.toContain('looser');
  });

  test('what a push and a manual start are told is right, and what it says to type applies it', async () => {
    const first = await pushed(added);
    expect(await started({ digest: first.outputs['digest'] ?? '' })).toMatchObject({ code: 0 });
    const { outputs, summary } = await pushed(fewer);
    says(plain(summary), UNSHOWN);
    const digest = outputs['digest'] ?? '';
    const refused = await started({ digest });
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest } });
    says(plain(refused.summary), UNSHOWN);
    expect(plain(refused.summary)).toContain(
      'Review whether this account may have what is looser. If so, let somebody',
    );
    expect(refused.summary).not.toContain('nobody has allowed that');
    const type = 'start apply manually with the digest of this plan and policy-changes: allow';
    for (const told of [refused.log, refused.summary]) expect(plain(told)).toContain(type);
    expect(plain(refused.summary)).toContain('**The plan needs this, so nothing is applied:**');
    expect(refused.summary).toContain(`\`digest: ${digest}\` and \`policy-changes: allow\``);
    expect(refused.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
    expect(refused.summary).not.toContain('a merge');
    expect(await started({ digest, 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
  });
});
