/** An account for which a project was resolved already, by prepare: a reconciler does not resolve it again. */

import type { Judgement } from '../engine/rules/evaluate.ts';
import type { Resolution } from '../model/desired.ts';
import type { Project } from '../model/project.ts';

export interface PreparedAccount {
  readonly config: Project;
  readonly resolution: Resolution;
  readonly judgement: Judgement;
}
