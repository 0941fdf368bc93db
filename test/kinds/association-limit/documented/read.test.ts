import { describe, expect, it } from 'vitest';
import { associationLimit as on } from '../../../../src/kinds/association-limit/index.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Address } from '../../../../src/model/address.ts';

const associationLimit = on('documented', NO_NAMES);

const pair = { fromObjectType: 'contacts', toObjectType: 'companies' };
const covers: readonly [Address, Address] = [
  'association-limit:contacts/companies/SERVICE_DEFINED/279',
  'association-limit:contacts/companies/USER_DEFINED/7',
];
const [objectLevel, label] = covers;
const settle = (reply: unknown) =>
  associationLimit.writer.settle({ endpoint: 'updateAssociationLimits', params: pair }, covers, reply);

const row = { category: 'HUBSPOT_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 1 };
const applied = {
  address: objectLevel,
  status: 'applied',
  id: 'HUBSPOT_DEFINED/279',
  echo: { maxToObjectIds: 1 },
};

describe('the reply to a limit batch', () => {
  it('applies an input with a row, in either spelling of the category', () => {
    const other = { category: 'USER_DEFINED', typeId: 7 };
    expect(settle({ status: 'COMPLETE', results: [other, row] })).toEqual([
      applied,
      { address: label, status: 'applied', id: 'USER_DEFINED/7' },
    ]);
  });

  it('fails an input that an error names, with the message of the error', () => {
    const errors = [
      { message: 'Not this one.', context: { typeId: ['8'] } },
      { message: 'Above the object limit.', context: { category: ['USER_DEFINED'], typeId: ['7'] } },
    ];
    expect(settle({ status: 'COMPLETE', results: [row], numErrors: 2, errors })).toEqual([
      applied,
      { address: label, status: 'failed', message: 'Above the object limit.' },
    ]);
  });

  it('fails an input without a row, with every message', () => {
    const errors = [{ message: 'Something.', context: null }, { category: 'VALIDATION_ERROR' }];
    expect(settle({ status: 'COMPLETE', results: [row], errors })[1]).toEqual({
      address: label,
      status: 'failed',
      message: 'The reply does not include this limit. Something. VALIDATION_ERROR',
    });
  });

  it('leaves inputs without a row open if it has fewer errors', () => {
    const errors = [{ message: 'Something.' }];
    expect(settle({ status: 'COMPLETE', results: [row] })).toEqual([applied]);
    expect(settle({ status: 'COMPLETE', results: [], errors })).toEqual([]);
  });

  it('ignores a row of another category with the same type id', () => {
    expect(settle({ status: 'COMPLETE', results: [{ ...row, category: 'USER_DEFINED' }] })).toEqual([]);
  });

  it.each(['PENDING', 'PROCESSING'])('accepts every input if the status is %s, including returned rows', (status) => {
    const message = `The service accepted the batch; its status is ${status}.`;
    expect(settle({ status, results: [row] })).toEqual(
      covers.map((address) => ({ address, status: 'accepted', message })),
    );
  });

  it('fails an input that an error names while the batch is running', () => {
    const errors = [{ message: 'Above the object limit.', context: { typeId: ['7'] } }];
    expect(settle({ status: 'PROCESSING', results: [row], errors })).toMatchObject([
      { address: objectLevel, status: 'accepted' },
      { address: label, status: 'failed', message: 'Above the object limit.' },
    ]);
  });

  it('fails every input if the batch is canceled, with a possible partial effect', () => {
    const message = 'The service canceled the batch.';
    expect(settle({ status: 'CANCELED', results: [row] })).toEqual(
      covers.map((address) => ({ address, status: 'failed', message, partly: true })),
    );
  });

  it('to a purge has no body, and the purge is applied', () => {
    const call = { endpoint: 'purgeAssociationLimits', params: pair } as const;
    expect(associationLimit.writer.settle(call, covers, undefined)).toEqual(
      covers.map((address) => ({ address, status: 'applied' })),
    );
  });
});
