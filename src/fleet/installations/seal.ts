/** Seals tokens with AES-256-GCM, each for its account and column: moved to another row, it cannot be opened. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Secret, secret } from '../../contract/secret.ts';
import { AuthError } from '../../errors.ts';
import type { KeyProvider, SealingKey } from './keys.ts';

/** Account and column that a sealed text belongs to. */
export interface SealedFor {
  readonly hubId: number;
  readonly column: 'refresh' | 'access';
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `1.` and base64url of nonce, tag and text. */
export function seal(text: Secret, whose: SealedFor, { id, key }: SealingKey): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(boundTo(whose, id));
  const sealed = Buffer.concat([cipher.update(text.reveal(), 'utf8'), cipher.final()]);
  return `1.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Throws AuthError `fleet-key-unknown`, `installation-unreadable`. */
export async function unseal(sealed: string, whose: SealedFor, keyId: string, keys: KeyProvider): Promise<Secret> {
  const found = await keys.byId(keyId);
  if (found === undefined) {
    throw new AuthError(
      'fleet-key-unknown',
      `The tokens of account ${whose.hubId} are sealed with the key ${JSON.stringify(keyId)}, which is not among the given keys (TRUEUP_FLEET_KEYS).`,
      {
        hint: 'Give that key again, behind the current key. If it is lost, the account has to install the app again.',
      },
    );
  }
  try {
    return open(sealed, whose, found);
  } catch {
    // The error of the library adds no information.
    throw new AuthError(
      'installation-unreadable',
      `The ${whose.column} token of account ${whose.hubId} cannot be opened with the key ${JSON.stringify(keyId)}.`,
      {
        hint: 'The row was changed by hand or taken from another account, or another key has this id now. Restore the row or the key, or let the account install the app again.',
      },
    );
  }
}

function open(sealed: string, whose: SealedFor, { id, key }: SealingKey): Secret {
  const bytes = Buffer.from(sealed.replace(/^1\./, ''), 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const cipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(boundTo(whose, id))
    .setAuthTag(tag);
  const text = Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
  return secret(text.toString('utf8'));
}

function boundTo({ hubId, column }: SealedFor, keyId: string): Buffer {
  return Buffer.from(`trueup/${hubId}/${column}/${keyId}`);
}
