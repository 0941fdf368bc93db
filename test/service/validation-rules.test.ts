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
function makeSeed(given: Partial<SeedProperty> = {}, hubId = 1001): Seed {
  const property = {
    ...{ objectType: 'contacts', name: 'code', label: 'Code', groupName: 'contactinformation' },
    ...{ type: 'string', fieldType: 'text', ...given },
  };
  return { accounts: [{ hubId, properties: [property] }] };
}

async function setRule(service: Service, ruleType: string, ruleArguments: readonly string[], token?: string) {
  const given = { params: { ...CODE, ruleType }, body: { ruleArguments }, ...(token !== undefined && { token }) };
  return (await send(service, 'setValidationRule', given)).status;
}

async function readRules(service: Service, token?: string): Promise<unknown> {
  const { body } = await send(service, 'readPropertyValidationRules', { params: CODE, ...(token && { token }) });
  return body.results;
}

async function readStored(service: Service) {
  return (await service.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'code')?.validation;
}

describe('a validation rule', () => {
  it.each([
    ['DELETE', '/crm/property-validations/2026-09/0-1/code/rule-type/MAX_LENGTH', 'GET, PUT'],
    ['DELETE', '/crm/property-validations/2026-09/0-1/code', 'GET'],
    ['POST', '/crm/property-validations/2026-03/0-1', 'GET'],
  ] as const)('is not removed by %s %s (assumption A89)', async (method, path, allow) => {
    const { service } = await aService({ seed: makeSeed({ validation: [MAX] }) });
    const headers = { authorization: `Bearer ${service.development.accessToken}` };
    const reply = await service.transport.send({ method, url: `https://service.test${path}`, headers });
    expect([reply.status, reply.headers['allow']]).toEqual([405, allow]);
    expect(await readRules(service)).toEqual([MAX]);
  });

  it('is in no reply about its property', async () => {
    const { service } = await aService({ seed: makeSeed({ validation: [MAX] }) });
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

  it.each([['__proto__'], ['constructor'], ['MAX_LENGTH ']])('is refused with the type %j', async (ruleType) => {
    const { service } = await aService({ seed: makeSeed() });
    const read = await send(service, 'readValidationRule', { params: { ...CODE, ruleType } });
    expect([await setRule(service, ruleType, []), read.status]).toEqual([400, 400]);
  });

  it('stays in its account', async () => {
    const accounts = [...(makeSeed().accounts ?? []), ...(makeSeed({}, 7007).accounts ?? [])];
    const { service } = await aService({ seed: { accounts } });
    const { accessToken } = await service.issueToken({ hubId: 7007, appId: 2001 });
    expect(await setRule(service, 'MAX_LENGTH', ['40'])).toBe(204);
    expect(await setRule(service, 'URL', [], accessToken)).toBe(204);
    expect(await readRules(service)).toEqual([MAX]);
    expect(await readRules(service, accessToken)).toEqual([{ ruleType: 'URL', ruleArguments: [] }]);
  });

  it('is set on a custom object by its type id', async () => {
    const { service } = await aService();
    const params = { objectTypeId: '2-3451', propertyName: 'hs_object_name', ruleType: 'MAX_LENGTH' };
    const written = await send(service, 'setValidationRule', { params, body: { ruleArguments: ['9'] } });
    expect(written.status).toBe(204);
    const { body } = await send(service, 'listValidationRules', { params });
    expect(body.results.map(({ propertyName }: { propertyName: string }) => propertyName)).toEqual(['hs_object_name']);
  });

  it('is refused with its form and its properties in the message', async () => {
    const { service } = await aService({ seed: makeSeed() });
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
      'The rule type LONGEST is unknown.',
      expect.stringMatching(/^The pattern of REGEX has no RE2 syntax: .*\(\?=/),
    ]);
  });

  it('lasts over a restart', async () => {
    const dataDir = join(root, 'restart');
    const { service: first } = await aService({ dataDir, seed: makeSeed({ validation: [MAX] }) });
    await setRule(first, 'FORMAT', ['UPPER']);
    const before = await first.snapshot(1001);
    await first.close();
    const { service: second } = await aService({ dataDir, seed: makeSeed({ validation: [MAX] }) });
    expect(await second.snapshot(1001)).toEqual(before);
    expect(await readRules(second)).toEqual([{ ruleType: 'FORMAT', ruleArguments: ['UPPER'] }, MAX]);
  });

  it('is seen late by every read if reads lag', async () => {
    const faults = [{ do: 'read-lag', ms: 700, times: 'always' }] as const;
    const { service, clock } = await aService({ seed: makeSeed(), faults });
    const readAll = async () => [
      (await send(service, 'listValidationRules', { params: CODE })).body.results.length,
      await readRules(service),
      (await send(service, 'readValidationRule', { params: { ...CODE, ruleType: 'MAX_LENGTH' } })).status,
    ];
    await setRule(service, 'MAX_LENGTH', ['40']);
    expect(await readAll()).toEqual([0, [], 404]);
    clock.advance(800);
    expect(await readAll()).toEqual([1, [MAX], 200]);
  });
});

describe('a seeded validation rule', () => {
  it('is stored as given, and read even if a call refuses its like', async () => {
    const unknown = { ruleType: 'POSTAL_CODE', ruleArguments: ['de'], shouldApplyNormalization: true };
    const { service } = await aService({ seed: makeSeed({ validation: [unknown, { ...MAX, ruleArguments: ['0'] }] }) });
    expect(await readStored(service)).toEqual([{ ...MAX, ruleArguments: ['0'] }, unknown]);
    const read = await send(service, 'readValidationRule', { params: { ...CODE, ruleType: 'POSTAL_CODE' } });
    expect(read.body).toEqual(unknown);
    expect(await setRule(service, 'POSTAL_CODE', ['de'])).toBe(400);
    expect(await setRule(service, 'MAX_LENGTH', ['9'])).toBe(204);
    expect(await readStored(service)).toEqual([{ ...MAX, ruleArguments: ['9'] }, unknown]);
  });

  it('is refused if the property has another rule of its type', async () => {
    await expect(aService({ seed: makeSeed({ validation: [MAX, MAX] }) })).rejects.toMatchObject({
      code: 'seed-invalid',
      issues: [{ path: ['accounts', 0, 'properties', 0, 'validation'], message: 'expected each rule type once' }],
    });
  });
});

describe('a colleague', () => {
  it('sets, replaces and removes rules', async () => {
    const { service } = await aService({ seed: makeSeed() });
    const empty = await service.snapshot(1001);
    const person = service.admin(1001);
    await person.setRule('contact', 'code', { ...MAX, shouldApplyNormalization: true });
    await person.setRule('contacts', 'code', { ruleType: 'WHITESPACE', ruleArguments: [] });
    await person.setRule('0-1', 'code', MAX);
    expect(await readStored(service)).toEqual([MAX, { ruleType: 'WHITESPACE', ruleArguments: ['ALL'] }]);
    await person.removeRule('contacts', 'code', 'MAX_LENGTH');
    await person.removeRule('contacts', 'code', 'WHITESPACE');
    expect(await service.snapshot(1001)).toEqual(empty);
  });

  it('changes the definition of a property and keeps its rules', async () => {
    const { service } = await aService({ seed: makeSeed({ validation: [MAX] }) });
    await service.admin(1001).editProperty('contacts', 'code', { label: 'Number' });
    expect(await readStored(service)).toEqual([MAX]);
  });

  it('removes the rules of a property with the property', async () => {
    const { service } = await aService({ seed: makeSeed({ validation: [MAX] }) });
    const person = service.admin(1001);
    await person.deleteProperty('contacts', 'code');
    await person.addProperty('contacts', {
      ...{ name: 'code', label: 'Code', groupName: 'contactinformation', type: 'string', fieldType: 'text' },
    });
    expect(await readStored(service)).toEqual([]);
  });

  it.each([
    ['a missing property', 'none', MAX, 'not-there'],
    ['arguments that a call refuses', 'code', { ...MAX, ruleArguments: ['x'] }, 'change-refused'],
    ['an unknown rule type', 'code', { ...MAX, ruleType: 'LONGEST' }, 'change-refused'],
  ])('sets no rule with %s', async (_, name, rule, code) => {
    const { service } = await aService({ seed: makeSeed() });
    await expect(service.admin(1001).setRule('contacts', name, rule)).rejects.toMatchObject({ code });
    expect(await readStored(service)).toEqual([]);
  });

  it('gets an error for a rule that the property lacks', async () => {
    const { service } = await aService({ seed: makeSeed({ validation: [MAX] }) });
    const person = service.admin(1001);
    await expect(person.removeRule('contacts', 'code', 'URL')).rejects.toMatchObject({ code: 'not-there' });
    await person.archiveProperty('contacts', 'code');
    await expect(person.removeRule('contacts', 'code', 'MAX_LENGTH')).rejects.toMatchObject({ code: 'not-there' });
  });
});
