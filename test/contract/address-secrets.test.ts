import { describe, expect, it } from 'vitest';
import { addressSecrets, hasPassword, withoutPasswords } from '../../src/contract/address-secrets.ts';

describe('an address with a password', () => {
  it.each([
    ['https://bob:pass%2Dword@host', ['bob:pass%2Dword', 'bob:pass-word', 'pass%2Dword', 'pass-word']],
    ['see ftp://:secret@host, please', [':secret', ':secret', 'secret', 'secret']],
    ['https://a:b/c@d@host', ['a:b/c@d', 'a:b/c@d', 'b/c@d', 'b/c@d']],
    ['https:/a:b@host', ['a:b', 'a:b', 'b', 'b']],
    ['https://a:%zz@host', ['a:%zz', 'a:%zz', '%zz', '%zz']],
  ])('contains secrets: %s', (text, secrets) => {
    expect([addressSecrets(text), hasPassword(text)]).toEqual([secrets, true]);
    const [whole = ''] = secrets;
    expect(withoutPasswords(text)).toBe(text.replace(whole, '[secret]'));
  });

  it.each([
    'https://host:8080/@name',
    'https://user@host:8080',
    'https://host/a:b@c',
    'http://[::1]:8080/@name',
    'property:contacts/tier',
    'mailto:name@host',
    '',
  ])('is not %j', (text) => {
    expect([addressSecrets(text), hasPassword(text), withoutPasswords(text)]).toEqual([[], false, text]);
  });

  it.each(['://a:', ':/:'])('is looked for in a hostile text of %j without end', (part) => {
    expect(hasPassword(part.repeat(30_000))).toBe(false);
  });
});
