/** Validation rules with seeds, colleagues, faults, accounts and restarts, which the statements of interface 11.10 do not show. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Seed, Service } from '../../src/service/index.ts';
import { aService, send } from './harness.ts';

type SeedProperty = NonNullable<NonNullable<Seed['accounts']>[number]['properties']>[number];

const CODE = { objectTypeId: '0-1', propertyName: 'code' };
const MAX = { ruleType: 'MAX_LENGTH', ruleArguments: ['40'] };

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'trueup-rules-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A seed with the text property `code` of contacts. */
function seedOf(given: Partial<SeedProperty> = {}, hubId = 1001): Seed {
  const property = {
    ...{ objectType: 'contacts', name: 'code', label: 'Code', groupName: 'contactinformation' },
    ...{ type: 'string', fieldType: 'text', ...given },
  };
  return { accounts: [{ hubId, properties: [property] }] };
}

async function set(service: Service, ruleType: string, ruleArguments: readonly string[], token?: string) {
  const given = { params: { ...CODE, ruleType }, body: { ruleArguments }, ...(token !== undefined && { token }) };
  return (await send(service, 'setValidationRule', given)).status;
}

async function rules(service: Service, token?: string): Promise<unknown> {
  const { body } = await send(service, 'readPropertyValidationRules', { params: CODE, ...(token && { token }) });
  return body.results;
}

async function stored(service: Service) {
  return (await service.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'code')?.validation;
}

