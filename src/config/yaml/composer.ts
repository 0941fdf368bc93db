/** The YAML library's composer, set as every text is read. */

import { Composer } from 'yaml';

/** @param keepSourceTokens whether each node keeps the token it was made of */
export function newComposer(keepSourceTokens: boolean): Composer {
  return new Composer({
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    // Our own check is linear; the parser's compares every key of a mapping with every other.
    uniqueKeys: false,
    keepSourceTokens,
    prettyErrors: false,
  });
}
