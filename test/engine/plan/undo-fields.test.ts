import { describe, expect, it } from 'vitest';
import { kindNamed } from '../../../src/engine/kind-lookup.ts';
import type { Overwritten, RunEffect } from '../../../src/engine/plan/run-effects.ts';
import { undoFields } from '../../../src/engine/plan/undo.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import type { Fields } from '../../../src/model/json.ts';
import type { LiveResource } from '../../../src/model/live.ts';

const address = 'property:contacts/tier';
const effect = (fields: Record<string, Overwritten>): RunEffect => ({
  address,
  kind: kindNamed(listKinds('documented'), 'property'),
  existed: true,
  exists: true,
  fields: new Map(Object.entries(fields)),
  recorded: null,
  between: [],
});
const live = (fields: Fields): LiveResource => ({ address, kind: 'property', fields, basis: 'observed' });
const undo = (fields: Record<string, Overwritten>, now: Fields | undefined, overwrite = false) =>
  undoFields(effect(fields), now === undefined ? undefined : live(now), overwrite);

describe('the reverted fields of one address', () => {
  it('are the fields unchanged since the run', () => {
    const undone = undo({ label: { before: 'Old', after: 'New' } }, { label: 'New' });
    expect(undone).toEqual({
      fields: { label: 'Old' },
      applied: { label: 'New' },
      changedSince: [],
      unknown: [],
      overwrites: false,
    });
  });

  it('exclude fields that changed since, unless they are overwritten', () => {
    const fields = { label: { before: 'Old', after: 'New' } };
    expect(undo(fields, { label: 'Theirs' })).toMatchObject({ fields: {}, changedSince: ['label'], overwrites: false });
    expect(undo(fields, { label: 'Theirs' }, true)).toMatchObject({
      fields: { label: 'Old' },
      changedSince: [],
      overwrites: true,
    });
  });

  it('exclude fields that already have the previous value', () => {
    const undone = undo({ label: { before: 'Old', after: 'New' } }, { label: 'Old' }, true);
    expect(undone).toMatchObject({ fields: {}, changedSince: [], overwrites: false });
  });

  it('exclude unknown values and places chosen by the service', () => {
    const undone = undo({ label: { after: 'New' }, displayOrder: { before: -1, after: 3 } }, { label: 'New' });
    expect(undone).toMatchObject({ fields: {}, unknown: ['label', 'displayOrder'] });
  });

  it('exclude fields that the account no longer shows', () => {
    expect(undo({ label: { before: 'Old', after: 'New' } }, {})).toMatchObject({ fields: {}, changedSince: ['label'] });
  });

  it('include every field if the resource is gone and is created again', () => {
    expect(undo({ label: { before: 'Old' } }, undefined)).toMatchObject({ fields: { label: 'Old' }, changedSince: [] });
  });

  it('leave the order to the service again if the resource is created again', () => {
    const undone = undo({ label: { before: 'Old' }, displayOrder: { before: -1 } }, undefined);
    expect(undone).toMatchObject({ fields: { label: 'Old' }, unknown: [] });
    expect(Object.keys(undone.fields)).toEqual(['label']);
  });

  it('name the single options that moved', () => {
    const list = (label: string) => [{ value: 'gold', label }];
    const fields = { options: { before: list('Gold'), after: list('Premium') } };
    expect(undo(fields, { options: list('Theirs') })).toMatchObject({ fields: {}, changedSince: ['options: gold'] });
    const overwritten = undo(fields, { options: list('Theirs') }, true);
    expect(overwritten).toMatchObject({ fields: { options: [{ value: 'gold', label: 'Gold' }] }, overwrites: true });
  });
});
