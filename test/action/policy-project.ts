/** A project with a policy in a file of its own, and commits of it: what the scenarios of looser policies start from. */

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { TOKEN } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

export interface Texts {
  /** Lines of the account. */
  readonly account?: string;
  /** The whole section in place of the account. */
  readonly accounts?: string;
  readonly policy?: string;
  readonly options?: readonly string[];
}

export interface PolicyRepository extends RepositoryUnderTest {
  /** An account of the section, of the one hub. */
  declared(name: string, more?: string, hubId?: string): string;
  /** The project by its paths. */
  files(texts: Texts): Readonly<Record<string, string>>;
  /** Writes them where the job works. */
  checkout(texts: Texts): Promise<void>;
  /** A commit of the Git host with these files, and links by what they lead to; its id. */
  commitOf(texts: Readonly<Record<string, string>>, links?: Readonly<Record<string, string>>): string;
  /** The plan of a pull request against this commit. */
  plan(base: string, inputs?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Of that, without the escapes of Markdown. */
  comment(): string;
  /** The account as the base branch declares it, applied under this name, and the commit of that. */
  applied(texts: Texts, name?: string): Promise<string>;
}

export const CREDENTIALS = { credentials: `SANDBOX_TOKEN=${TOKEN.SANDBOX_TOKEN}` };
export const ALLOW = '{ allow: ["option-removal=property:contacts/tier"] }';
/** What a plan says that removes an option. */
export const LOST = 'update property:contacts/tier';

export async function aPolicyRepository(): Promise<PolicyRepository> {
  const repository = await aRepository();
  const { service, standIn, workspace } = repository;

  const declared = (name: string, more = '', hubId = 'hubId: 1001, ') =>
    `  ${name}: { ${hubId}baseUrl: "${service.url}", auth: { accessToken: "\${env.SANDBOX_TOKEN}" }${more} }\n`;

  const files: PolicyRepository['files'] = ({
    account = '',
    accounts = declared('sandbox', account),
    policy = '',
    options = ['gold', 'silver'],
  }) => {
    const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
    return {
      'trueup.yaml': `version: 1
include: [policy.yaml, schema/*.yaml]
accounts:
${accounts}`,
      'policy.yaml': policy === '' ? '# none\n' : `policy: ${policy}\n`,
      'schema/contacts.yaml': `objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
`,
    };
  };

  const checkout = async (texts: Texts) => {
    for (const [path, text] of Object.entries(files(texts))) {
      await mkdir(join(workspace, dirname(path)), { recursive: true });
      await writeFile(join(workspace, path), text);
    }
  };

  const commitOf: PolicyRepository['commitOf'] = (texts, links = {}) => {
    const { git } = standIn;
    const changes = [
      ...Object.entries({ 'README.md': 'Schema\n', ...texts }).map(([path, content]) => ({ path, content })),
      ...Object.entries(links).map(([path, content]) => ({ path, content, mode: '120000' })),
    ];
    return git.newCommit({ tree: git.newTree(undefined, changes) ?? '', parents: [], message: 'Base' });
  };

  return {
    ...repository,
    declared,
    files,
    checkout,
    commitOf,
    plan: (base, inputs = {}) => repository.push(1, inputs, REPOSITORY, base),
    comment: () => (repository.comments(1)[0] ?? '').replaceAll('\\', ''),
    async applied(texts, name = 'production') {
      await checkout({
        ...texts,
        account: '',
        ...(texts.accounts === undefined ? {} : { accounts: declared(name) }),
      });
      const done = await repository.applyAgain(1, { ...CREDENTIALS, review: 'none', digest: '' });
      expect(done).toMatchObject({ code: 0 });
      return commitOf(files(texts));
    },
  };
}
