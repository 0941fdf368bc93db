/** Defines the test suite that every kind passes. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isRepeatable } from '../../src/contract/endpoint.ts';
import { ENDPOINTS, formatPath } from '../../src/contract/endpoints.ts';
import type { Surface } from '../../src/contract/surfaces.ts';
import { buildDeclaration } from '../../src/engine/declaration.ts';
import { decide } from '../../src/engine/plan/decide.ts';
import { buildComparingInput } from '../../src/engine/plan/planning.ts';
import { KINDS } from '../../src/kinds/index.ts';
import { KIND_WORDS } from '../../src/kinds/words.ts';
import { type Address, formatAddress, isAddress, parseAddress } from '../../src/model/address.ts';
import type { Fields, Json } from '../../src/model/json.ts';
import { type CallDraft, isUnsupported, type Kind } from '../../src/model/kind.ts';
import { NOTHING_WANTED } from '../../src/model/kind-reader.ts';
import { LEDGER_FORMAT, type Ledger } from '../../src/model/ledger.ts';
import type { Live, LiveResource } from '../../src/model/live.ts';
import { creating, ownedBy, removing, updating } from './desired-changes.ts';

export interface KindCase {
  readonly kind: Kind;
  /** Surface of the kind. Documented if absent. */
  readonly surface?: Surface;
  /** Captured keys and fields along the levels, as many as go together, without fault. */
  readonly captured: Fields;
  readonly address: string;
  /** Values before an update, for fields whose change the writer compares itself. */
  readonly before?: Fields;
  /** False if a reply repeats the request, so that the kind ignores its values. */
  readonly echoes?: false;
  /** Returns the reply of the service to the create. It must match the reply schema of the endpoint. */
  reply(call: CallDraft): unknown;
}

