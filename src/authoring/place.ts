/** Where a declaration stands in a document: level by level, with the fields that stand there. */

import type { Fields } from '../model/json.ts';
import type { Level } from '../model/kind.ts';

/** One level of the way from the document's root to a resource. */
export interface Placed {
  readonly key: string;
  /** The key of the entry; absent in a list. */
  readonly entry?: string;
  readonly fields: Fields;
  /** The fields are as a file has them, with its variables. */
  readonly isWritten?: true;
}

export function findPlace(levels: readonly Level[], captured: Fields): readonly Placed[] {
  return levels.map(({ key, capture, fields }) => ({
    key,
    ...(capture === undefined ? {} : { entry: String(captured[capture.as] ?? '') }),
    fields: Object.fromEntries(
      Object.keys(fields).flatMap((name) => {
        const value = captured[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  }));
}
