/** A project of one list of options that includes a strict policy or a loose one: what the scenarios of policies that hold start from. */

import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ledgerFolder } from '../../src/ledger/project.ts';
import { later } from '../github/stand-in/moments.ts';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, BRANCH, mergeSha, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

export interface Said {
  readonly include: 'strict' | 'loose';
  readonly options?: readonly string[];
  readonly label?: string;
}

type Inputs = Readonly<Record<string, string>>;

export interface TierRepository extends RepositoryUnderTest {
  declare(said: Said): Promise<void>;
  /** Commit of main. */
  head(): string;
  /** A commit of this on main, which no pull request brought; gives it. */
  pushed(said: Said): Promise<string>;
  /** Planned on top of main, as it is. */
  planned(pull: number, said: Said, inputs?: Inputs): Promise<Ran>;
  /** Planned, merged and applied; gives the commit of main. */
  applied(pull: number, said: Said, inputs?: Inputs): Promise<string>;
  /** As on main, where that has the commit of the merge by now; no job runs for it. */
  merged(pull: number): void;
  /** Main becomes the merge of the files as they are. */
  mergedAs(pull: number): Promise<void>;
  /** The account in the files and in its ledger. */
  rename(to: string): Promise<void>;
  /** The project and its ledger, from the top of the repository; its jobs need the input `working-directory`. */
  moveTo(folder: string): Promise<void>;
  /** Writes the ledger of the account anew. */
  editLedger(edit: (ledger: Record<string, unknown>) => void): void;
  /** `apply` at main: started manually, or for the push on top of the commit `before`. */
  apply(inputs: Inputs, before?: string): Promise<Ran>;
  /** Of a pull request, without the escapes of Markdown. */
  comment(pull: number): string;
}

export const ALL = ['gold', 'silver', 'bronze'];
/** What is said of the loose policy. */
export const LOOSER = 'The risk option-removal is allowed at property:contacts/tier.';
export const ALLOW = { 'policy-changes': 'allow' };
export const DISPATCH = { name: 'workflow_dispatch', payload: {} };

export async function aTierRepository(): Promise<TierRepository> {
  const repository = await aRepository();
  await repository.file('strict.yaml', 'policy: {}\n');
  await repository.file('loose.yaml', 'policy: { allow: ["option-removal=property:contacts/tier"] }\n');
  const { git, state } = repository.standIn;
  const head = () => git.refs.get('refs/heads/main') ?? '';

  let account = 'sandbox';
  let folder = '.';

  const rewriteLedgers = (of: (path: string, text: string) => { readonly path: string; readonly text: string }) => {
    const branch = `refs/heads/${BRANCH}`;
    const parent = git.refs.get(branch) ?? '';
    const files = Object.entries(git.files(BRANCH));
    const written = files.map(([path, text]) => of(path, text)).map(({ path, text }) => ({ path, content: text }));
    const tree = git.newTree(undefined, written) ?? '';
    git.refs.set(branch, git.newCommit({ tree, parents: [parent], message: 'By hand' }));
  };

  const declare = async ({ include, options = ALL, label = 'Tier' }: Said) => {
    const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
    const text = `${sandboxText(repository.service.url).replace('sandbox:', `${account}:`)}include: [${include}.yaml]
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: ${label}, type: enumeration, fieldType: select, options: [${list}] }
`;
    await repository.file(`${folder}/trueup.yaml`, text);
  };

  const planned = async (pull: number, said: Said, inputs: Inputs = {}) => {
    await declare(said);
    return repository.push(pull, inputs, REPOSITORY, head());
  };

  return {
    ...repository,
    declare,
    head,
    async pushed(said) {
      await declare(said);
      repository.toMain(await repository.commit());
      return head();
    },
    planned,
    async applied(pull, said, inputs = {}) {
      expect(await planned(pull, said)).toMatchObject({ code: 0 });
      expect(await repository.merge(pull, inputs)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
      return head();
    },
    merged(pull) {
      const at = state.pulls.findIndex(({ number }) => number === pull);
      const found = state.pulls[at];
      if (found === undefined) throw new Error(`There is no pull request ${pull}.`);
      state.pulls[at] = { ...found, mergeSha: mergeSha(pull), mergedAt: later() };
    },
    mergedAs: async (pull) => repository.toMain(await repository.commit(head(), mergeSha(pull))),
    async rename(to) {
      const from = account;
      account = to;
      rewriteLedgers((path, text) => ({
        path: path.replace(from, to),
        text: text.replace(`"name": "${from}"`, `"name": "${to}"`),
      }));
    },
    async moveTo(to) {
      for (const name of ['trueup.yaml', 'strict.yaml', 'loose.yaml']) {
        await mkdir(join(repository.workspace, to), { recursive: true });
        await rename(join(repository.workspace, folder, name), join(repository.workspace, to, name));
      }
      const [was, is] = [ledgerFolder(folder), ledgerFolder(to)];
      rewriteLedgers((path, text) => ({
        path: path.replace(`${was}/`, `${is}/`),
        text: text.replace(`"project": "${folder}"`, `"project": "${to}"`),
      }));
      folder = to;
    },
    editLedger: (edit) =>
      rewriteLedgers((path, text) => {
        if (!path.endsWith(`${account}.ledger.json`)) return { path, text };
        const ledger = JSON.parse(text);
        edit(ledger);
        return { path, text: JSON.stringify(ledger) };
      }),
    apply(inputs, before) {
      const event = before === undefined ? DISPATCH : { name: 'push', payload: { ref: 'refs/heads/main', before } };
      return repository.job(head(), { inputs: { command: 'apply', ...inputs }, event });
    },
    comment: (pull) => (repository.comments(pull)[0] ?? '').replaceAll('\\', ''),
  };
}
