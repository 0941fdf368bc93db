/** Lets the writers turn decisions into calls; what they cannot express is blocked, and so is what depends on it. Pure. */

import type { Change } from '../../model/change.ts';
import type { CallDraft, Kind } from '../../model/kind.ts';
import type { Decision } from './decision.ts';
import { withEffects } from './effects.ts';

export interface Routed {
  readonly decisions: readonly Decision[];
  /** One list for each kind. */
  readonly drafts: readonly (readonly CallDraft[])[];
}

/** Starts over whenever a writer blocks something, since more may depend on it. */
export function route(decisions: readonly Decision[], kinds: readonly Kind[]): Routed {
  const barred = barDependents(decisions);
  const writings = kinds.map((kind) =>
    kind.writer.write(barred.filter(({ change }) => change.kind === kind.name).flatMap(({ desired }) => desired ?? [])),
  );
  const blockages = new Map(
    writings.flatMap(({ blocked }) => blocked.map((blockage) => [blockage.address, blockage] as const)),
  );
  const drafts = writings.map(({ calls }) => calls);
  if (blockages.size === 0) return { decisions: withEffects(barred, drafts.flat(), kinds), drafts };
  return route(
    barred.map((decision) => {
      const blockage = blockages.get(decision.change.address);
      if (blockage === undefined) return decision;
      const { because, reason, section } = blockage;
      return block(decision, { because, reason, section });
    }),
    kinds,
  );
}

function barDependents(decisions: readonly Decision[]): readonly Decision[] {
  const stuck = decisions.filter(({ change }) => change.action === 'blocked').map(({ change }) => change);
  const absent = new Set(stuck.filter(isNew).map(({ address }) => address));
  // A removal waits for what is there, a creation for what is not.
  const staying = new Set(stuck.map(({ address }) => address));
  let barred = decisions;
  let before = -1;
  while (absent.size + staying.size !== before) {
    before = absent.size + staying.size;
    barred = barred.map((decision) => {
      const { change, desired } = decision;
      const obstacles = desired?.action === 'remove' ? staying : absent;
      const cause = desired === undefined ? undefined : change.dependsOn.find((address) => obstacles.has(address));
      if (cause === undefined) return decision;
      if (change.action === 'create') absent.add(change.address);
      staying.add(change.address);
      return block(decision, { because: 'dependency-blocked', reason: `It depends on ${cause}, which is blocked.` });
    });
  }
  return barred;
}

/** Whether a blocked change is about something that does not exist yet. */
function isNew(change: Change): boolean {
  return change.fields.length > 0 && change.fields.every(({ before }) => before === undefined);
}

export function block(
  decision: Decision,
  why: Pick<Change, 'because' | 'reason'> & { readonly section?: string },
): Decision {
  const { desired: _, ...rest } = decision;
  return { ...rest, change: { ...decision.change, action: 'blocked', ...why } };
}
