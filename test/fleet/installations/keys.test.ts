import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secret } from '../../../src/contract/secret.ts';
import { environmentKeys } from '../../../src/fleet/installations/keys.ts';
import { seal, unseal } from '../../../src/fleet/installations/seal.ts';

const encoded = () => randomBytes(32).toString('base64');

describe('keys of the environment', () => {
  it('seal with the first key and open with any key', async () => {
    const [old, next] = [encoded(), encoded()];
    const keys = environmentKeys({ TRUEUP_FLEET_KEYS: ` 2026b:${next}, 2026a:${old}\n` });
    expect(await keys.current()).toEqual({ id: '2026b', key: Buffer.from(next, 'base64') });
    expect((await keys.byId('2026a'))?.key).toEqual(Buffer.from(old, 'base64'));
    expect(await keys.byId('2025')).toBeUndefined();
  });

  it.each([undefined, '', ' \n'])('are missing: %j', (text) => {
    expect(() => environmentKeys({ TRUEUP_FLEET_KEYS: text })).toThrow(
      expect.objectContaining({ code: 'fleet-keys-missing' }),
    );
  });

  it('are all told of that are wrong, and never shown', () => {
    const good = encoded();
    const text = `a:${good},a:${good},:${good},b:${randomBytes(16).toString('base64')},c:no*base64,d`;
    const wrong = expect.objectContaining({
      code: 'fleet-keys-invalid',
      message:
        'TRUEUP_FLEET_KEYS is malformed: entry 2 repeats the id "a"; entry 3 has no id of letters, digits, dots, dashes and underscores; ' +
        'entry 4 has a key of 16 bytes, not 32; entry 5 has a key that is not base64; ' +
        'entry 6 has no id of letters, digits, dots, dashes and underscores.',
    });
    expect(() => environmentKeys({ TRUEUP_FLEET_KEYS: text })).toThrow(wrong);
  });
});

describe('a sealed token', () => {
  const keys = environmentKeys({ TRUEUP_FLEET_KEYS: `a:${encoded()},b:${encoded()}` });

  it('opens as the original text, only for its account, column and key', async () => {
    const column = fc.constantFrom('refresh' as const, 'access' as const);
    const whose = fc.record({ hubId: fc.integer({ min: 1, max: 3 }), column });
    const keyId = fc.constantFrom('a', 'b');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme' }),
        whose,
        keyId,
        whose,
        keyId,
        async (text, own, id, other, otherId) => {
          const key = await keys.byId(id);
          if (key === undefined) throw new Error('there is one');
          const sealed = seal(secret(text), own, key);
          expect(sealed === seal(secret(text), own, key)).toBe(false);
          const opened = unseal(sealed, other, otherId, keys);
          if (own.hubId === other.hubId && own.column === other.column && id === otherId)
            expect((await opened).reveal()).toBe(text);
          else await expect(opened).rejects.toMatchObject({ code: 'installation-unreadable' });
        },
      ),
    );
  });

  it('does not open once one bit of it is another, or it is cut', async () => {
    const key = await keys.current();
    const whose = { hubId: 1001, column: 'refresh' } as const;
    const sealed = seal(secret('refresh-1'), whose, key);
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await expect(unseal(`1.${changed.toString('base64url')}`, whose, 'a', keys)).rejects.toMatchObject({
        code: 'installation-unreadable',
      });
    }
    for (const end of [0, 5, 20, bytes.length - 1])
      await expect(unseal(`1.${bytes.subarray(0, end).toString('base64url')}`, whose, 'a', keys)).rejects.toMatchObject(
        {
          code: 'installation-unreadable',
        },
      );
  });

  it('says which key it lacks', async () => {
    await expect(unseal('1.x', { hubId: 1001, column: 'refresh' }, '2025', keys)).rejects.toMatchObject({
      code: 'fleet-key-unknown',
      message:
        'The tokens of account 1001 are sealed with the key "2025", which is not among the given keys (TRUEUP_FLEET_KEYS).',
    });
  });
});
