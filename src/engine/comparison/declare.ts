/** Turns the contents of an account into declarations in memory. Pure. */

import { defined } from '../../contract/defined.ts';
import type { OptionList } from '../../model/field-rule.ts';
import type { Fields, Json } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import type { Option } from '../../model/option.ts';
import type { NotDeclared } from '../../model/pull.ts';
import type { Reading, Snapshot, SnapshotResource } from '../../model/snapshot.ts';
import { asOptions } from '../compare.ts';
import { buildDeclaration } from '../declaration.ts';
import { kindNamed } from '../kind-lookup.ts';

export function declare(reading: Reading): Pick<Snapshot, 'resources' | 'notDeclared'> {
  const resources: SnapshotResource[] = [];
  const notDeclared: NotDeclared[] = [];
  for (const live of reading.live.resources.values()) {
    const { address, locked, unlocked } = live;
    if (!reading.isMeant(address)) continue;
    const kind = kindNamed(reading.kinds, live.kind);
    const { captured, without } = buildDeclaration(kind, live);
    const spec = captured && kind.spec(captured);
    notDeclared.push(...without.map((one) => ({ address, ...one })));
    if (spec === undefined) continue;
    const left = new Set(without.map(({ field }) => field));
    const values = Object.entries(listComparedValues(kind, live)).filter(([field]) => !left.has(field));
    resources.push({
      ...{ address, kind: kind.name, isOwn: reading.isOwn(live), ...defined({ locked, unlocked }) },
      spec: { ...spec, ...Object.fromEntries(values) },
    });
  }
  return { resources, notDeclared };
}

/** A declaration leaves out unset values. Between accounts, an unset value is a value too. */
function listComparedValues(kind: Kind, { fields }: LiveResource): Fields {
  return Object.fromEntries(
    Object.entries(kind.fields).flatMap(([field, rule]): (readonly [string, Json])[] => {
      const value = fields[field];
      if (value === undefined) return [];
      if (rule.compare !== 'options') return [[field, value]];
      // The account itself is the source of external options, such as its users.
      return fields['externalOptions'] === true
        ? []
        : [[field, asOptions(value).map((option) => withUnset(option, rule.list))]];
    }),
  );
}

/** Leaves out the number, because the order of the list is compared. */
function withUnset({ displayOrder: _, ...option }: Option, { unset }: OptionList): Json {
  return { ...unset, ...option };
}
