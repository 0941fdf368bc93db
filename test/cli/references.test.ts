/** Tests that a wrong name in the files gives a single finding with the most likely name. */

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aShell, type Shell } from '../support/world.ts';

const NUMBER = { type: 'number', fieldType: 'number' };

let service: Service & { readonly url: string };
let shell: Shell;

beforeEach(async () => {
  const held = [
    { objectType: 'contacts', groupName: 'contactinformation', name: 'net_amounts', label: 'Net amounts', ...NUMBER },
    { objectType: 'contacts', groupName: 'contactinformation', name: 'gross_sum', label: 'Gross sum', ...NUMBER },
  ];
  service = await startService({ seed: { accounts: [{ hubId: 1001, properties: held }] } });
  shell = await aShell({ env: { ...TOKEN, TRUEUP_SURFACE: 'dated' } });
});

afterEach(async () => {
  await service.close();
  await rm(shell.cwd, { recursive: true });
});

async function declare(formula: string, policy = ''): Promise<void> {
  await shell.write(
    'trueup.yaml',
    `${sandboxText(service.url)}${policy}objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          net_amount: { label: Net, type: number, fieldType: number }
          total: { label: Total, type: number, fieldType: calculation_equation, calculationFormula: "${formula}" }
`,
  );
}

interface Shown {
  readonly code: string;
  readonly severity: string;
  readonly hint?: string;
  readonly mentioned?: string;
}

async function found(command: 'plan' | 'validate'): Promise<readonly unknown[]> {
  const { document } = await shell.json(command);
  return (document as { readonly findings: readonly Shown[] }).findings.map(({ code, severity, hint, mentioned }) => {
    return [code, severity, mentioned, hint];
  });
}

const MEANT = 'Did you mean property:contacts/net_amount?';

test('a typo is one finding, before the account is asked and after', async () => {
  await declare('net_amonut * 2');
  const typo = 'property:contacts/net_amonut';
  expect(await found('validate')).toEqual([
    ['reference-misspelt', 'warning', typo, `${MEANT} If the account has ${typo}, this is fine.`],
  ]);
  expect(await found('plan')).toEqual([
    ['reference-missing', 'warning', typo, `${MEANT} Declare it, or correct the name.`],
  ]);
});

test('the nearest name is meant, whether the files declare it or the account has it', async () => {
  await declare('net_amountz + gros_sum');
  expect(await found('plan')).toEqual([
    ['reference-missing', 'warning', 'property:contacts/gros_sum', expect.stringContaining('contacts/gross_sum?')],
    ['reference-missing', 'warning', 'property:contacts/net_amountz', expect.stringContaining('contacts/net_amount?')],
  ]);
});

test('nothing is said to be meant by its own name', async () => {
  await declare('totals');
  expect(await found('validate')).toEqual([]);
  expect(await found('plan')).toEqual([
    ['reference-missing', 'warning', 'property:contacts/totals', 'Declare it, or correct the name.'],
  ]);
});

test('an existing name in the account is reported next to the declared name', async () => {
  await declare('net_amounts');
  const there = 'property:contacts/net_amounts';
  expect(await found('plan')).toEqual([
    ['reference-misspelt', 'warning', there, `${MEANT} If the account has ${there}, this is fine.`],
  ]);
});

test('a reference to a dropped property is reported as dropped instead of misspelt', async () => {
  await declare('net_amounts', '');
  const text = await readFile(join(shell.cwd, 'trueup.yaml'), 'utf8');
  const own = '          net_amounts: { label: Net amounts, type: number, fieldType: number }\n';
  await shell.write('trueup.yaml', text.replace('          total:', `${own}          total:`));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await declare('net_amounts', '');
  expect(await found('plan')).toEqual(
    expect.arrayContaining([
      [
        'reference-dropped',
        'warning',
        'property:contacts/net_amounts',
        'Remove the reference before it is deleted, or declare it again.',
      ],
    ]),
  );
  expect((await found('plan')).flat()).not.toContain('reference-misspelt');
});

test('a waiver of a plan finding leaves no second finding of this code', async () => {
  const waiver = '{ finding: reference-missing, reason: made by hand, until: 2999-01-01 }';
  await declare('net_amonut * 2', `policy: { waivers: [${waiver}] }\n`);
  expect(await found('plan')).toEqual([['reference-missing', 'info', 'property:contacts/net_amonut', undefined]]);
});
