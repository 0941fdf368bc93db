/** Lists every fix in each form. The compiler requires a fix for each action. */

import type { Fix } from '../../src/model/fix.ts';

const GROUP = 'property-group:contacts/loyalty';
const TIER = 'property:contacts/loyaltytier';

const FORMS: { readonly [A in Fix['action']]: readonly Extract<Fix, { action: A }>[] } = {
  settle: [
    { action: 'settle', addresses: [GROUP], as: 'applied' },
    { action: 'settle', addresses: [GROUP], as: 'not-applied' },
  ],
  adopt: [
    { action: 'adopt', addresses: [GROUP] },
    { action: 'adopt', addresses: [GROUP, TIER] },
    { action: 'adopt', addresses: [GROUP], overwrite: true },
    { action: 'adopt', addresses: [GROUP, TIER], overwrite: true },
    { action: 'adopt', addresses: [GROUP], overwrite: true, when: 'changed' },
  ],
  forget: [
    { action: 'forget', addresses: [GROUP], when: 'gone' },
    { action: 'forget', addresses: [GROUP, TIER], when: 'gone' },
    { action: 'forget', addresses: [GROUP], when: 'removed' },
    { action: 'forget', addresses: [GROUP, TIER], when: 'kept' },
  ],
  'restore-file': [{ action: 'restore-file', file: 'schema/loyalty.yaml' }],
  'repair-ledger': [{ action: 'repair-ledger' }],
  'list-ledger': [{ action: 'list-ledger' }],
  'list-runs': [{ action: 'list-runs' }],
  'list-declared': [{ action: 'list-declared' }],
  'use-ledger': [{ action: 'use-ledger' }, { action: 'use-ledger', folder: '../app/.trueup' }],
  allow: [
    { action: 'allow', risk: 'max-changes' },
    { action: 'allow', risk: 'option-removal', address: TIER },
    { action: 'allow', risk: 'property-removal', address: TIER },
    { action: 'allow', risk: 'host-change', address: 'https://crm.example.com' },
  ],
  overwrite: [{ action: 'overwrite', addresses: [GROUP, TIER] }],
  target: [{ action: 'target', addresses: [GROUP, TIER] }],
  'skip-blocked': [{ action: 'skip-blocked' }],
  'save-plan': [{ action: 'save-plan' }],
  confirm: [
    { action: 'confirm', hubId: 7007 },
    { action: 'confirm', hubId: null },
  ],
  apply: [
    { action: 'apply', addresses: [TIER] },
    { action: 'apply', addresses: [GROUP, TIER], overwrite: true },
  ],
  'choose-account': [{ action: 'choose-account', names: ['production', 'sandbox'] }],
  'allow-host': [
    { action: 'allow-host', host: 'crm.example.com' },
    { action: 'allow-host', host: '127.0.0.1:4010' },
  ],
  'pass-files': [
    { action: 'pass-files', paths: [] },
    { action: 'pass-files', paths: ['../crm/a b.yaml'] },
  ],
  'start-project': [{ action: 'start-project' }],
  'set-developer-key': [{ action: 'set-developer-key', app: '2001' }],
  'export-webhooks': [{ action: 'export-webhooks', app: '2001' }],
  'log-in': [{ action: 'log-in' }, { action: 'log-in', account: 'sandbox', variable: 'SANDBOX_REFRESH_TOKEN' }],
};

export const FIXES: readonly Fix[] = Object.values(FORMS).flat();
export const FIX_ACTIONS = Object.keys(FORMS);
