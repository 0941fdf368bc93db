import { describe, expect, it } from 'vitest';
import { environmentProxy, proxySecrets } from '../../src/contract/proxy.ts';

function read(env: Readonly<Record<string, string>>) {
  const proxy = environmentProxy(env);
  return proxy && { ...proxy, url: proxy.url.reveal() };
}

describe('the proxy of an environment', () => {
  it('is the first set variable: https before http, lower case before upper case', () => {
    const all = { https_proxy: 'a', HTTPS_PROXY: 'b', http_proxy: 'c', HTTP_PROXY: 'd' };
    expect(read(all)).toEqual({ url: 'a', source: 'https_proxy' });
    expect(read({ ...all, https_proxy: '' })).toEqual({ url: 'b', source: 'HTTPS_PROXY' });
    expect(read({ http_proxy: 'c', HTTP_PROXY: 'd' })).toEqual({ url: 'c', source: 'http_proxy' });
    expect(read({ HTTPS_PROXY: ' ', HTTP_PROXY: 'd' })).toEqual({ url: 'd', source: 'HTTP_PROXY' });
  });

  it('has the exceptions of no_proxy, or of NO_PROXY', () => {
    expect(read({ HTTPS_PROXY: 'b', no_proxy: 'x', NO_PROXY: 'y' })).toMatchObject({ except: 'x' });
    expect(read({ HTTPS_PROXY: 'b', no_proxy: '', NO_PROXY: 'y' })).toMatchObject({ except: 'y' });
  });

  it('is undefined if every variable is unset or empty', () => {
    expect([read({}), read({ HTTPS_PROXY: '', NO_PROXY: 'y' })]).toEqual([undefined, undefined]);
  });

  it('cannot be printed', () => {
    expect(JSON.stringify(environmentProxy({ HTTPS_PROXY: 'http://me:pass-word-1@proxy.test' }))).toBe(
      '{"url":"[secret]","source":"HTTPS_PROXY"}',
    );
  });
});

describe('the secrets in the addresses of proxies', () => {
  it.each([
    ['http://proxy.test:3128', []],
    ['http://me:p%40ss@proxy.test', ['me:p%40ss', 'me:p@ss', 'p%40ss', 'p@ss']],
    ['me:p:w@proxy.test', ['me:p:w', 'me:p:w', 'p:w', 'p:w']],
    ['http://a-token@proxy.test', ['a-token', 'a-token']],
    ['http://me:p@ss/w@proxy.test', ['me:p@ss/w', 'me:p@ss/w', 'p@ss/w', 'p@ss/w']],
    ['http://me:50%@proxy.test', ['me:50%', 'me:50%', '50%', '50%']],
  ])('are extracted from %j as %j', (text, secrets) => {
    expect(proxySecrets({ HTTPS_PROXY: text })).toEqual(secrets);
  });

  it('are those of every variable', () => {
    const env = {
      https_proxy: 'http://a@x',
      HTTPS_PROXY: 'http://b@x',
      http_proxy: 'http://c@x',
      HTTP_PROXY: 'http://d@x',
    };
    expect(new Set(proxySecrets(env))).toEqual(new Set(['a', 'b', 'c', 'd']));
  });
});
