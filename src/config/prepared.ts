/** A project for accounts that its files need not name: what all of them share is worked out once, by the first that needs it. */

import type { Surface } from '../contract/surfaces.ts';
import type { Resolution } from '../model/desired.ts';
import type { Project } from '../model/project.ts';
import { type GivenAccount, givenAccount } from './accounts/given.ts';
import { baseOf, type ResolveOptions } from './base.ts';
import type { CheckedFile } from './check/check.ts';
import type { Contents } from './contents.ts';
import { meaningOf } from './meaning.ts';
import { type Kept, NOTHING_KEPT, type ProjectResolution, resolveFor, usesValues } from './resolve.ts';
import type { ParsedFile } from './yaml/parsed-file.ts';
import { sourceFile } from './yaml/source.ts';

export interface ResolvedAccount {
  /** With the account as a file of its own. */
  readonly project: Project;
  readonly resolution: Resolution;
}

export interface Resolver {
  /** What the files say whichever the account: values are not looked up. */
  shared(): ProjectResolution;
  /** The parts of it that count, in no order. */
  meaning(shared: ProjectResolution): readonly unknown[];
  /** As the project would be with the account in one more file. Never throws for contents. */
  forAccount(given: GivenAccount): ResolvedAccount;
}

export function resolverOf(project: Project, options: Omit<ResolveOptions, 'account'>): Resolver {
  const base = baseOf(project, options);
  const kept = keptOf(base.documents);
  return {
    shared: () => resolveFor(base, { chosen: 'undecided', findings: [] }, { options, kept: NOTHING_KEPT }),
    meaning: (shared) => meaningOf(base, shared),
    forAccount(given) {
      const account = givenAccount(given);
      const { document } = account;
      const whole = { ...base, documents: [...base.documents, document], declared: [...base.declared, account] };
      const own = { ...options, account: given.name };
      const file = sourceFile(document.path, document.text, undefined, document);
      return {
        project: { ...project, files: [...project.files, file] },
        resolution: resolveFor(whole, { chosen: account, findings: [] }, { options: own, kept }),
      };
    },
  };
}

/** A document without values is the same for every account; without any such document, so is all that they declare on a surface. */
function keptOf(documents: readonly ParsedFile[]): Kept {
  const plain = new Set(documents.filter((document) => !usesValues(document)));
  const isShared = plain.size === documents.length;
  const checked = new Map<ParsedFile, CheckedFile>();
  const contents = new Map<Surface, Contents>();
  return {
    checked: (document, check) => (plain.has(document) ? known(checked, document, check) : check()),
    contents: (surface, make) => (isShared ? known(contents, surface, make) : make()),
  };
}

function known<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const found = values.get(key) ?? make();
  values.set(key, found);
  return found;
}
