/** Tests of the plan counts, of the choice of a rollout, and of reverts that leave nothing to do. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFleet, begun, project } from './made.ts';

/** Each command opens the database in its folder. */
const PATIENT = { timeout: 180_000 };

test('accounts without a plan are planned again with the same files alone', PATIENT, async () => {
  const { shell, service } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await shell.write('trueup.yaml', project('http://127.0.0.1:1'));
  expect((await shell.run('fleet', 'plan')).stdout).toContain('4 accounts could not be planned.');
  await shell.write('trueup.yaml', project(service.url).replace('Loyalty', 'Points'));
  const { rollout } = (await shell.json('fleet', 'status')).document as { readonly rollout: string };
  const other = await shell.run('fleet', 'plan', '--resume', rollout);
  expect([other.code, other.stderr]).toEqual([3, expect.stringContaining('[configuration-differs]')]);
  // The host may change.
  await shell.write('trueup.yaml', project(service.url));
  expect((await shell.run('fleet', 'plan', '--resume', rollout)).stdout).toContain('4 accounts with a plan');
});

test('a comparison without records is shown as unverified', PATIENT, async () => {
  const { shell } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  expect((await shell.run('fleet', 'drift')).code).toBe(0);
  expect((await shell.run('fleet', 'status')).stdout).toContain('4 unverified');
});

test('an empty revert is done at once and does not block approved rollouts', PATIENT, async () => {
  const made = await aFleet();
  const { shell, service } = made;
  await begun(made);
  await shell.run('fleet', 'work', '--until-done');
  const { rollouts } = (await shell.json('fleet', 'status')).document as {
    readonly rollouts: readonly { readonly rollout: string }[];
  };
  // A colleague changed the created group in every account. The revert keeps it.
  for (const hubId of [5001, 5002, 5003, 5004])
    await service.admin(hubId).editGroup('contacts', 'loyalty', { displayName: 'Theirs' });
  const reverted = await shell.run('fleet', 'revert', rollouts[0]?.rollout ?? '');
  expect(reverted.code).toBe(0);
  expect((await shell.json('fleet', 'status')).document).toMatchObject({ kind: 'revert', phase: 'done' });
  await shell.write('trueup.yaml', project(service.url).replace('Loyalty }', 'Club }'));
  for (const hubId of ['5001', '5002']) {
    await shell.run('fleet', 'plan', '--only', hubId);
    expect(await shell.run('fleet', 'approve', '--all')).toMatchObject({ code: 0, stderr: '' });
  }
  const twice = await shell.run('fleet', 'approve', '--all');
  expect([twice.code, twice.stderr]).toEqual([
    1,
    expect.stringContaining('More than one rollout can be approved now.'),
  ]);
});

test('approve and rollout warn of changed files, and advised commands repeat the flags', PATIENT, async () => {
  const { shell, service } = await aFleet();
  const at = ['-f', 'trueup.yaml', '--database', './kept'];
  await shell.run('fleet', 'import', 'accounts.ndjson', ...at);
  const planned = await shell.run('fleet', 'plan', '--only', '5001', ...at, '--allow-host', 'crm.example');
  expect(planned.stdout).toMatch(/ fleet approve [\w-]+ --all -f trueup\.yaml --database \.\/kept\n/);
  const early = await shell.run('fleet', 'rollout', ...at);
  expect(early.stderr).toMatch(/ fleet status [\w-]+ -f trueup\.yaml --database \.\/kept\n/);
  await shell.write('trueup.yaml', 'version: 1\nobjects: [\n');
  expect((await shell.run('fleet', 'clusters', ...at)).code).toBe(0);
  expect((await shell.run('fleet', 'rollout', ...at)).stderr).toContain('was planned with other files');
  await shell.write('trueup.yaml', project(service.url).replace('Loyalty }', 'Club }'));
  const told = /^warning: Rollout [\w-]+ was planned with other files than those here, /;
  expect((await shell.run('fleet', 'approve', '--all', ...at)).stderr).toMatch(told);
  const started = await shell.run('fleet', 'rollout', ...at);
  expect([started.code, started.stderr]).toEqual([0, expect.stringMatching(told)]);
  expect(started.stdout).toContain('fleet work --until-done -f trueup.yaml --database ./kept\n');
});

test('approve prints no warning if the project files are missing', PATIENT, async () => {
  const { shell } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await shell.run('fleet', 'plan', '--only', '5001');
  await rm(join(shell.cwd, 'trueup.yaml'));
  expect((await shell.run('fleet', 'approve', '--all')).stderr).toBe('');
});

test('a plan that lacks a consent is shown with what to write into the files', PATIENT, async () => {
  const { shell, service } = await aFleet();
  const admin = service.admin(5001);
  await admin.addGroup('contacts', { name: 'loyalty', displayName: 'Loyalty' });
  await admin.addProperty('contacts', {
    ...{ name: 'points', label: 'Points', groupName: 'loyalty', type: 'string', fieldType: 'text' },
  });
  await admin.archiveProperty('contacts', 'points');
  const points = 'properties: { points: { label: Points, type: string, fieldType: text } }';
  const files = project(service.url, 'dated').replace('Loyalty }', `Loyalty, ${points} }`);
  await shell.write('trueup.yaml', files);
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await shell.run('fleet', 'plan');
  const { clusters, differences, rollout } = (await shell.json('fleet', 'clusters')).document as {
    readonly rollout: string;
    readonly clusters: readonly { readonly standing: string; readonly shape: string }[];
    readonly differences: unknown;
  };
  expect(differences).toEqual([
    {
      shape: clusters[1]?.shape,
      largest: clusters[0]?.shape,
      only: [expect.stringMatching(/^! property:contacts\/points: /)],
      missing: ['+ property-group:contacts/loyalty', '+ property:contacts/points'],
      more: 0,
    },
  ]);
  const blocked = clusters.find(({ standing }) => standing === 'blocked')?.shape ?? '';
  const shown = (await shell.run('fleet', 'sample', rollout, blocked)).stdout;
  const [, consent = ''] = /plan the fleet again:\n {2}`(.+)`\n/.exec(shown) ?? [];
  expect(consent).toBe('policy: { allow: ["property-restore=property:contacts/points"] }');
  await shell.write('trueup.yaml', `${files}${consent}\n`);
  await shell.run('fleet', 'plan');
  expect((await shell.run('fleet', 'clusters')).stdout).toContain('property-restore');
});
