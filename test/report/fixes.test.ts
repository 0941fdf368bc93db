// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of the configuration, not of this language
import { expect, test } from 'vitest';
import { readInputs } from '../../src/action/inputs.ts';
import type { Fix } from '../../src/model/fix.ts';
import { FixForms } from '../../src/report/documents/fix.ts';
import { adviceTexts } from '../../src/report/fix-texts.ts';
import { treatFix } from '../../src/report/fix-ways.ts';
import { docMarkdown } from '../../src/report/markdown/render.ts';
import { adviceLines } from '../../src/report/text/hint.ts';
import { outcomeDoc } from '../../src/report/text/outcome.ts';
import { anApplyResult, anOutcome, aStyle } from '../support/builders.ts';
import { FIXES } from '../support/fixes.ts';

/** Texts of each fix, by its JSON. */
const SAID: Readonly<Record<string, { readonly terminal: string; readonly action: string }>> = {
  '{"action":"start-project"}': {
    terminal: 'If there is no configuration yet, start a project: trueup init',
    action: 'If there is no configuration yet, start a project (on the command line): trueup init',
  },
  '{"action":"set-developer-key","app":"2001"}': {
    terminal: 'Declare the developer key in the configuration: apps: { "2001": { developerKey: "${env.NAME}" } }',
    action: 'Declare the developer key in the configuration: apps: { "2001": { developerKey: "${env.NAME}" } }',
  },
  '{"action":"export-webhooks","app":"2001"}': {
    terminal:
      'For an app of a project, write its webhooks file: trueup generate hsmeta --app 2001 --target-url https://example.com/webhook --max-concurrent-requests 10',
    action:
      'For an app of a project, write its webhooks file (on the command line): trueup generate hsmeta --app 2001 --target-url https://example.com/webhook --max-concurrent-requests 10',
  },
  '{"action":"settle","addresses":["property-group:contacts/loyalty"],"as":"applied"}': {
    terminal:
      'If it took effect, settle it as applied: trueup ledger settle property-group:contacts/loyalty --as applied',
    action:
      'If it took effect, settle it as applied (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger settle property-group:contacts/loyalty --as applied',
  },
  '{"action":"settle","addresses":["property-group:contacts/loyalty"],"as":"not-applied"}': {
    terminal:
      'If it did not, settle it as not-applied: trueup ledger settle property-group:contacts/loyalty --as not-applied',
    action:
      'If it did not, settle it as not-applied (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger settle property-group:contacts/loyalty --as not-applied',
  },
  '{"action":"adopt","addresses":["property-group:contacts/loyalty"]}': {
    terminal: 'If it is as declared, record it: trueup ledger adopt property-group:contacts/loyalty',
    action:
      'If it is as declared, record it (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger adopt property-group:contacts/loyalty',
  },
  '{"action":"adopt","addresses":["property-group:contacts/loyalty","property:contacts/loyaltytier"]}': {
    terminal: 'Record each that is as declared: trueup ledger adopt property-group:contacts/loyalty',
    action:
      'Record each that is as declared (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger adopt property-group:contacts/loyalty',
  },
  '{"action":"adopt","addresses":["property-group:contacts/loyalty"],"overwrite":true}': {
    terminal: 'Overwrite the record: trueup ledger adopt property-group:contacts/loyalty --overwrite',
    action:
      'Overwrite the record (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger adopt property-group:contacts/loyalty --overwrite',
  },
  '{"action":"adopt","addresses":["property-group:contacts/loyalty","property:contacts/loyaltytier"],"overwrite":true}':
    {
      terminal:
        'Overwrite the records: trueup ledger adopt property-group:contacts/loyalty property:contacts/loyaltytier --overwrite',
      action:
        'Overwrite the records (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger adopt property-group:contacts/loyalty property:contacts/loyaltytier --overwrite',
    },
  '{"action":"adopt","addresses":["property-group:contacts/loyalty"],"overwrite":true,"when":"changed"}': {
    terminal: 'Once it is changed there, record it: trueup ledger adopt property-group:contacts/loyalty --overwrite',
    action:
      'Once it is changed there, record it (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger adopt property-group:contacts/loyalty --overwrite',
  },
  '{"action":"forget","addresses":["property-group:contacts/loyalty"],"when":"gone"}': {
    terminal:
      'If it is gone, drop its record; the next plan creates it again: trueup ledger forget property-group:contacts/loyalty',
    action:
      'If it is gone, drop its record; the next plan creates it again (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger forget property-group:contacts/loyalty',
  },
  '{"action":"forget","addresses":["property-group:contacts/loyalty","property:contacts/loyaltytier"],"when":"gone"}': {
    terminal:
      'Drop the record of each that is gone; the next plan creates it again: trueup ledger forget property-group:contacts/loyalty',
    action:
      'Drop the record of each that is gone; the next plan creates it again (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger forget property-group:contacts/loyalty',
  },
  '{"action":"forget","addresses":["property-group:contacts/loyalty"],"when":"removed"}': {
    terminal: 'Once it is removed there, drop its record: trueup ledger forget property-group:contacts/loyalty',
    action:
      'Once it is removed there, drop its record (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger forget property-group:contacts/loyalty',
  },
  '{"action":"forget","addresses":["property-group:contacts/loyalty","property:contacts/loyaltytier"],"when":"kept"}': {
    terminal:
      'To keep them without declaring them, drop the record of each: trueup ledger forget property-group:contacts/loyalty property:contacts/loyaltytier',
    action:
      'To keep them without declaring them, drop the record of each (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger forget property-group:contacts/loyalty property:contacts/loyaltytier',
  },
  '{"action":"restore-file","file":"schema/loyalty.yaml"}': {
    terminal: 'If this is a mistake, declare again what left the file: schema/loyalty.yaml',
    action: 'If this is a mistake, declare again what left the file: schema/loyalty.yaml',
  },
  '{"action":"repair-ledger"}': {
    terminal: 'Restore the ledger from its history: trueup ledger repair',
    action:
      'Restore the ledger from its history (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger repair',
  },
  '{"action":"list-ledger"}': {
    terminal: 'List the addresses in the ledger: trueup ledger list',
    action:
      'List the addresses in the ledger (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger list',
  },
  '{"action":"list-runs"}': {
    terminal: 'List the runs: trueup ledger runs',
    action:
      'List the runs (on the command line in the folder of the project, with --ledger as in the workflow): trueup ledger runs',
  },
  '{"action":"list-declared"}': {
    terminal: 'See the declared resources: trueup plan --verbose',
    action: 'See the declared resources (on the command line): trueup plan --verbose',
  },
  '{"action":"use-ledger"}': {
    terminal: 'Use another folder for the ledger with --ledger FOLDER',
    action: 'Use another folder for the ledger with the input ledger: FOLDER',
  },
  '{"action":"use-ledger","folder":"../app/.trueup"}': {
    terminal: 'Keep the ledger there with --ledger ../app/.trueup',
    action: 'Keep the ledger there with the input ledger: ../app/.trueup',
  },
  '{"action":"allow","risk":"max-changes"}': {
    terminal: 'Allow it in a new plan with --allow max-changes',
    action: 'Allow it in a new plan with the input allow: max-changes',
  },
  '{"action":"allow","risk":"option-removal","address":"property:contacts/loyaltytier"}': {
    terminal: 'Allow it in a new plan with --allow option-removal=property:contacts/loyaltytier',
    action: 'Allow it in a new plan with the input allow: option-removal=property:contacts/loyaltytier',
  },
  '{"action":"allow","risk":"property-removal","address":"property:contacts/loyaltytier"}': {
    terminal: 'To delete the resource, make a new plan with --allow property-removal=property:contacts/loyaltytier',
    action:
      'To delete the resource, make a new plan with the input allow: property-removal=property:contacts/loyaltytier',
  },
  '{"action":"allow","risk":"host-change","address":"https://crm.example.com"}': {
    terminal: 'Allow the change of host: trueup plan --allow host-change=https://crm.example.com',
    action: 'Allow the change of host with the input allow: host-change=https://crm.example.com',
  },
  '{"action":"overwrite","addresses":["property-group:contacts/loyalty","property:contacts/loyaltytier"]}': {
    terminal:
      'Overwrite it in a new plan with --overwrite property-group:contacts/loyalty --overwrite property:contacts/loyaltytier',
    action:
      'Overwrite it in a new plan with the input overwrite: property-group:contacts/loyalty, property:contacts/loyaltytier',
  },
  '{"action":"target","addresses":["property-group:contacts/loyalty","property:contacts/loyaltytier"]}': {
    terminal:
      'Narrow a new plan to the others with --target property-group:contacts/loyalty --target property:contacts/loyaltytier',
    action:
      'Narrow a new plan to the others with the input target: property-group:contacts/loyalty, property:contacts/loyaltytier',
  },
  '{"action":"skip-blocked"}': {
    terminal: 'Apply the other changes with --skip-blocked',
    action: 'Apply the other changes with the input skip-blocked: true',
  },
  '{"action":"save-plan"}': {
    terminal: 'Save a plan, and apply the saved plan: trueup plan -o trueup.plan.json',
    action: 'Save a plan, and apply the saved plan with the input plan-file: trueup.plan.json',
  },
  '{"action":"confirm","hubId":7007}': {
    terminal: 'Confirm the account with --confirm HUBID',
    action: 'Apply a reviewed plan with the input review: required',
  },
  '{"action":"confirm","hubId":null}': {
    terminal: 'Confirm the account with --confirm HUBID',
    action: 'Apply a reviewed plan with the input review: required',
  },
  '{"action":"apply","addresses":["property:contacts/loyaltytier"]}': {
    terminal: 'Apply the declaration: trueup apply --target property:contacts/loyaltytier',
    action: 'Apply the declaration with the input target: property:contacts/loyaltytier',
  },
  '{"action":"apply","addresses":["property-group:contacts/loyalty","property:contacts/loyaltytier"],"overwrite":true}':
    {
      terminal:
        'Apply the declaration over the changes in the account: trueup apply --target property-group:contacts/loyalty --target property:contacts/loyaltytier --overwrite property-group:contacts/loyalty --overwrite property:contacts/loyaltytier',
      action:
        'Apply the declaration over the changes in the account with the input overwrite: property-group:contacts/loyalty, property:contacts/loyaltytier',
    },
  '{"action":"choose-account","names":["production","sandbox"]}': {
    terminal: 'Choose an account with --account NAME',
    action: 'Choose an account with the input account: NAME',
  },
  '{"action":"allow-host","host":"crm.example.com"}': {
    terminal: 'Allow the host with --allow-host crm.example.com',
    action: 'Allow the host with the input allowed-hosts: crm.example.com',
  },
  '{"action":"allow-host","host":"127.0.0.1:4010"}': {
    terminal: 'Allow the host with --allow-host 127.0.0.1:4010',
    action: 'Allow the host with the input allowed-hosts: 127.0.0.1:4010',
  },
  '{"action":"pass-files","paths":[]}': {
    terminal: 'Pass the configuration with -f FILE',
    action: 'Pass the configuration with the input files: FILE',
  },
  '{"action":"pass-files","paths":["../crm/a b.yaml"]}': {
    terminal: "Pass it as a part of the configuration with -f '../crm/a b.yaml'",
    action: 'Pass it as a part of the configuration with the input files: ../crm/a b.yaml',
  },
  '{"action":"log-in"}': {
    terminal: 'Log in, and save the refresh token as TRUEUP_REFRESH_TOKEN: trueup auth login --save trueup.env',
    action:
      'Log in, and save the refresh token as TRUEUP_REFRESH_TOKEN (on the command line): trueup auth login --save trueup.env',
  },
  '{"action":"log-in","account":"sandbox","variable":"SANDBOX_REFRESH_TOKEN"}': {
    terminal:
      'Log in, and save the refresh token as SANDBOX_REFRESH_TOKEN: trueup auth login --account sandbox --save trueup.env',
    action:
      'Log in, and save the refresh token as SANDBOX_REFRESH_TOKEN (on the command line): trueup auth login --account sandbox --save trueup.env',
  },
};

