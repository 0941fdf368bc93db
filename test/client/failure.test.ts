import { describe, expect, it } from 'vitest';
import { apiError } from '../../src/client/failure.ts';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import type { HttpReply } from '../../src/contract/http.ts';
import { createScrubber } from '../../src/contract/scrub.ts';
import { json, refusal } from './fake-transport.ts';

function failed(reply: HttpReply, endpoint: EndpointId = 'createProperty') {
  const error = apiError({ endpoint, reply, attempts: 1, now: 0, scrub: (text) => text });
  const { message, status, category, subCategory, correlationId, requiredScopes, hint } = error;
  return { message, status, category, subCategory, correlationId, requiredScopes, hint };
}

const NONE = { category: undefined, subCategory: undefined, correlationId: undefined, requiredScopes: [] };
const FOREIGN = 'This error is not from the service: a proxy or a filter may have replied.';
const SCOPES = ['crm.schemas.contacts.write'];

describe('a failure', () => {
  it('keeps the members of a standard error body', () => {
    const body = {
      status: 'error',
      message: "A property named 'tier' already exists.",
      correlationId: 'c-9',
      category: 'OBJECT_ALREADY_EXISTS',
      subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
    };
    expect(failed(json(409, body))).toEqual({
      message: "createProperty was refused with 409: A property named 'tier' already exists.",
      status: 409,
      category: 'OBJECT_ALREADY_EXISTS',
      subCategory: 'Properties.PROPERTY_WITH_NAME_EXISTS',
      correlationId: 'c-9',
      requiredScopes: [],
      hint: 'It exists already: read it back, or adopt it.',
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])('has no hint, also in the category %s', (category) => {
    const { hint } = failed(json(400, refusal(category)));
    expect(hint).toBeUndefined();
  });

  it.each([
    [423, 'Another change holds a lock on it. Such locks last about two seconds, so run again.'],
    [437, 'The account has all the labels this pair of object types may have: remove one first.'],
    [477, 'The account is being moved to another data centre: run again later.'],
  ])('says what to do about a %i', (status, hint) => {
    expect(failed(json(status, refusal('ANY'))).hint).toBe(hint);
  });

  it('adds the details that say more than the message', () => {
    const errors = [
      { message: 'label is required', in: 'label' },
      { message: 'type is required' },
      { message: 'Invalid input' },
    ];
    expect(failed(json(400, { ...refusal('VALIDATION_ERROR', 'Invalid input.'), errors })).message).toBe(
      'createProperty was refused with 400: Invalid input (label is required; type is required).',
    );
  });

  it('names the first users of a property that cannot be archived, and the remedy', () => {
    const subCategory = 'PropertyValidationError.CANNOT_DELETE_PROPERTY_IN_USE';
    const message = 'Property: tier of object type 0-1 is currently used in 4 places and cannot be deleted';
    const errors = [
      ['parentType', 'WORKFLOW', 'Welcome'],
      ['parentDisplayType', 'List', 'Gold members'],
      ['parentType', 'FORM', 'Sign up'],
      ['other', 'x', 'Footer'],
    ].map(([type = '', value, name]) => ({ context: { [type]: [value], parentName: [name] } }));
    const reply = json(400, { ...refusal('VALIDATION_ERROR', message), subCategory, errors });
    expect(failed(reply, 'archiveDatedProperty')).toMatchObject({
      message: `archiveDatedProperty was refused with 400: ${message} (WORKFLOW Welcome; List Gold members; FORM Sign up; and 1 more).`,
      subCategory,
      hint: 'Remove it from what uses it, in the account, first.',
    });
  });

  it('says what to do about a group with properties, whose code is inside the message', () => {
    const inner = { message: 'Nope', subCategory: 'PropertyGroupError.GROUP_WITH_ACTIVE_PROPERTIES' };
    const { message, hint } = failed(
      json(400, refusal('VALIDATION_ERROR', JSON.stringify(inner))),
      'archiveDatedGroup',
    );
    expect([message, hint]).toEqual([
      'archiveDatedGroup was refused with 400: Nope.',
      'Move its properties to another group, or archive them, first.',
    ]);
  });

  it('collects the codes of a body, its details and its inner body once', () => {
    const inner = { message: 'No.', errors: [{ message: 'No.', code: 'GROUP_DOES_NOT_EXIST' }, { code: 7 }] };
    const body = { message: JSON.stringify(inner), propertiesErrorCode: 'NO_GROUP', errors: inner.errors };
    const error = apiError({
      endpoint: 'createProperty',
      reply: json(400, body),
      attempts: 1,
      now: 0,
      scrub: (text) => text,
    });
    expect(error.codes).toEqual(['GROUP_DOES_NOT_EXIST', 'NO_GROUP']);
  });

  it('reads missing scopes out of the details of a body', () => {
    const body = {
      status: 'error',
      message: "This app hasn't been granted all required scopes to make this call.",
      correlationId: 'c-1',
      category: 'MISSING_SCOPES',
      errors: [{ message: 'One or more of the following scopes are required.', context: { requiredScopes: SCOPES } }],
      links: { scopes: 'https://developers.test/scopes' },
    };
    expect(failed(json(403, body))).toMatchObject({
      requiredScopes: SCOPES,
      hint: 'Add this scope to the app or key, and authorize an OAuth app again: crm.schemas.contacts.write.',
    });
  });

  it.each([
    [
      'requires one of [crm.schemas.contacts.write, crm.objects.contacts.sensitive.write.v2].',
      ['crm.schemas.contacts.write', 'crm.objects.contacts.sensitive.write.v2'],
    ],
    ['needs behavioral_events.event_definitions.read_write', ['behavioral_events.event_definitions.read_write']],
    ["hasn't been granted all required scopes, see https://developers.test/docs.read.html", []],
  ])('reads missing scopes out of a sentence that alone names them: %s', (words, requiredScopes) => {
    const body = refusal('MISSING_SCOPES', `This app ${words}`);
    expect(failed(json(403, body))).toMatchObject({ requiredScopes });
    expect(failed(json(400, body))).toMatchObject({ requiredScopes: [] });
  });

  it('names the first of many missing scopes', () => {
    const body = { ...refusal('MISSING_SCOPES', 'No.'), context: { requiredGranularScopes: [...'abcdefg'] } };
    expect(failed(json(403, body))).toMatchObject({
      requiredScopes: [...'abcdefg'],
      hint: 'Add one of these scopes to the app or key, and authorize an OAuth app again: a, b, c, d, or one of 3 others.',
    });
  });

  it('reads missing scopes out of the context of a body', () => {
    const body = {
      ...refusal('MISSING_SCOPES', 'One or more of the following scopes are required.'),
      context: { requiredGranularScopes: ['a.read', 'a.write'], links: { scopes: 'x' } },
    };
    expect(failed(json(403, body))).toMatchObject({
      requiredScopes: ['a.read', 'a.write'],
      hint: 'Add one of these scopes to the app or key, and authorize an OAuth app again: a.read, a.write.',
    });
  });

  it('opens a message that is itself a JSON document', () => {
    const inner = {
      status: 'error',
      message: 'Cannot delete group',
      category: 'VALIDATION_ERROR',
      subCategory: 'PropertyGroupError.GROUP_WITH_ACTIVE_PROPERTIES',
    };
    expect(failed(json(400, { status: 'error', message: JSON.stringify(inner), correlationId: 'c-2' }))).toMatchObject({
      message: 'createProperty was refused with 400: Cannot delete group.',
      category: 'VALIDATION_ERROR',
      subCategory: 'PropertyGroupError.GROUP_WITH_ACTIVE_PROPERTIES',
      correlationId: 'c-2',
    });
  });

  it('takes the code of a token endpoint out of its status', () => {
    const body = { status: 'BAD_AUTH_CODE', message: 'missing or unknown auth code' };
    expect(failed(json(400, body), 'issueToken')).toMatchObject({
      message: 'issueToken was refused with 400: missing or unknown auth code.',
      category: 'BAD_AUTH_CODE',
      hint: 'A code works only once and only for a few minutes: start the login again.',
    });
  });

  it('takes the code of the OAuth standard too', () => {
    expect(failed(json(400, { error: 'invalid_grant', error_description: 'gone' }), 'issueToken')).toMatchObject({
      message: 'issueToken was refused with 400: gone.',
      category: 'invalid_grant',
    });
  });

  it('takes the code of the legacy property endpoints', () => {
    const body = { status: 'error', message: 'Property must have type set', propertiesErrorCode: 'NO_TYPE_SET' };
    expect(failed(json(400, body)).category).toBe('NO_TYPE_SET');
  });

  it('describes a page by its type and title and repeats nothing else of it', () => {
    const page =
      '<html><head><title>502 Bad\n\u001b[31m Gateway of the example edge network in Paris</title></head><body>inner text</body>';
    expect(failed({ status: 502, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page })).toEqual({
      ...NONE,
      message:
        'createProperty failed with 502: it answered with something that is not JSON (text/html, titled “502 Bad [31m Gateway of the example edge”).',
      status: 502,
      hint: 'The service has a problem: run again later. The next run first checks what was applied.',
    });
  });

  it('mentions applied changes after a failed write', () => {
    const hintOf = (endpoint: 'createProperty' | 'listProperties' | 'issueToken') =>
      apiError({ endpoint, reply: json(502, {}), attempts: 1, now: 0, scrub: (text) => text }).hint;
    expect(hintOf('createProperty')).toContain('The next run first checks what was applied.');
    for (const endpoint of ['listProperties', 'issueToken'] as const)
      expect(hintOf(endpoint)).toBe('The service has a problem: run again later.');
  });

  const page = { 'content-type': 'text/html' };
  it.each([
    ['a page', { status: 404, headers: page, body: '<h1>Not here</h1>' }],
    ['nothing', { status: 404, headers: {}, body: '' }],
    ['the JSON of a gateway', json(404, { message: 'no Route matched' })],
    ['410', json(410, refusal('GONE', 'Sunset.'))],
  ])('says that the path may be gone when it is answered with %s', (_what, reply) => {
    const ended = 'Paths of the documented surface end from 2027-02-16 on. Set `surface: dated` for the account';
    for (const [endpoint, hint] of [
      ['listProperties', ended],
      ['createProperty', ended],
      ['listDatedProperties', 'check the base URL, and the versions of the account.'],
      ['listSubscriptions', 'check the base URL, and the versions of the account.'],
    ] as const) {
      const error = apiError({ endpoint, reply, attempts: 1, now: 0, scrub: (text) => text });
      expect([error.gone, error.message, error.hint]).toEqual([
        true,
        expect.stringMatching(/The service may no longer have this path, or a proxy replied\.$/),
        expect.stringContaining(hint),
      ]);
    }
  });

  it.each([
    json(404, refusal('OBJECT_NOT_FOUND', 'No such property.')),
    json(404, { status: 'error', message: 'resource not found', correlationId: 'c-1' }),
    json(400, {}),
    { status: 405, headers: page, body: '<h1>No</h1>' },
  ])('does not take a resource that is missing for a path that is gone: %j', (reply) => {
    const { gone } = apiError({ endpoint: 'listProperties', reply, attempts: 1, now: 0, scrub: (text) => text });
    expect(gone).toBe(false);
  });

  it('suspects a proxy when a refusal is a page', () => {
    const page = '<h1>Proxy Authentication Required</h1>';
    expect(failed({ status: 407, headers: { 'content-type': 'text/html' }, body: page }).hint).toBe(
      'This reply is not part of the interface and may come from a proxy: check the base URL and the proxy.',
    );
  });

  it('takes the correlation id from the header when the body is empty', () => {
    const reply = { status: 405, headers: { 'x-hubspot-correlation-id': 'c-3' }, body: '' };
    expect(failed(reply)).toMatchObject({
      message: `createProperty failed with 405: it answered with an empty body. ${FOREIGN}`,
      correlationId: 'c-3',
    });
  });

  it.each([{}, { error: 'blocked' }, { message: 'Blocked.' }, { ...refusal('ANY'), correlationId: '' }])(
    'says of a write that another program may have answered it: %j',
    (body) => {
      const { message, hint } = failed(json(403, body));
      expect(message).toMatch(/^createProperty failed with 403: .*This error is not from the service/);
      expect(hint).toBe(
        'This reply is not part of the interface and may come from a proxy: check the base URL and the proxy.',
      );
    },
  );

  it('reports the status and message of a refused read', () => {
    expect(failed(json(403, { message: 'Blocked.' }), 'listProperties').message).toBe(
      'listProperties was refused with 403: Blocked.',
    );
  });

  it('survives members of every wrong type', () => {
    const body = {
      status: 7,
      message: ['x'],
      category: {},
      errors: [3, null, { message: 5, context: [] }],
      context: 'no',
    };
    expect(failed(json(400, body))).toEqual({
      ...NONE,
      message: `createProperty failed with 400: it answered with no message. ${FOREIGN}`,
      status: 400,
      hint: 'This reply is not part of the interface and may come from a proxy: check the base URL and the proxy.',
    });
  });

  it('keeps a message on one line and short', () => {
    const { message } = failed(json(400, refusal('ANY', `one\r\ntwo\u0007${'x'.repeat(900)}`)));
    expect(message).toBe(`createProperty was refused with 400: one two ${'x'.repeat(392)}….`);
  });

  it.each([
    ['https://elsewhere.test/oauth/v1/access-tokens/CANARY', ' to elsewhere.test'],
    ['https://CANARY:CANARY@elsewhere.test:8443/?next=CANARY#CANARY', ' to elsewhere.test:8443'],
    ['//elsewhere.test/CANARY', ' to elsewhere.test'],
    ['https://élsewhere.test\u001b[31m/', ''],
    ['https://élsewhere.test/', ' to xn--lsewhere-90a.test'],
    ['/oauth/v1/access-tokens/CANARY', ''],
    ['javascript:CANARY', ''],
    ['https://', ''],
    ['', ''],
    [undefined, ''],
  ])('names of the address of a redirect only the host: %j', (location, to) => {
    const headers: Record<string, string> = location === undefined ? {} : { location };
    expect(failed({ status: 302, headers, body: '<a href="CANARY">' })).toEqual({
      ...NONE,
      message: `createProperty was redirected with 302${to}: redirects are not followed.`,
      status: 302,
      hint: 'The base URL redirects, and a token is not sent after a redirect: use the final address.',
    });
  });

  it.each([406, 408, 499])('does not say that a %i refused anything', (status) => {
    expect(failed(json(status, { message: 'Gone.' })).message).toBe(`createProperty failed with ${status}: Gone.`);
  });
});

describe('a token that a failure repeats in JSON escapes', () => {
  const TOKEN = 'pat-eu1-canary-0123456789';
  const escaped = [...TOKEN].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

  it('is in no member of the error', () => {
    const body = `{"status":"error","message":"m ${escaped}","category":"${escaped}","subCategory":"s.${escaped}","correlationId":"${escaped}","errors":[{"code":"${escaped}","message":"d ${escaped}","context":{"requiredScopes":["${escaped}"]}}]}`;
    const scrubber = createScrubber([TOKEN]);
    const reply = { status: 403, headers: {}, body };
    const error = apiError({ endpoint: 'patchProperty', reply, attempts: 1, now: 0, scrub: scrubber.scrub });
    expect(JSON.stringify([error, error.message, error.hint, { ...error }])).not.toContain(TOKEN);
    expect(error.category).toBe('[secret]');
  });

  it('is hidden even in a truncated message', () => {
    const long = 'x7Qp'.repeat(3000);
    const reply = {
      status: 400,
      headers: {},
      body: JSON.stringify({ message: `bad ${long}`, correlationId: 'c', category: 'X' }),
    };
    const error = apiError({
      endpoint: 'patchProperty',
      reply,
      attempts: 1,
      now: 0,
      scrub: createScrubber([long]).scrub,
    });
    expect(error.message).not.toContain('x7Qpx7Qp');
  });
});