export function describeKind(given: KindCase): void {
  const { kind, surface = 'documented', captured, address, before = {}, reply } = given;
  const spec = kind.spec(captured) ?? {};
  const members = Object.fromEntries(
    kind.levels.flatMap((level) => [
      ...(level.capture === undefined ? [] : [[level.capture.as, level.capture.schema] as const]),
      ...Object.entries(level.fields),
    ]),
  );
  // A field can contain the members of the kind in a mapping.
  const owned = Object.values(members).flatMap((schema) => Object.keys(shapeOf(schema)));
  const create = () => kind.writer.write([creating(kind, spec)]);

  describe(`the kind ${kind.name}`, () => {
    it('is registered under its name', () => {
      expect(KINDS.filter(({ name }) => name === kind.name).map(({ levels }) => levels)).toEqual([kind.levels]);
      expect(KIND_WORDS[kind.name]).toBe(kind.words);
    });

    it('says in its words what is so of its calls, fields and address', () => {
      const { words, reader } = kind;
      const repeatable = create().calls.every(({ endpoint }) => isRepeatable(ENDPOINTS[endpoint].effect));
      const columns = words.columns.flatMap((column) => (column.as === 'names' ? column.fields : column.field));
      expect(words.doubtfulOn.includes(surface)).toBe(isUnsupported(reader) && !repeatable);
      expect(Object.keys(kind.fields)).toEqual(expect.arrayContaining(columns));
      expect(words.about).toMatch(/^[A-Z].+\.$/);
      expect(words.section.title(parseAddress(address)?.parts ?? [])).toMatch(/^[A-Z].+\S$/);
    });

    it('has what it tells the house rules that it has', () => {
      const { description, type, name } = kind.traits;
      expect('description' in members).toBe(description);
      expect('type' in members && 'fieldType' in members).toBe(type);
      if (name !== 'none') expect(typeof spec['name']).toBe('string');
    });

    it('takes the example at its levels, and says what every key means', () => {
      expect(z.strictObject(members).safeParse(captured).error).toBeUndefined();
      for (const [name, schema] of Object.entries(members)) {
        expect(z.toJSONSchema(schema, { io: 'input' })['description'], name).toMatch(/^[A-Z].+\.$/);
      }
      expect(kind.levels.every((level) => level.about.endsWith('.'))).toBe(true);
    });

    it('owns fields that its levels declare', () => {
      expect([...Object.keys(members), ...owned]).toEqual(expect.arrayContaining(Object.keys(kind.fields)));
    });

    it('gives one plain spec, whatever the order of the keys, and keeps it when asked again', () => {
      const reversed = Object.fromEntries(Object.entries(captured).reverse());
      expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
      expect(kind.spec(reversed)).toEqual(spec);
      expect(kind.spec(spec)).toEqual(spec);
    });

    it('has an address that parts into its identity and back', () => {
      const parsed = parseAddress(address);
      expect(kind.address(spec)).toBe(address);
      expect(parsed?.kind).toBe(kind.name);
      expect(formatAddress(kind.name, ...(parsed?.parts ?? []))).toBe(address);
    });

    it('finds nothing wrong with the example', () => {
      expect(kind.check(spec)).toEqual([]);
      const provenance = { file: 'trueup.yaml', line: 1, column: 1 };
      expect(kind.checkAll?.([{ address: kind.address(spec), kind: kind.name, spec, provenance }]) ?? []).toEqual([]);
    });

    it('declares what is live, as little as says it, so that a plan of it keeps it', () => {
      const owned = ownedBy(kind, spec);
      const some = fc.record(
        Object.fromEntries(
          Object.entries(owned).map(([field, value]) => [field, fc.constantFrom(value, emptyOf(kind, field))]),
        ),
        { requiredKeys: [] },
      );
      const others = fc.constantFrom<Fields>({}, emptiesOf(kind));
      fc.assert(
        fc.property(some, others, (fields, empty) => {
          const live = liveOf(kind, address, { ...empty, ...fields } as Fields);
          const { captured: declared, without } = buildDeclaration(kind, live);
          if (declared === undefined) expect(without.length).toBeGreaterThan(0);
          else expectKept(kind, live, declared);
        }),
      );
      const whole = liveOf(kind, address, { ...emptiesOf(kind), ...owned });
      const all = buildDeclaration(kind, whole);
      expect(all.without).toEqual([]);
      expectKept(kind, whole, all.captured ?? {});
      expect(Object.keys(captured)).toEqual(expect.arrayContaining(Object.keys(all.captured ?? {})));
    });

    it('depends on and mentions addresses of other kinds only', () => {
      for (const other of [...(kind.dependsOn?.(spec) ?? []), ...(kind.mentions?.(spec) ?? [])]) {
        expect(isAddress(other)).toBe(true);
        expect(parseAddress(other)?.kind).not.toBe(kind.name);
      }
    });

    it('creates the example with calls that the contract takes', () => {
      const { calls, blocked } = create();
      expect(blocked).toEqual([]);
      expect(calls.length).toBeGreaterThan(0);
      for (const [index, call] of calls.entries()) expectSound(kind, call, index);
      expect(calls.at(-1)?.expects).toEqual({ [address]: ownedBy(kind, spec) });
    });

    it('finds in the reply to each call what the call expects, about the resource of the call', () => {
      for (const call of create().calls) {
        const answer = ENDPOINTS[call.endpoint].reply?.().parse(reply(call));
        for (const { sent, shown } of kind.writer.names(call, call.covers, answer)) expect(shown).toBe(sent);
        const [settled, ...others] = kind.writer.settle(call, call.covers, answer);
        expect(others).toEqual([]);
        const isEmpty = ENDPOINTS[call.endpoint].reply === undefined;
        const echo = given.echoes === false || isEmpty ? undefined : call.expects[call.covers[0] ?? 'property:'];
        expect(settled).toMatchObject({ address, status: 'applied', ...(echo && { echo }) });
        if (echo === undefined) expect(settled).not.toHaveProperty('echo');
      }
    });

    it('asks for each read once and covers every address, or says why it cannot read', () => {
      const { reader } = kind;
      if (isUnsupported(reader)) return expectReason(reader);
      const other = formatAddress(kind.name, 'deals', 'other');
      const reads = reader.reads([kind.address(spec), other, kind.address(spec)], NOTHING_WANTED);
      const calls = reads.map(({ call }) => JSON.stringify(call));
      expect(new Set(calls).size).toBe(calls.length);
      expect(new Set(reads.flatMap(({ covers }) => covers))).toEqual(new Set([address, other]));
    });

    it('updates each mutable field with a call that writes it, and no other', () => {
      const mutable = Object.keys(kind.fields).filter((field) => kind.fields[field]?.mutable);
      if (kind.writer.update !== undefined) return expect(mutable).toEqual([]);
      // An example cannot have every field, because some fields exclude each other.
      for (const field of mutable.filter((name) => spec[name] !== undefined)) {
        const { calls, blocked } = kind.writer.write([updating(kind, spec, [field], before)]);
        expect(blocked.length === 0 ? calls.flatMap(({ writes }) => writes) : [field], field).toContain(field);
        for (const [index, call] of calls.entries()) expectSound(kind, call, index);
      }
    });

    it('blocks what the interface has no call for, with a reason and a section', () => {
      for (const [missing, wanted] of [
        [kind.writer.update, updating(kind, spec, Object.keys(kind.fields))],
        [kind.writer.remove, removing(kind, spec)],
      ] as const) {
        if (missing === undefined || !isUnsupported(missing)) continue;
        expectReason(missing);
        const { reason, section } = missing;
        expect(kind.writer.write([wanted])).toEqual({
          calls: [],
          blocked: [{ address, because: 'no-endpoint', reason, section }],
        });
      }
    });

    it('makes no call for no change', () => {
      expect(kind.writer.write([])).toEqual({ calls: [], blocked: [] });
    });
  });
}

