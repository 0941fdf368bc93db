import { describe, expect, it } from 'vitest';
import { AuthError, type FetchToken, fetchedToken, secret } from '../../src/client/index.ts';

function asking(signal?: AbortSignal) {
  const asked: boolean[] = [];
  const tokens = fetchedToken(async ({ rejected }) => {
    asked.push(rejected);
    return `token-${asked.length}`;
  }, signal);
  return { asked, tokens };
}

describe('tokens of a function', () => {
  it('are asked for each time, and after a refusal with word of it', async () => {
    const { asked, tokens } = asking();
    const first = await tokens.token();
    const second = await tokens.token();
    const third = await tokens.refresh?.(second);
    expect([first, second, third].map((token) => token?.reveal())).toEqual(['token-1', 'token-2', 'token-3']);
    expect(asked).toEqual([false, false, true]);
  });

  it('are asked for once after many refusals of the same token', async () => {
    const asked: boolean[] = [];
    let held = 1;
    const tokens = fetchedToken(async ({ rejected }) => {
      asked.push(rejected);
      if (rejected) held += 1;
      return `token-${held}`;
    });
    const first = await tokens.token();
    const together = await Promise.all([tokens.refresh?.(first), tokens.refresh?.(first)]);
    await tokens.token();
    const later = await tokens.refresh?.(first);
    expect([...together, later].map((token) => token?.reveal())).toEqual(['token-2', 'token-2', 'token-2']);
    expect(asked).toEqual([false, true, false]);
    expect((await tokens.refresh?.(secret('token-2')))?.reveal()).toBe('token-3');
  });

  it('are asked for again where the same old token is given and refused again', async () => {
    const asked: boolean[] = [];
    const tokens = fetchedToken(async ({ rejected }) => {
      asked.push(rejected);
      return rejected ? `token-${asked.length}` : 'old';
    });
    const shown: (string | undefined)[] = [];
    for (const token of [await tokens.token(), await tokens.token()]) {
      await tokens.token();
      shown.push((await tokens.refresh?.(token))?.reveal());
    }
    expect([shown, asked]).toEqual([
      ['token-4', 'token-6'],
      [false, false, false, true, false, true],
    ]);
  });

  it('are asked for again after a refusal whose asking failed', async () => {
    let fails = true;
    const tokens = fetchedToken(async () => {
      if (fails) throw new RangeError('closed');
      return 'token';
    });
    const refused = await Promise.allSettled([tokens.refresh?.(secret('old')), tokens.refresh?.(secret('old'))]);
    fails = false;
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await tokens.refresh?.(secret('old')))?.reveal()).toBe('token');
  });

  it('are not fetched after the run was stopped, and the last token is used', async () => {
    const control = new AbortController();
    const { asked, tokens } = asking(control.signal);
    const last = await tokens.token();
    control.abort();
    expect(await tokens.token()).toBe(last);
    expect(await tokens.refresh?.(last)).toBeUndefined();
    expect(asked).toEqual([false]);
  });

  it('are none when the run was stopped before the first', async () => {
    const { asked, tokens } = asking(AbortSignal.abort());
    await expect(tokens.token()).rejects.toMatchObject({ name: 'TransportError', code: 'aborted', sent: 'no' });
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'at once',
      () => {
        throw new RangeError('CANARY');
      },
    ],
    ['later', () => Promise.reject(new RangeError('CANARY'))],
  ])('that the function fails to give %s are an error without its words', async (_, fail) => {
    const error = await fetchedToken(fail)
      .token()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).toMatchObject({
      code: 'token-unavailable',
      message: 'fetchToken returned no token: it threw (RangeError).',
    });
    expect(error).not.toHaveProperty('cause');
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [{ accessToken: 'CANARY' }, 'object'],
    ['', 'an empty text'],
    [' \n', 'an empty text'],
  ])('are texts, not %j', async (given, what) => {
    const fetchToken: unknown = async () => given;
    await expect(fetchedToken(fetchToken as FetchToken).token()).rejects.toMatchObject({
      name: 'AuthError',
      code: 'token-unavailable',
      message: `fetchToken returned no token: it returned ${what}.`,
    });
  });

  it('fail after a timeout', async () => {
    const silent = fetchedToken(() => new Promise(() => undefined), new AbortController().signal, 20);
    const given = { name: 'AuthError', code: 'token-unavailable' };
    const message = 'fetchToken returned no token within 0.02 seconds.';
    await expect(silent.token()).rejects.toMatchObject({ ...given, message });
    await expect(silent.refresh?.(secret('old'))).rejects.toMatchObject({ ...given, message });
  });

  it('keep an error of this library that the function throws', async () => {
    const own = new AuthError('token-unavailable', 'The vault is closed.');
    await expect(fetchedToken(() => Promise.reject(own)).token()).rejects.toBe(own);
  });
});
