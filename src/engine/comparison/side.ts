/** One side of a comparison, whatever it is: what it has by a key that both sides share, and what it tells. */

import type { Address, KindName } from '../../model/address.ts';
import type { ComparedSide } from '../../model/comparison.ts';
import type { Kind } from '../../model/kind.ts';
import type {
  DeclaredState,
  Snapshot,
  SnapshotKind,
  SnapshotPart,
  SnapshotResource,
  Unread,
} from '../../model/snapshot.ts';
import { kindsByName } from '../kind-lookup.ts';

/** A state that was read, or what the files declare. */
export type State = Snapshot | DeclaredState;

export interface Operand {
  readonly source: ComparedSide['source'];
  /** How a person calls it. */
  readonly name: string;
  readonly state: State;
}

export interface Side extends ComparedSide {
  readonly kinds: ReadonlyMap<KindName, Kind>;
  /** False for files: what they do not declare is not there. */
  readonly isRead: boolean;
  readonly resources: readonly SnapshotResource[];
  readonly typeIds: Readonly<Record<string, string>>;
  readonly apps: Readonly<Record<string, string>>;
  /** Kinds and addresses that it was narrowed to; none: everything. */
  readonly patterns: readonly string[];
  /** What it tells of a kind; undefined: nobody looked. */
  tells(kind: KindName): SnapshotKind | undefined;
  readonly parts: readonly SnapshotPart[];
  readonly unread: ReadonlyMap<Address, Unread>;
  readonly absent: ReadonlySet<Address>;
}

/** `kinds`: of the side's surface. */
export function sideOf({ source, name, state }: Operand, kinds: readonly Kind[]): Side {
  const byName = kindsByName(kinds);
  const base = {
    source,
    name,
    account: state.account,
    kinds: byName,
    resources: state.resources,
    apps: state.apps ?? {},
  };
  if (!('takenAt' in state)) {
    const tells = (kind: KindName): SnapshotKind => {
      return { kind, shows: 'all', fields: Object.keys(byName.get(kind)?.fields ?? {}) };
    };
    return {
      ...base,
      isRead: false,
      typeIds: {},
      patterns: [],
      tells,
      parts: [],
      unread: new Map(),
      absent: new Set(),
    };
  }
  const told = new Map(state.kinds.map((one) => [one.kind, one]));
  return {
    ...base,
    ...{ isRead: true, takenAt: state.takenAt, typeIds: state.typeIds ?? {}, parts: state.parts },
    patterns: state.patterns ?? [],
    tells: (kind) => told.get(kind),
    unread: new Map((state.unread ?? []).map((one) => [one.address, one])),
    absent: new Set(state.absent ?? []),
  };
}
