/** The composer of the YAML library, with the same settings for every text. */

import { Composer } from 'yaml';

/** @param keepSourceTokens true if each node keeps its source token */
export function newComposer(keepSourceTokens: boolean): Composer {
  return new Composer({
    schema: 'core',
    merge: false,
    resolveKnownTags: false,
    stringKeys: true,
    // Our check is linear. The check of the parser compares every key of a mapping with every other key.
    uniqueKeys: false,
    keepSourceTokens,
    prettyErrors: false,
  });
}
