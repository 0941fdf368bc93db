/** Credentials among typed arguments, which errors about an argument would repeat. */

import { addressSecrets } from '../contract/address-secrets.ts';
import { findTokens } from '../contract/token-forms.ts';
import type { World } from './world.ts';

/** Variables whose values are searched for in the arguments, before the files determine which of them are credentials. */
const CREDENTIAL = /token|secret|password|credential|api_?key/i;

/** The part of each argument that is, or looks like, a credential. */
export function typedSecrets(words: readonly string[], env: World['env']): readonly string[] {
  const known = Object.entries(env).flatMap(([name, value = '']) =>
    CREDENTIAL.test(name) && words.some((word) => word.includes(value)) ? [value] : [],
  );
  return [...known, ...words.flatMap(findTokens), ...words.flatMap(addressSecrets)];
}
