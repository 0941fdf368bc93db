/** The keys that tokens are sealed with: from the environment, or from wherever a program keeps its keys. */

import { UsageError } from '../../errors.ts';

export interface SealingKey {
  /** Stored next to each text that the key sealed. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

export interface KeyProvider {
  /** Returns the key that seals new texts. */
  current(): Promise<SealingKey>;
  /** Returns the key of an id, to open older texts. Returns undefined if the id is unknown. */
  byId(id: string): Promise<SealingKey | undefined>;
}

const VARIABLE = 'TRUEUP_FLEET_KEYS';
const BYTES = 32;

/**
 * Reads `TRUEUP_FLEET_KEYS`: entries `ID:KEY` with commas between them, each key 32 bytes in base64. The first entry seals. Throws
 * UsageError that names every invalid entry, without its key.
 */
export function environmentKeys(env: Readonly<Record<string, string | undefined>>): KeyProvider {
  const text = env[VARIABLE]?.trim() ?? '';
  if (text === '') {
    throw new UsageError('fleet-keys-missing', `${VARIABLE} is not set: the tokens of accounts are sealed with it.`, {
      hint: `If accounts were imported before, set it to the value of that time. ${FORM}`,
    });
  }
  const entries = text.split(',').map((entry) => parseEntry(entry.trim()));
  const byId = new Map<string, SealingKey>();
  const wrong = entries.flatMap((entry, at) => {
    if (typeof entry === 'string') return [`entry ${at + 1} ${entry}`];
    if (byId.has(entry.id)) return [`entry ${at + 1} repeats the id ${JSON.stringify(entry.id)}`];
    byId.set(entry.id, entry);
    return [];
  });
  const [first] = byId.values();
  if (wrong.length > 0 || first === undefined) {
    throw new UsageError('fleet-keys-invalid', `${VARIABLE} is malformed: ${wrong.join('; ')}.`, { hint: FORM });
  }
  return { current: async () => first, byId: async (id) => byId.get(id) };
}

const FORM = `For a new fleet, set it to ID:KEY. ID is a name such as 2026a, and KEY is 32 random bytes in base64. To change the key, put the new key in front and keep the old key behind it: NEW:KEY,OLD:KEY.`;

/** Returns the fault of an invalid entry as text. */
function parseEntry(text: string): SealingKey | string {
  const [, id = '', encoded = ''] = /^([^:]*):(.*)$/s.exec(text) ?? [];
  if (!/^[\w.-]{1,64}$/.test(id)) return 'has no id of letters, digits, dots, dashes and underscores';
  const key = Buffer.from(encoded, 'base64');
  // Node.js skips invalid characters silently.
  const isBase64 = key.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (!isBase64) return 'has a key that is not base64';
  return key.length === BYTES ? { id, key } : `has a key of ${key.length} bytes, not ${BYTES}`;
}