function shapeOf(schema: z.ZodType): object {
  if (schema instanceof z.ZodExactOptional) return shapeOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

const NEVER_APPLIED: Ledger = {
  format: LEDGER_FORMAT,
  lineage: 'none',
  serial: 0,
  account: { name: 'sandbox', hubId: 1001 },
  records: {},
  intentions: [],
};

function liveOf({ name }: Kind, address: string, fields: Fields): LiveResource {
  return { address: address as Address, kind: name, fields, basis: 'observed' };
}

/** Returns the value that the account shows for an unset field. */
function emptyOf(kind: Kind, field: string): Json {
  const rule = kind.fields[field];
  if (rule?.unset !== undefined) return rule.unset;
  return { exact: null, text: '', flag: false, order: -1, options: [], formula: '' }[rule?.compare ?? 'exact'];
}

function emptiesOf(kind: Kind): Fields {
  return Object.fromEntries(
    Object.keys(kind.fields)
      .filter((field) => kind.fields[field]?.compare !== 'exact' || kind.fields[field]?.unset !== undefined)
      .map((field) => [field, emptyOf(kind, field)]),
  );
}

function expectKept(kind: Kind, live: LiveResource, captured: Fields): void {
  const spec = kind.spec(captured);
  if (spec === undefined) return;
  expect(kind.address(spec)).toBe(live.address);
  expect(kind.check(spec).filter(({ severity }) => severity === 'error')).toEqual([]);
  const seen: Live = {
    resources: new Map([[live.address, live]]),
    complete: true,
    unseen: new Set(),
    findings: [],
    reads: 1,
  };
  const provenance = { file: 'trueup.yaml', line: 1, column: 1 };
  const { change } = decide(
    { address: live.address, kind: kind.name, spec, provenance },
    kind,
    buildComparingInput({ live: seen, ledger: NEVER_APPLIED }),
  );
  expect(change.action).toBe('keep');
}

/** Checks that a draft can be sent unchanged and describes its effect correctly. */
export function expectSound(kind: Kind, call: CallDraft, index: number): void {
  const body = ENDPOINTS[call.endpoint].body?.().safeParse(call.body);
  expect(body?.error).toBeUndefined();
  expect(formatPath(call.endpoint, call.params)).not.toContain('{');
  if (call.onConflict !== undefined) {
    expect(ENDPOINTS[call.onConflict.endpoint].body?.().safeParse(call.onConflict.body).error).toBeUndefined();
    expect(formatPath(call.onConflict.endpoint, call.onConflict.params)).not.toContain('{');
  }
  expect(Object.keys(kind.fields)).toEqual(expect.arrayContaining([...call.writes]));
  expect(Object.keys(call.expects)).toEqual(call.covers);
  expect(call.route).toMatch(/^[A-Z].+\.$/);
  expect(call.after.every((position) => position < index)).toBe(true);
}

function expectReason(missing: { readonly reason: string; readonly section: string }): void {
  expect(missing.reason).toMatch(/^(The interface has|trueup deletes) no .+\.$/);
  expect(missing.section).toMatch(/^\d+(\.\d)?$/);
}
