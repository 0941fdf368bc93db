/** Contents of the documents: the desired state, the moved addresses, and the policy. */

import { houseRules } from '../engine/rules/index.ts';
import type { Resolution } from '../model/desired.ts';
import type { Finding } from '../model/finding.ts';
import type { Kind } from '../model/kind.ts';
import type { Choice, DeclaredAccount } from './accounts/accounts.ts';
import type { CheckedFile } from './check/check.ts';
import { type Collected, collect } from './check/collect.ts';
import { misspeltFindings } from './check/mentions.ts';
import { readMoved } from './moved/moved.ts';
import { mergePolicy } from './policy/policy.ts';

/** The contents depend only on the surface, the values and the overrides of an account. */
export interface Contents {
  /** Declared resources in the order of the files. */
  readonly declared: Collected['declared'];
  readonly resources: Resolution['desired']['resources'];
  readonly holders: Collected['holders'];
  readonly omitted: Resolution['omitted'];
  readonly moved: Resolution['moved'];
  readonly policy: Resolution['policy'];
  readonly findings: readonly Finding[];
}

interface ContentsInput {
  readonly files: readonly CheckedFile[];
  /** Returns the files without the overrides of the account. */
  readonly originals: () => readonly CheckedFile[];
  readonly kinds: readonly Kind[];
  readonly declared: readonly DeclaredAccount[];
  readonly choice: Choice;
}

export function readContents({ files, originals, kinds, declared, choice }: ContentsInput): Contents {
  const collected = collect(files, kinds);
  const resources = collected.declared.map(({ resource }) => resource).sort(byAddress);
  const omitted = listOmitted(originals(), kinds, collected);
  const moves = readMoved(files, kinds, resources, omitted);
  const policy = mergePolicy(files, {
    accounts: declared.map(({ name }) => name),
    chosen: typeof choice.chosen === 'string' ? undefined : choice.chosen.name,
    rules: houseRules(kinds),
  });
  return {
    ...{ declared: collected.declared, resources, omitted },
    holders: collected.holders,
    moved: moves.moved,
    policy: policy.policy,
    findings: [
      ...policy.findings,
      ...collected.findings,
      ...moves.findings,
      ...misspeltFindings(collected.declared, kinds),
    ],
  };
}

/** Returns resources that the files declare and the account leaves out. */
function listOmitted(
  files: readonly CheckedFile[],
  kinds: readonly Kind[],
  { declared }: Collected,
): Resolution['omitted'] {
  const kept = new Set(declared.map(({ resource }) => resource.address));
  return collect(files, kinds).declared.flatMap(({ resource: { address, overrides = [] } }) => {
    const [by] = overrides;
    return by === undefined || kept.has(address) ? [] : [{ address, by }];
  });
}

function byAddress(a: { readonly address: string }, b: { readonly address: string }): number {
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}
