import { beforeEach, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';

const TIER = 'property:contacts/loyaltytier';
const LIMIT = 'association-limit:contacts/companies/SERVICE_DEFINED/279';
let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

test.each(['plan', 'apply'])('%s refuses all addresses that nothing has at once, before any call', async (command) => {
  const flags = ['--overwrite', `${TIER}s`, '--allow', `option-removal=${TIER}x`, '--target', 'property:contacts/tire'];
  const { code, stderr } = await shell.run(command, ...flags);
  expect([code, stderr.match(/error\[[a-z-]+\]/g)]).toEqual([
    3,
    ['error[target-unknown]', 'error[address-unmatched]', 'error[address-unmatched]'],
  ]);
  expect(stderr.match(new RegExp(`Did you mean ${TIER}\\?`, 'g'))).toHaveLength(2);
  expect(stderr).toContain(
    'Nothing was planned: 3 addresses or patterns match nothing that is declared or was ever in the ledger.',
  );
  expect(await service.calls()).toEqual([]);
});

test('a revert takes the addresses that its run changed, and no others', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url, { label: 'Tier' }));
  await shell.run('apply', '--auto-approve');
  const other = await shell.run('revert', '--overwrite', 'property-group:contacts/loyalty', '-o', 'revert.json');
  expect([other.code, other.stderr]).toEqual([3, expect.stringContaining('error[address-unmatched]')]);
  expect((await shell.run('revert', '--overwrite', TIER, '-o', 'revert.json')).code).toBe(0);
});

test('a used consent causes no error in the next plan, typed or written', async () => {
  await shell.run('apply', '--auto-approve');
  const without = projectText(service.url).replace(/associationLimits:[\s\S]*$/, '');
  await shell.write('trueup.yaml', `${without}policy: { allow: ["limit-purge=${LIMIT}"] }\n`);
  const allow = ['--allow', `limit-purge=${LIMIT}`];
  expect(await shell.run('apply', '--auto-approve', '--quiet', ...allow)).toMatchObject({ stdout: '1 applied.\n' });
  const again = await shell.json('plan', ...allow);
  expect(again).toMatchObject({ code: 0, document: { findings: [], summary: { remove: 0 } } });
});

test.each(['plan', 'apply'])('%s lists the candidates of a removal that names no resource', async (command) => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url).replace(/associationLimits:[\s\S]*$/, ''));
  const { code, stdout, stderr } = await shell.run(command, '--allow', 'limit-purge');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('--allow limit-purge names no resource, so nothing was allowed. [consent-unnamed]');
  expect(stderr).toContain(`Name the addresses that the consent is for: --allow limit-purge=${LIMIT}.`);
  const none = await shell.run(command, '--allow', 'group-removal');
  expect(none.stderr).toContain('The plan needs no consent to group-removal. Leave the flag out.');
});

test('a pattern allows the removals of one object type', async () => {
  await shell.run('apply', '--auto-approve');
  await shell.write('trueup.yaml', projectText(service.url).replace(/associationLimits:[\s\S]*$/, ''));
  const pattern = LIMIT.replace('279', '*');
  expect(await shell.run('apply', '--auto-approve', '--quiet', '--allow', `limit-purge=${pattern}`)).toMatchObject({
    stdout: '1 applied.\n',
  });
  const wide = await shell.run('plan', '--allow', 'limit-purge=association-limit:*');
  expect([wide.code, wide.stderr]).toEqual([1, expect.stringContaining('is neither an address')]);
});

test('a consent in the files that names nothing is a warning with the nearest address', async () => {
  await shell.write('trueup.yaml', `${projectText(service.url)}policy: { allow: ["option-removal=${TIER}s"] }\n`);
  expect(await shell.json('plan')).toMatchObject({
    code: 0,
    document: {
      applyable: true,
      findings: [{ code: 'consent-unused', hint: `Did you mean ${TIER}?`, provenance: { file: 'trueup.yaml' } }],
    },
  });
});

test('an unreadable consent names the wrong half and the correct form', async () => {
  const wrong = async (consent: string) => (await shell.run('plan', '--allow', consent)).stderr.split('\n')[0];
  const start = (consent: string) => `error: Option '--allow <risk=address>' argument '${consent}' is invalid.`;
  expect(await wrong('option-removal=contacts/loyaltytier')).toBe(
    `${start('option-removal=contacts/loyaltytier')} "contacts/loyaltytier" is neither an address, such as ${TIER}, nor a pattern, such as property:contacts/old_*. [usage]`,
  );
  expect(await wrong('option-removel')).toBe(
    `${start('option-removel')} Unknown risk "option-removel". Did you mean \`option-removal\`? Allowed: option-removal, limit-purge, property-removal, group-removal, subscription-removal, event-property-removal, pipeline-removal, stage-removal, association-label-removal, type-change, property-restore, max-changes, host-change. Write RISK=ADDRESS. [usage]`,
  );
});
