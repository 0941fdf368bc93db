import { describe, expect, it } from 'vitest';
import { type Secret, secret } from '../../../src/contract/secret.ts';
import { checkScopes } from '../../../src/engine/gate/scopes.ts';
import { aCall } from '../../support/builders.ts';

const HINT =
  'Add the scope to the app or key, and authorize an OAuth app again. If the service refuses a call anyway, only the changes of that call fail.';
const LIMITS = aCall({
  endpoint: 'updateAssociationLimits',
  params: { fromObjectType: 'contacts', toObjectType: 'companies' },
});

const SUBSCRIPTION = aCall({
  id: 'c4',
  endpoint: 'createSubscription',
  params: { appId: '2001' },
  path: '/webhooks/2026-03/2001/subscriptions',
});
const NO_KEYS = new Map<string, Secret>();

describe('checkScopes', () => {
  it('warns once for each missing set of scopes and names its calls', () => {
    const calls = [aCall(), aCall({ id: 'c2' }), aCall({ id: 'c3', params: { object_type: 'deals' } }), SUBSCRIPTION];
    expect(checkScopes(calls, ['crm.schemas.deals.write'], NO_KEYS)).toEqual([
      {
        code: 'scope-missing',
        severity: 'warning',
        message:
          'POST /properties/v2/contacts/properties (c1), POST /properties/v2/contacts/properties (c2) need one of these scopes, and the token has none of them: crm.schemas.contacts.write, contacts.',
        hint: HINT,
      },
      {
        code: 'scope-missing',
        severity: 'warning',
        message:
          'POST /webhooks/2026-03/2001/subscriptions (c4) needs one of these scopes, and the token has none of them: developers-write, private-apps-write.',
        hint: 'Webhooks need the developer key of the account that owns the app. If the service refuses a call anyway, only the changes of that call fail.',
        fix: [{ action: 'set-developer-key', app: '2001' }],
      },
    ]);
  });

  it('requires no token scope for calls with a developer key', () => {
    expect(checkScopes([SUBSCRIPTION], [], new Map([['2001', secret('the-key')]]))).toEqual([]);
    expect(checkScopes([SUBSCRIPTION], [], new Map([['2002', secret('the-key')]]))).toHaveLength(1);
  });

  it('names the first of many calls and scopes, and counts the others', () => {
    const calls = ['c1', 'c2', 'c3', 'c4', 'c5'].map((id) => aCall({ id }));
    expect(checkScopes(calls, [], NO_KEYS)[0]?.message).toMatch(/\(c3\), 2 more calls need one of these scopes/);
    expect(checkScopes(calls.slice(0, 4), [], NO_KEYS)[0]?.message).toMatch(
      /\(c3\), 1 more call need one of these scopes/,
    );
    expect(checkScopes([LIMITS], [], NO_KEYS)[0]?.message).toMatch(
      /: crm\.schemas\.contacts\.read, (?:[\w.]+, ){3}or one of \d\d others\.$/,
    );
  });

  it('accepts any one of the sufficient scopes', () => {
    expect(checkScopes([LIMITS], ['crm.schemas.companies.write'], NO_KEYS)).toEqual([]);
    expect(checkScopes([LIMITS], ['crm.objects.deals.read'], NO_KEYS)).toEqual([]);
    expect(checkScopes([LIMITS], ['oauth'], NO_KEYS)).toHaveLength(1);
  });
});
