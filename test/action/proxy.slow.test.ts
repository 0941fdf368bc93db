import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { certificateFor } from '../support/network/certificate.ts';
import { aProxy } from '../support/network/proxy.ts';
import { tlsBefore } from '../support/network/tls-front.ts';
import { projectText } from '../support/project.ts';
import { aRepository, BRANCH } from './repository.ts';

const API = 'api.hubapi.com';
const GITHUB = 'github.trueup.invalid';

const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

test('every call of a runner behind a proxy goes through the proxy', async () => {
  const repository = await aRepository({ allowedHosts: [API], code: 'bundle' });
  open.push(repository);
  const certificate = certificateFor([API, GITHUB]);
  const account = await tlsBefore(repository.service.url, certificate);
  const host = await tlsBefore(repository.standIn.url, certificate);
  const proxy = await aProxy({ port: { [`${API}:443`]: account.port, [`${GITHUB}:443`]: host.port } });
  open.push(account, host, proxy);
  await writeFile(join(repository.workspace, 'trueup.yaml'), projectText(`https://${API}`));
  const authority = join(repository.workspace, 'authority.pem');
  await writeFile(authority, certificate.cert);
  Object.assign(repository.env, {
    HTTPS_PROXY: `http://me:pass-word-1@localhost:${proxy.port}`,
    NODE_EXTRA_CA_CERTS: authority,
    GITHUB_API_URL: `https://${GITHUB}`,
  });

  const planned = await repository.push(1, { 'allowed-hosts': '' });
  const applied = await repository.merge(1, { 'allowed-hosts': '' });

  expect([planned.code, applied.code]).toEqual([0, 0]);
  expect(repository.comments(1).join()).toContain('5 applied');
  expect(JSON.stringify(repository.standIn.git.files(BRANCH))).toContain('loyaltytier');
  expect([...new Set(proxy.asked.map(({ to }) => to))].toSorted()).toEqual([`${API}:443`, `${GITHUB}:443`]);
  const basic = `Basic ${Buffer.from('me:pass-word-1').toString('base64')}`;
  expect(new Set(proxy.asked.map(({ headers }) => headers['proxy-authorization']))).toEqual(new Set([basic]));
  const log = (planned.log + applied.log).replace(/^::add-mask::.*$/gm, '');
  expect(log + planned.summary + applied.summary).not.toContain('pass-word-1');
});
