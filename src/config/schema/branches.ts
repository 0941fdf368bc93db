/** The levels of all kinds as one tree, from the top of a document. */

import type { z } from 'zod';
import type { Kind, Level } from '../../model/kind.ts';
import { remembered } from '../../model/remembered.ts';

/** A level of the document, with the contributions of all kinds below it. */
export interface Branch {
  readonly level: Level;
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly below: Branches;
  /** Title of the kind whose levels end here, for messages. */
  readonly title: string | undefined;
}

/** Branches by the key of the level. */
export type Branches = ReadonlyMap<string, Branch>;

type Growing = Map<string, Omit<Branch, 'below'> & { readonly below: Growing }>;

export const branchesOf = remembered((kinds: readonly Kind[]): Branches => {
  const root: Growing = new Map();
  for (const kind of kinds) {
    let level = root;
    for (const step of kind.levels) {
      const known = level.get(step.key);
      const branch = {
        level: step,
        fields: { ...known?.fields, ...step.fields },
        below: known?.below ?? new Map(),
        title: step === kind.levels.at(-1) ? kind.words.title : known?.title,
      };
      level.set(step.key, branch);
      level = branch.below;
    }
  }
  return root;
});
