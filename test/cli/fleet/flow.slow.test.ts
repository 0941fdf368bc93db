/**
 * Tests a fleet with its database in a folder through the command line: import, plan, approve, roll out, inspect,
 * steer.
 */

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../support/schemas.ts';
import { aShell, type Shell } from '../../support/world.ts';
import { aFleet, ENV, HUBS, project } from './made.ts';

test('accounts are imported, planned and approved', async () => {
  const { shell } = await aFleet(ENV, { inFolder: true });
  const imported = await shell.json('fleet', 'import', 'accounts.ndjson');
  expect(imported).toEqual({
    code: 0,
    document: { format: 'trueup.fleet-import/1', added: 4, updated: 0, tokensKept: 0 },
  });
  const again = await shell.run('fleet', 'import', 'accounts.ndjson');
  expect(again.stdout).toBe(
    [
      '0 accounts added, 4 updated.',
      'Tokens kept: 4. With --replace-tokens, those of the list replace them.',
      'Next: trueup fleet plan\n',
    ].join('\n'),
  );

  const planned = await shell.run('fleet', 'plan', '--note', 'commit 1f0c');
  // A threshold is broken: all four create something.
  expect([planned.code, planned.stderr]).toEqual([3, expect.stringContaining('Planning the accounts.')]);
  expect(planned.stdout).toContain('4 accounts with a plan, in 1 cluster.');
  expect(planned.stdout).toContain('+ property-group:contacts/loyalty');
  expect(planned.stdout).toContain('error[fleet-threshold]');
  expect(planned.stdout.replace(/\s+/g, ' ')).toContain('approve over the threshold');
  expect(planned.stdout).not.toContain('--all');

  const refused = await shell.run('fleet', 'approve', '--all');
  expect([refused.code, refused.stdout]).toEqual([3, '']);
  expect(refused.stderr).toContain('Nothing was approved: a threshold of the fleet is broken. [refused]');
  const approved = await shell.json('fleet', 'approve', '--all', '--over-threshold', 'create');
  expect(approved).toMatchObject({ code: 0, document: { clusters: [{ approvedBy: 'ann' }], findings: [] } });
  const { clusters } = approved.document as { readonly clusters: readonly { readonly shape: string }[] };
  const listed = await shell.json('fleet', 'status');
  const { rollouts } = listed.document as { readonly rollouts: readonly { readonly rollout: string }[] };
  const [id, shape] = [rollouts[0]?.rollout ?? '', clusters[0]?.shape ?? ''];
  expect((await shell.run('fleet', 'sample', id.slice(0, 6), shape.slice(0, 8))).stdout).toContain(
    'Plan for account-5001',
  );
});

test('an approved rollout is run in waves, looked at and reported', async () => {
  const { shell, service } = await aFleet();
  const id = await approvedRollout(shell);
  const waves = await shell.run('fleet', 'rollout', '--waves', 'ring=canary,100%', '--soak', '0s');
  expect([waves.code, waves.stderr]).toEqual([0, '']);
  expect(waves.stdout).toContain('ring=canary');
  expect(waves.stdout).toContain('\n\nNext, to run its accounts:\n  trueup fleet work --until-done\n');
  const worked = await shell.json('fleet', 'work', '--until-done');
  expect(worked).toMatchObject({
    code: 0,
    document: { ran: 4, rollouts: [{ phase: 'done', states: { applied: 4 } }] },
  });
  for (const hubId of HUBS) expect(JSON.stringify(await service.snapshot(hubId))).toContain('"Loyalty"');
  const status = await shell.json('fleet', 'status', id);
  expect(status.code).toBe(0);
  expect((await shell.run('fleet', 'status', '--watch')).stdout).toContain('It is done. 4 applied\n');

  const reported = await shell.json('fleet', 'report', id, '--report', 'rollout.html');
  expect(reported.code).toBe(0);
  expect(await readFile(join(shell.cwd, 'rollout.html'), 'utf8')).toContain('<!doctype html>');
});

test('a waiting rollout is named by the worker and reported in every format', async () => {
  const { shell } = await aFleet();
  const id = await approvedRollout(shell);
  const idle = await shell.run('fleet', 'work', '--until-done', '-f', 'trueup.yaml');
  expect([idle.code, idle.stderr]).toEqual([
    0,
    expect.stringContaining(
      `Not worked on: rollout ${id} (review) waits for a person.\n  trueup fleet status ${id} -f trueup.yaml\n`,
    ),
  ]);
  const status = await shell.run('fleet', 'status', id);
  expect(status.stdout).toContain(`\nNext, to start the first wave:\n  trueup fleet rollout ${id}\n`);
  for (const format of ['text', 'markdown', 'html'])
    expect((await shell.run('fleet', 'report', id, '--format', format)).stdout).toContain(id.slice(0, 8));
});

