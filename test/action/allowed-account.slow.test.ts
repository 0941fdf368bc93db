/** What somebody allows for one account of an apply is allowed for no other one. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';
import { ALL, ALLOW, DISPATCH, LOOSER } from './tier-project.ts';

const LOOSE = '{ allow: ["option-removal=property:contacts/tier"] }';
const ONLY = { account: 'production' };

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  const { service, secrets } = repository;
  await service.addAccount({ hubId: 7007 });
  secrets['PRODUCTION_TOKEN'] = (await service.issueToken({ hubId: 7007, appId: 2001 })).accessToken;
});
afterEach(() => repository.close());

interface Said {
  readonly policy?: string;
  readonly options?: readonly string[];
  /** One more option that sandbox alone has. */
  readonly own?: boolean;
}

const asYaml = (options: readonly string[]) =>
  `[${options.map((one) => `{ value: ${one}, label: ${one} }`).join(', ')}]`;

const declare = ({ policy = '{}', options = ALL, own = false }: Said) =>
  repository.file(
    'trueup.yaml',
    `version: 1
accounts:
  sandbox:
    hubId: 1001
    baseUrl: "${repository.service.url}"
    auth: { accessToken: "\${env.SANDBOX_TOKEN}" }
${own ? `    overrides: { objects: { contacts: { groups: { contactinformation: { properties: { tier: { options: ${asYaml(['iron'])} } } } } } } }\n` : ''}  production:
    hubId: 7007
    baseUrl: "${repository.service.url}"
    auth: { accessToken: "\${env.PRODUCTION_TOKEN}" }
policy: ${policy}
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: ${asYaml(options)} }
`,
  );

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';
const apply = (inputs: Readonly<Record<string, string>>) =>
  repository.job(head(), { inputs: { command: 'apply', ...inputs }, event: DISPATCH });

async function planned(pull: number, said: Said, inputs = {}) {
  await declare(said);
  return repository.push(pull, inputs, REPOSITORY, head());
}

/** Only sandbox needs what the push allows; gives the digest of that. */
async function loosened(): Promise<string> {
  await planned(1, { own: true });
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  await declare({ policy: LOOSE });
  repository.toMain(await repository.commit());
  const told = await apply({});
  const [lines, digest = ''] = /digest: sandbox=([0-9a-f]{20})\npolicy-changes: allow\n/.exec(told.log) ?? [];
  expect(lines).toBeDefined();
  expect(told.summary).toContain(`\`digest: sandbox=${digest}\` and \`policy-changes: allow\``);
  return digest;
}

test('the inputs that the log says to start it with allow nothing for another account', {
  timeout: 180_000,
}, async () => {
  const digest = await loosened();
  const applied = await apply({ digest: `sandbox=${digest}`, ...ALLOW });
  expect(applied).toMatchObject({ code: 0 });
  expect(applied.log).toContain('policy-changes: allow does not count for production');
  expect(applied.log).not.toContain('does not count for sandbox');
  const plan = await planned(3, { policy: LOOSE, options: ['gold'] }, ONLY);
  expect(plan).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(repository.comments(3).join('\n').replaceAll('\\', '')).toContain(LOOSER);
  const written = await repository.writes();
  expect(await repository.merge(3, ONLY)).toMatchObject({ code: 3 });
  expect(await repository.writes()).toEqual(written);
});

test('a digest that names no account allows nothing where there are several', { timeout: 180_000 }, async () => {
  const digest = await loosened();
  const written = await repository.writes();
  expect(await apply({ digest, ...ALLOW })).toMatchObject({ code: 3 });
  expect(await repository.writes()).toEqual(written);
  expect(await planned(3, { policy: LOOSE, options: ['gold'] }, ONLY)).toMatchObject({ code: 3 });
  await declare({ policy: LOOSE });
  expect(await apply({ digest, account: 'sandbox', ...ALLOW })).toMatchObject({ code: 0 });
});
