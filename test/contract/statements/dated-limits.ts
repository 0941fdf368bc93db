/** Section 11.7: association limits on the dated surface. */

import { DATED_CATEGORIES } from '../../../src/contract/dated-limits.ts';
import { ASSOCIATION_LABELS } from './association-labels.ts';
import { DATED_LIMIT_SAMPLES } from './dated-limit-samples.ts';
import type { Row, Section } from './row.ts';

const { params: PAIR } = DATED_LIMIT_SAMPLES.readAssociationLimits;
const UPDATE = 'updateDatedLimits';
const PATH = '/crm/associations/{version}/definitions/configurations';

const set = (category: string, typeId: number, maxToObjectIds: number) =>
  ({
    endpoint: UPDATE,
    params: PAIR,
    body: { inputs: [{ category, typeId, maxToObjectIds }] },
  }) as const;

const LIMITS: readonly Row[] = [
  {
    n: 1,
    statement: 'the limits of a pair of object types in one direction',
    endpoint: 'readAssociationLimits',
    is: `GET ${PATH}/{fromObjectType}/{toObjectType}`,
  },
  {
    n: 2,
    statement: 'the limits of all pairs, in rows that do not name the pair',
    endpoint: 'readAllAssociationLimits',
    is: `GET ${PATH}/all`,
  },
  {
    n: 3,
    statement: 'the creation of limits',
    endpoint: 'createDatedLimits',
    is: `POST ${PATH}/{fromObjectType}/{toObjectType}/batch/create`,
    members: 'inputs!',
    status: 201,
  },
  {
    n: 4,
    statement: 'the setting of limits',
    endpoint: UPDATE,
    is: `POST ${PATH}/{fromObjectType}/{toObjectType}/batch/update`,
    members: 'inputs!',
  },
  {
    n: 5,
    statement: 'the purge of limits, which answers with a batch',
    endpoint: 'purgeDatedLimits',
    is: `POST ${PATH}/{fromObjectType}/{toObjectType}/batch/purge`,
    members: 'inputs!',
    status: 200,
  },
  {
    n: 6,
    statement: 'category in a create or an update is one of these',
    valuesOf: UPDATE,
    member: 'inputs.0.category',
    exactly: DATED_CATEGORIES,
  },
  {
    n: 7,
    statement: 'typeId is a whole number',
    body: UPDATE,
    member: 'inputs.0.typeId',
    takes: 5,
    refuses: 'x',
    needed: true,
  },
  {
    n: 8,
    statement: 'maxToObjectIds is a whole number',
    body: UPDATE,
    member: 'inputs.0.maxToObjectIds',
    takes: 7,
    refuses: 'x',
    needed: true,
  },
  {
    n: 9,
    statement: 'another category refuses the batch as a whole, as JSON that does not fit',
    calls: [
      {
        ...set('SERVICE_DEFINED', 279, 5),
        status: 400,
        shows: {
          message:
            'Invalid input JSON on line 1, column 24: Cannot deserialize "SERVICE_DEFINED" as category: invalid option: expected one of "HUBSPOT_DEFINED"|"INTEGRATOR_DEFINED"|"USER_DEFINED"|"WORK"',
          category: 'VALIDATION_ERROR',
        },
        names: ['inputs.0.category'],
      },
      { endpoint: 'readAssociationLimits', params: PAIR, status: 200, shows: { results: '<none>' } },
    ],
  },
  {
    n: 10,
    statement: 'an update is a set, and creates what is missing',
    calls: [
      { ...set('HUBSPOT_DEFINED', 279, 5), status: 200, shows: { status: 'COMPLETE' }, lacks: ['numErrors'] },
      { ...set('HUBSPOT_DEFINED', 279, 9), status: 200 },
      {
        endpoint: 'readAssociationLimits',
        params: PAIR,
        status: 200,
        shows: { results: [{ category: 'HUBSPOT_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 9 }] },
      },
      {
        endpoint: 'readAllAssociationLimits',
        status: 200,
        shows: { results: [{ category: 'HUBSPOT_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 9 }] },
      },
    ],
  },
  {
    n: 11,
    statement:
      'the limit of a label shows the label, and is at most that of the object types; what is out of range fails beside the others',
    calls: [
      { ...set('HUBSPOT_DEFINED', 279, 5), status: 200 },
      {
        endpoint: UPDATE,
        params: PAIR,
        body: {
          inputs: [
            { category: 'USER_DEFINED', typeId: 1, maxToObjectIds: 5 },
            { category: 'USER_DEFINED', typeId: 3, maxToObjectIds: 6 },
          ],
        },
        status: 207,
        shows: { numErrors: 1, errors: [{ message: 'maxToObjectIds must be from 1 to 5, not 6' }] },
      },
      {
        endpoint: 'readAssociationLimits',
        params: PAIR,
        status: 200,
        shows: {
          results: [{ category: 'USER_DEFINED', typeId: 1, label: 'Owner', userEnforcedMaxToObjectIds: 5 }],
        },
      },
    ],
  },
  {
    n: 12,
    statement: 'a create of a limit that is set fails beside the others',
    assumption: 'A60',
    calls: [
      { ...set('HUBSPOT_DEFINED', 279, 5), status: 200 },
      {
        ...set('HUBSPOT_DEFINED', 279, 4),
        endpoint: 'createDatedLimits',
        status: 207,
        shows: { results: '<none>', numErrors: 1, errors: [{ category: 'OBJECT_ALREADY_EXISTS' }] },
      },
    ],
  },
  {
    n: 13,
    statement: 'a purge of a limit that is not set succeeds',
    calls: [
      {
        endpoint: 'purgeDatedLimits',
        params: PAIR,
        body: { inputs: [{ category: 'HUBSPOT_DEFINED', typeId: 279 }] },
        status: 200,
        shows: { status: 'COMPLETE' },
        lacks: ['numErrors', 'errors'],
      },
    ],
  },
  {
    n: 14,
    statement: 'a purge in which inputs fail still answers 200, with numErrors and errors, and purges the others',
    assumption: 'A60',
    calls: [
      { ...set('HUBSPOT_DEFINED', 279, 5), status: 200 },
      {
        endpoint: 'purgeDatedLimits',
        params: PAIR,
        body: {
          inputs: [
            { category: 'SERVICE_DEFINED', typeId: 279 },
            { category: 'HUBSPOT_DEFINED', typeId: 0 },
            { category: 'HUBSPOT_DEFINED', typeId: 279 },
          ],
        },
        status: 200,
        shows: {
          numErrors: 2,
          errors: [
            { context: { category: ['SERVICE_DEFINED'], typeId: ['279'] } },
            { message: 'typeId must be at least 1' },
          ],
        },
      },
      { endpoint: 'readAssociationLimits', params: PAIR, status: 200, shows: { results: '<none>' } },
    ],
  },
  {
    n: 15,
    statement: 'both surfaces show the same limits: SERVICE_DEFINED on the documented one is HUBSPOT_DEFINED here',
    calls: [
      {
        endpoint: 'updateAssociationLimits',
        params: PAIR,
        body: { inputs: [{ category: 'SERVICE_DEFINED', typeId: 279, maxToObjectIds: 4 }] },
        status: 200,
      },
      {
        endpoint: 'readAssociationLimits',
        params: PAIR,
        status: 200,
        shows: { results: [{ category: 'HUBSPOT_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 4 }] },
      },
    ],
  },
];

export const DATED_LIMITS: Section = { section: '11.7', rows: [...LIMITS, ...ASSOCIATION_LABELS] };