async function approvedRollout(shell: Shell): Promise<string> {
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await shell.run('fleet', 'plan', '--quiet');
  await shell.run('fleet', 'approve', '--all', '--over-threshold', 'create');
  const { document } = await shell.json('fleet', 'status');
  return (document as { readonly rollouts: readonly { readonly rollout: string }[] }).rollouts[0]?.rollout ?? '';
}

test('paused accounts are reported as skipped, uninstalled accounts are absent', async () => {
  const { shell } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await shell.run('fleet', 'accounts', '--pause', '5003');
  await shell.run('fleet', 'accounts', '--uninstall', '5004');
  const planned = await shell.run('fleet', 'plan');
  expect(planned.stdout).toContain('2 accounts with a plan, in 1 cluster. 1 account is left out.\n');
  expect(planned.stdout).toContain('. 1 skipped: The installation is paused.');
  const early = await shell.run('fleet', 'rollout', '-C', '.');
  expect([early.code, early.stderr]).toEqual([3, expect.stringMatching(/trueup fleet status [0-9a-f-]+ -C \./)]);
});

test('plan and status report the accounts that failed to plan, with the reason', async () => {
  const { shell } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await shell.write('trueup.yaml', project('http://127.0.0.1:1'));
  const planned = await shell.run('fleet', 'plan', '--only', '5001', '--only', '5002');
  expect([planned.code, planned.stdout]).toEqual([4, expect.stringContaining('2 accounts could not be planned.')]);
  expect(planned.stdout).toContain('! 2 failed (transport): ');
  const told = await shell.json('fleet', 'clusters');
  expect(told.document).toMatchObject({
    unplanned: [{ state: 'failed', because: 'transport', message: expect.any(String), hubIds: [5001, 5002] }],
  });
  const status = await shell.run('fleet', 'status');
  expect(status.stdout).toContain('! 2 failed (transport): ');
  expect(status.stdout.replaceAll('\n', ' ')).toContain('No account has a plan that could be approved');
  expect(status.stdout).toMatch(/trueup fleet plan --resume [0-9a-f-]+\n/);
});

test('a rollout is paused, resumed and aborted without keys, credentials and valid files', async () => {
  const made = await aFleet();
  const { shell } = made;
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await shell.run('fleet', 'plan');
  await shell.run('fleet', 'approve', '--all', '--over-threshold', 'create');
  await shell.run('fleet', 'rollout');
  await shell.write('trueup.yaml', 'version: 1\nobjcts: {}\n');
  const bare = await aShell();
  onTestFinished(() => rm(bare.cwd, { recursive: true }));
  const at = ['--database', made.database];
  const paused = await bare.run('fleet', 'pause', '--by', 'bob', ...at);
  expect(paused.stdout).toMatch(/It is paused[\s\S]*\nPaused by bob /);
  const twice = await bare.run('fleet', 'pause', ...at);
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('No rollout can be paused now.')]);
  expect((await bare.run('fleet', 'resume', ...at)).code).toBe(0);
  expect((await bare.run('fleet', 'abort', '--by', 'eve', ...at)).stdout).toContain('It was aborted');
  expect((await bare.run('fleet', 'report', ...at)).stdout).toMatch(
    /started by ann\n[\s\S]* paused by bob\n[\s\S]* aborted by eve\n/,
  );
  const worked = await shell.run('fleet', 'work', '--until-done');
  expect([worked.code, worked.stderr]).toEqual([3, expect.stringContaining('error[unknown-key]')]);
});

test('the state of accounts is changed for all that are named or for none', async () => {
  const { shell } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  const unknown = await shell.run('fleet', 'accounts', '--pause', '5001', '6001', '6002');
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('The app is not installed in 6001, 6002.'),
  ]);
  expect((await shell.json('fleet', 'accounts')).document).toMatchObject({ summary: { active: 4, paused: 0 } });
  expect((await shell.run('fleet', 'accounts', '--pause', '5001')).stdout).toContain('1 account: 1 paused.');
  expect((await shell.run('fleet', 'accounts', '--resume', '5001')).code).toBe(0);
  expect((await shell.run('fleet', 'accounts', '--uninstall', '5004')).code).toBe(0);
  const gone = await shell.run('fleet', 'accounts', '--resume', '5001', '5004');
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('The app is not installed in 5004.')]);
  const listed = await shell.json('fleet', 'accounts', '--label', 'ring=rest', '--state', 'active');
  expect(listed.document).toMatchObject({ accounts: [{ hubId: 5002 }, { hubId: 5003 }] });
  const resealed = await shell.json('fleet', 'accounts', '--reseal');
  expect(resealed.document).toEqual({ format: 'trueup.fleet-reseal/1', resealed: 0, waiting: 0, failed: [] });
});