test.each(FIXES.map((fix) => [JSON.stringify(fix), fix] as const))('in words: %s', (data, fix) => {
  expect(JSON.stringify(FixForms.parse(fix))).toBe(data);
  const [terminal, action] = [adviceTexts({ fix: [fix] }, 'terminal'), adviceTexts({ fix: [fix] }, 'action')];
  expect([...terminal, ...action]).toEqual([SAID[data]?.terminal, SAID[data]?.action]);
});

test('every input in a fix exists in the Action and accepts the value', () => {
  for (const fix of FIXES) {
    const { action: way } = treatFix(fix);
    if (way?.by !== 'input') continue;
    const given = {
      INPUT_COMMAND: 'apply',
      [`INPUT_${way.name.toUpperCase().replaceAll('-', '_')}`]: way.values.join('\n'),
    };
    expect(Object.keys(readInputs(given))).toContain(way.name);
  }
});

const ADVICE = {
  hint: 'Check the account.',
  fix: [{ action: 'forget', addresses: ['property-group:contacts/loyalty'], when: 'gone' }, { action: 'skip-blocked' }],
} as const satisfies { readonly hint: string; readonly fix: readonly Fix[] };

test('a terminal shows the hint and each fix as a complete command with its flags', () => {
  const style = aStyle({ width: 60, typed: { files: ['schema'], account: 'sandbox' } });
  expect(adviceLines(ADVICE, style, { first: 'help: ', rest: '      ' })).toEqual([
    'help: Check the account.',
    '      If it is gone, drop its record; the next plan creates',
    '      it again:',
    '      trueup ledger forget property-group:contacts/loyalty -f schema --account sandbox',
    '      Apply the other changes with --skip-blocked',
  ]);
  expect(adviceLines({ fix: [{ action: 'list-runs' }] }, style, { first: 'help: ', rest: '      ' })).toEqual([
    'help: List the runs:',
    '      trueup ledger runs -f schema --account sandbox',
  ]);
  expect(adviceLines({}, style, { first: 'help: ', rest: '      ' })).toEqual([]);
});

test('a review of the Action names its inputs, and commands only where it has none', () => {
  const result = anApplyResult({ outcomes: [anOutcome({ status: 'failed', message: 'Refused.', ...ADVICE })] });
  const said = (face: 'terminal' | 'action') => /Refused\. (.*)$/m.exec(docMarkdown(outcomeDoc(result), { face }))?.[1];
  expect(said('action')).toBe(
    'Check the account. If it is gone, drop its record; the next plan creates it again \\(on the command line in the folder of the project, with \\-\\-ledger as in the workflow\\): ' +
      '`trueup ledger forget property-group:contacts/loyalty`. Apply the other changes with the input `skip-blocked: true`.',
  );
  expect(said('terminal')).toBe(
    'Check the account. If it is gone, drop its record; the next plan creates it again: ' +
      '`trueup ledger forget property-group:contacts/loyalty`. Apply the other changes with `--skip-blocked`.',
  );
});
