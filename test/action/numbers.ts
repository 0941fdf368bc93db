/** A project of number properties, in a group that the account has already. */

import { sandboxText } from '../support/project.ts';
import type { RepositoryUnderTest } from './repository.ts';

/** Labels by name. */
export type Numbers = Readonly<Record<string, string>>;

export function declareNumbers({ service, file }: RepositoryUnderTest, numbers: Numbers): Promise<void> {
  const properties = Object.entries(numbers).map(
    ([name, label]) => `          ${name}: { label: ${label}, type: number, fieldType: number }\n`,
  );
  const list = properties.length === 0 ? ' {}\n' : `\n${properties.join('')}`;
  const groups = `    groups:\n      contactinformation:\n        properties:${list}`;
  return file('trueup.yaml', `${sandboxText(service.url)}objects:\n  contacts:\n${groups}`);
}

/** Labels of the numbers that the account has. */
export async function labelsOf({ service }: RepositoryUnderTest): Promise<Numbers> {
  const { properties } = await service.snapshot(1001);
  const ours = (properties['contacts'] ?? []).filter(({ name }) => ['points', 'visits'].includes(name));
  return Object.fromEntries(ours.map(({ name, label }) => [name, label ?? '']));
}