describe('a validation rule', () => {
  it.each([
    ['DELETE', '/crm/property-validations/2026-09/0-1/code/rule-type/MAX_LENGTH', 'GET, PUT'],
    ['DELETE', '/crm/property-validations/2026-09/0-1/code', 'GET'],
    ['POST', '/crm/property-validations/2026-03/0-1', 'GET'],
  ] as const)('is not removed by %s %s (assumption A89)', async (method, path, allow) => {
    const { service } = await aService({ seed: seedOf({ validation: [MAX] }) });
    const headers = { authorization: `Bearer ${service.development.accessToken}` };
    const reply = await service.transport.send({ method, url: `https://service.test${path}`, headers });
    expect([reply.status, reply.headers['allow']]).toEqual([405, allow]);
    expect(await rules(service)).toEqual([MAX]);
  });

  it('is in no reply about its property', async () => {
    const { service } = await aService({ seed: seedOf({ validation: [MAX] }) });
    const contacts = { object_type: 'contacts' };
    const replies = [
      await send(service, 'listProperties', { params: contacts }),
      await send(service, 'listDatedProperties', { params: contacts }),
      await send(service, 'readDatedProperty', { params: { ...contacts, property_name: 'code' } }),
      await send(service, 'readDatedSchema', { params: contacts }),
    ];
    for (const { status, body } of replies) {
      expect([status, JSON.stringify(body).includes('"code"')]).toEqual([200, true]);
      expect(JSON.stringify(body)).not.toContain('MAX_LENGTH');
    }
  });

  it.each([['__proto__'], ['constructor'], ['MAX_LENGTH ']])('of the type %j does not exist', async (ruleType) => {
    const { service } = await aService({ seed: seedOf() });
    const read = await send(service, 'readValidationRule', { params: { ...CODE, ruleType } });
    expect([await set(service, ruleType, []), read.status]).toEqual([400, 400]);
  });

  it('of one account is no rule of another account', async () => {
    const accounts = [...(seedOf().accounts ?? []), ...(seedOf({}, 7007).accounts ?? [])];
    const { service } = await aService({ seed: { accounts } });
    const { accessToken } = await service.issueToken({ hubId: 7007, appId: 2001 });
    expect(await set(service, 'MAX_LENGTH', ['40'])).toBe(204);
    expect(await set(service, 'URL', [], accessToken)).toBe(204);
    expect(await rules(service)).toEqual([MAX]);
    expect(await rules(service, accessToken)).toEqual([{ ruleType: 'URL', ruleArguments: [] }]);
  });

  it('of a custom object is found by its type id', async () => {
    const { service } = await aService();
    const params = { objectTypeId: '2-3451', propertyName: 'hs_object_name', ruleType: 'MAX_LENGTH' };
    const written = await send(service, 'setValidationRule', { params, body: { ruleArguments: ['9'] } });
    expect(written.status).toBe(204);
    const { body } = await send(service, 'listValidationRules', { params });
    expect(body.results.map(({ propertyName }: { propertyName: string }) => propertyName)).toEqual(['hs_object_name']);
  });

  it('is refused with a message that names what the rule type takes and is for', async () => {
    const { service } = await aService({ seed: seedOf() });
    const message = async (ruleType: string, ruleArguments: readonly string[]) =>
      (await send(service, 'setValidationRule', { params: { ...CODE, ruleType }, body: { ruleArguments } })).body
        .message;
    expect([
      await message('MAX_LENGTH', ['long']),
      await message('MIN_NUMBER', ['1']),
      await message('LONGEST', []),
      await message('REGEX', ['a(?=b)', 'Message']),
    ]).toEqual([
      'MAX_LENGTH takes a whole number from 1 to 10000.',
      'The rule type MIN_NUMBER is not for string/text properties, but for number/number.',
      'The rule type LONGEST does not exist.',
      expect.stringMatching(/^The pattern of REGEX has no RE2 syntax: .*\(\?=/),
    ]);
  });

  it('lasts over a restart', async () => {
    const dataDir = join(root, 'restart');
    const { service: first } = await aService({ dataDir, seed: seedOf({ validation: [MAX] }) });
    await set(first, 'FORMAT', ['UPPER']);
    const before = await first.snapshot(1001);
    await first.close();
    const { service: second } = await aService({ dataDir, seed: seedOf({ validation: [MAX] }) });
    expect(await second.snapshot(1001)).toEqual(before);
    expect(await rules(second)).toEqual([{ ruleType: 'FORMAT', ruleArguments: ['UPPER'] }, MAX]);
  });

  it('is seen late by every read if reads lag', async () => {
    const faults = [{ do: 'read-lag', ms: 700, times: 'always' }] as const;
    const { service, clock } = await aService({ seed: seedOf(), faults });
    const seen = async () => [
      (await send(service, 'listValidationRules', { params: CODE })).body.results.length,
      await rules(service),
      (await send(service, 'readValidationRule', { params: { ...CODE, ruleType: 'MAX_LENGTH' } })).status,
    ];
    await set(service, 'MAX_LENGTH', ['40']);
    expect(await seen()).toEqual([0, [], 404]);
    clock.advance(800);
    expect(await seen()).toEqual([1, [MAX], 200]);
  });
});

describe('a seeded validation rule', () => {
  it('is stored as given, and read even if a call refuses its like', async () => {
    const unknown = { ruleType: 'POSTAL_CODE', ruleArguments: ['de'], shouldApplyNormalization: true };
    const { service } = await aService({ seed: seedOf({ validation: [unknown, { ...MAX, ruleArguments: ['0'] }] }) });
    expect(await stored(service)).toEqual([{ ...MAX, ruleArguments: ['0'] }, unknown]);
    const read = await send(service, 'readValidationRule', { params: { ...CODE, ruleType: 'POSTAL_CODE' } });
    expect(read.body).toEqual(unknown);
    expect(await set(service, 'POSTAL_CODE', ['de'])).toBe(400);
    expect(await set(service, 'MAX_LENGTH', ['9'])).toBe(204);
    expect(await stored(service)).toEqual([{ ...MAX, ruleArguments: ['9'] }, unknown]);
  });

  it('of a type that the property has twice is refused', async () => {
    await expect(aService({ seed: seedOf({ validation: [MAX, MAX] }) })).rejects.toMatchObject({
      code: 'seed-invalid',
      issues: [{ path: ['accounts', 0, 'properties', 0, 'validation'], message: 'expected each rule type once' }],
    });
  });
});

describe('a colleague', () => {
  it('sets, replaces and removes rules', async () => {
    const { service } = await aService({ seed: seedOf() });
    const empty = await service.snapshot(1001);
    const person = service.admin(1001);
    await person.setRule('contact', 'code', { ...MAX, shouldApplyNormalization: true });
    await person.setRule('contacts', 'code', { ruleType: 'WHITESPACE', ruleArguments: [] });
    await person.setRule('0-1', 'code', MAX);
    expect(await stored(service)).toEqual([MAX, { ruleType: 'WHITESPACE', ruleArguments: ['ALL'] }]);
    await person.removeRule('contacts', 'code', 'MAX_LENGTH');
    await person.removeRule('contacts', 'code', 'WHITESPACE');
    expect(await service.snapshot(1001)).toEqual(empty);
  });

  it('changes the definition of a property and keeps its rules', async () => {
    const { service } = await aService({ seed: seedOf({ validation: [MAX] }) });
    await service.admin(1001).editProperty('contacts', 'code', { label: 'Number' });
    expect(await stored(service)).toEqual([MAX]);
  });

  it('removes the rules of a property with the property', async () => {
    const { service } = await aService({ seed: seedOf({ validation: [MAX] }) });
    const person = service.admin(1001);
    await person.deleteProperty('contacts', 'code');
    await person.addProperty('contacts', {
      ...{ name: 'code', label: 'Code', groupName: 'contactinformation', type: 'string', fieldType: 'text' },
    });
    expect(await stored(service)).toEqual([]);
  });

  it.each([
    ['a missing property', 'none', MAX, 'not-there'],
    ['arguments that a call refuses', 'code', { ...MAX, ruleArguments: ['x'] }, 'change-refused'],
    ['an unknown rule type', 'code', { ...MAX, ruleType: 'LONGEST' }, 'change-refused'],
  ])('sets no rule with %s', async (_, name, rule, code) => {
    const { service } = await aService({ seed: seedOf() });
    await expect(service.admin(1001).setRule('contacts', name, rule)).rejects.toMatchObject({ code });
    expect(await stored(service)).toEqual([]);
  });

  it('removes no rule that the property lacks', async () => {
    const { service } = await aService({ seed: seedOf({ validation: [MAX] }) });
    const person = service.admin(1001);
    await expect(person.removeRule('contacts', 'code', 'URL')).rejects.toMatchObject({ code: 'not-there' });
    await person.archiveProperty('contacts', 'code');
    await expect(person.removeRule('contacts', 'code', 'MAX_LENGTH')).rejects.toMatchObject({ code: 'not-there' });
  });
});
