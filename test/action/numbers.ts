/** A project of numbers in a repository, pull requests about it, and merges whose own job never ran. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

/** Labels by name, in a group that the account has already. */
export type Numbers = Readonly<Record<string, string>>;

export interface NumbersUnderTest extends RepositoryUnderTest {
  declare(numbers: Numbers): Promise<void>;
  /** Plans a pull request whose merge with main declares this. */
  plan(pull: number, numbers: Numbers): Promise<Ran>;
  /** Merges without applying: the job of this merge waits, and a newer one takes its place. */
  mergeOnly(pull: number, numbers: Numbers): Promise<void>;
  /** Merges the files as they are. */
  mergedOnly(pull: number): Promise<void>;
  /** The one comment of a pull request. */
  comment(pull: number): string;
  /** Of what the account has of them. */
  labels(): Promise<Readonly<Record<string, unknown>>>;
}

export async function aRepositoryOfNumbers(): Promise<NumbersUnderTest> {
  const repository = await aRepository();
  const { service, standIn, workspace } = repository;

  const declare = (numbers: Numbers) => {
    const properties = Object.entries(numbers).map(
      ([name, label]) => `          ${name}: { label: ${label}, type: number, fieldType: number }\n`,
    );
    const list = properties.length === 0 ? ' {}\n' : `\n${properties.join('')}`;
    const groups = `    groups:\n      contactinformation:\n        properties:${list}`;
    const text = `${sandboxText(service.url)}objects:\n  contacts:\n${groups}`;
    return writeFile(join(workspace, 'trueup.yaml'), text);
  };

  const mergedOnly = async (pull: number) => {
    const { pulls } = standIn.state;
    const at = pulls.findIndex(({ number }) => number === pull);
    const found = pulls[at];
    if (found === undefined) throw new Error(`There is no pull request ${pull}.`);
    pulls[at] = { ...found, mergeSha: mergeSha(pull), mergedAt: later() };
    repository.toMain(await repository.commit(undefined, mergeSha(pull)));
  };

  return {
    ...repository,
    declare,
    async plan(pull, numbers) {
      await declare(numbers);
      return repository.push(pull);
    },
    async mergeOnly(pull, numbers) {
      await declare(numbers);
      await mergedOnly(pull);
    },
    mergedOnly,
    comment(pull) {
      const [body = '', ...others] = repository.comments(pull);
      expect(others).toEqual([]);
      return body;
    },
    async labels() {
      const { properties } = await service.snapshot(1001);
      const ours = (properties['contacts'] ?? []).filter(({ name }) => ['points', 'visits'].includes(name));
      return Object.fromEntries(ours.map(({ name, label }) => [name, label]));
    },
  };
}
