/** A checked value, with its file. */

import type { z } from 'zod';
import { isList, type Json } from '../../model/json.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';
import type { Path } from '../yaml/position.ts';

export interface Checked {
  readonly document: ParsedFile;
  readonly schema: z.ZodType;
  /** The checked value with all interpolations resolved. */
  readonly value: Json;
}

/** Returns the part of a value at a path. Returns undefined if there is none. */
export function findValue(value: Json, path: Path): Json | undefined {
  let part: Json | undefined = value;
  for (const step of path) {
    if (typeof part !== 'object' || part === null) return undefined;
    if (isList(part)) part = typeof step === 'number' ? part[step] : undefined;
    else part = Object.hasOwn(part, step) ? part[step] : undefined;
  }
  return part;
}