test('missing settings are reported with the remedy, and secrets stay hidden', async () => {
  const { FLEET_SECRET: _, TRUEUP_FLEET_KEYS: __, ...none } = ENV;
  const { shell } = await aFleet(none);
  const noKeys = await shell.run('fleet', 'import', 'accounts.ndjson');
  expect([noKeys.code, noKeys.stderr]).toEqual([1, expect.stringContaining('[fleet-keys-missing]')]);
  const noSecret = await shell.run('fleet', 'plan');
  expect([noSecret.code, noSecret.stderr]).toEqual([
    3,
    expect.stringContaining('error[credential-unset] trueup.yaml:'),
  ]);
  const address = 'postgres://ann:canary-password@127.0.0.1:1/crm';
  const lost = await shell.run('fleet', 'status', '--database', address);
  expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining('[database-unavailable]')]);
  expect(lost.stderr).not.toContain('canary');
  const error = await shell.json('fleet', 'status', '--database', address);
  expect(error.document).toMatchObject({ kind: 'transport', retryable: true });
  expect(await faults('error.schema.json', error.document)).toEqual([]);
});

test('import refuses an account of another app, and an undeclared app fails only its account', async () => {
  const { shell, lines } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  const first = JSON.stringify({ hubId: 6000, appId: 3001, refreshToken: 'refresh-first' });
  await shell.write('others.ndjson', `${first}\n${lines.replaceAll('"3001"', '"3002"')}`);
  const other = await shell.run('fleet', 'import', 'others.ndjson');
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('[installation-of-other-app]')]);
  expect(other.stderr).not.toContain('refresh-');
  expect((await shell.run('fleet', 'accounts')).stdout).not.toContain('6000');
  const more = JSON.stringify({ hubId: 6001, appId: 9999, refreshToken: 'refresh-canary' });
  await shell.write('more.ndjson', `${more}\n`);
  expect((await shell.run('fleet', 'import', 'more.ndjson')).code).toBe(0);
  const planned = await shell.run('fleet', 'plan');
  expect([planned.code, planned.stdout]).toEqual([3, expect.stringContaining('4 accounts with a plan')]);
  expect((await shell.run('fleet', 'report')).stdout).toContain('No file names the client id and secret of app 9999');
  expect((await shell.run('fleet', 'approve', '--all', '--over-threshold', 'create')).code).toBe(0);
  await shell.run('fleet', 'rollout', '--waves', '100%', '--soak', '0s');
  const worked = await shell.run('fleet', 'work', '--until-done');
  expect(worked.stdout).toContain('4 applied');
});

test('a missing fleet folder is an error, and it is not created', async () => {
  const { shell } = await aFleet(ENV, { inFolder: true });
  for (const words of [['status'], ['accounts'], ['plan'], ['work', '--until-done']]) {
    const missing = await shell.run('fleet', ...words, '--database', './mistyped');
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('[fleet-missing]')]);
  }
  expect(await readdir(shell.cwd)).not.toContain('mistyped');
});

test('a comparison of unrecorded accounts is reported and does not count as drift', async () => {
  const { shell } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  const nothing = await shell.run('fleet', 'drift');
  expect([nothing.code, nothing.stdout]).toEqual([0, expect.stringContaining('nothing is recorded yet')]);
  expect(nothing.stdout).toContain('4 accounts compared, in 1 cluster.');
});

test('drift is empty after a rollout, and retry finds nothing to repeat', async () => {
  const { shell, service } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  await rolledOut(shell);
  expect((await shell.run('fleet', 'drift')).code).toBe(0);
  await shell.write('trueup.yaml', project(service.url).replace('Loyalty }', 'Club }'));
  const { code, document } = await shell.json('fleet', 'plan');
  const { rollout } = document as { readonly rollout: string };
  expect(code).toBe(0);
  expect((await shell.run('fleet', 'approve', rollout, '00000000')).code).toBe(3);
  // Every account succeeded, and a comparison has no accounts to retry.
  const again = await shell.run('fleet', 'retry');
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('No rollout can try accounts again now.')]);
});

async function rolledOut(shell: Shell): Promise<void> {
  await shell.run('fleet', 'plan');
  await shell.run('fleet', 'approve', '--all', '--over-threshold', 'create');
  await shell.run('fleet', 'rollout', '--waves', '2,100%', '--soak', '0s');
  const worked = await shell.run('fleet', 'work', '--until-done');
  expect(worked.code).toBe(0);
  expect(worked.stderr).toMatch(/UTC {2}[0-9a-f]{8} {2}It is under way, in wave 1 of 2\./);
  expect(worked.stderr).toMatch(/UTC {2}[0-9a-f]{8} {2}It is done\. 4 applied\n/);
}

test('a property of the dated surface is planned if the fleet uses this surface', async () => {
  const { shell, service } = await aFleet();
  await shell.run('fleet', 'import', 'accounts.ndjson');
  const dated = project(service.url, 'dated').replace(
    'displayName: Loyalty }',
    'displayName: Loyalty, properties: { card: { label: Card, type: string, fieldType: text, dataSensitivity: sensitive } } }',
  );
  await shell.write('trueup.yaml', dated);
  const planned = await shell.run('fleet', 'plan', '--only', '5001');
  expect(planned.code, planned.stderr).toBe(0);
  expect(planned.stdout).toContain('+ property:contacts/card');
});
