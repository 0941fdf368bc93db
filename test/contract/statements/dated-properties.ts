/** Section 11.3: property definitions on the dated surface. */

import { BATCH_RULES } from './dated-property-batches.ts';
import { BODY_ROWS } from './dated-property-bodies.ts';
import { REPLY_ROWS } from './dated-property-replies.ts';
import { STATE_RULES } from './dated-property-states.ts';
import { WRITE_RULES } from './dated-property-writes.ts';
import { type EndpointRow, numbered, type Section } from './row.ts';

const MEMBERS =
  'description options displayOrder formField hidden hasUniqueValue dataSensitivity referencedObjectType externalOptions calculationFormula numberDisplayHint textDisplayHint showCurrencySymbol currencyPropertyName dateDisplayHint';

const ENDPOINT_ROWS: readonly Omit<EndpointRow, 'n'>[] = [
  {
    statement: 'the list of the properties of an object type, in one page',
    endpoint: 'listDatedProperties',
    is: 'GET /crm/properties/{version}/{object_type}',
  },
  {
    statement: 'one property by its name',
    endpoint: 'readDatedProperty',
    is: 'GET /crm/properties/{version}/{object_type}/{property_name}',
  },
  {
    statement: 'the creation of a property',
    endpoint: 'createDatedProperty',
    is: 'POST /crm/properties/{version}/{object_type}',
    members: `name! label! groupName! type! fieldType! ${MEMBERS}`,
    status: 201,
  },
  {
    statement: 'the update of a property',
    endpoint: 'updateDatedProperty',
    is: 'PATCH /crm/properties/{version}/{object_type}/{property_name}',
    members: `name label groupName type fieldType ${MEMBERS}`,
  },
  {
    statement: 'the archive of a property',
    endpoint: 'archiveDatedProperty',
    is: 'DELETE /crm/properties/{version}/{object_type}/{property_name}',
    status: 204,
  },
  {
    statement: 'the creation of several properties',
    endpoint: 'createDatedProperties',
    is: 'POST /crm/properties/{version}/{object_type}/batch/create',
    members: 'inputs!',
    status: 201,
  },
  {
    statement: 'several properties by their names',
    endpoint: 'readDatedProperties',
    is: 'POST /crm/properties/{version}/{object_type}/batch/read',
    members: 'inputs! archived! dataSensitivity!',
  },
  {
    statement: 'the archive of several properties',
    endpoint: 'archiveDatedProperties',
    is: 'POST /crm/properties/{version}/{object_type}/batch/archive',
    members: 'inputs!',
    status: 204,
  },
];

export const DATED_PROPERTIES: Section = {
  section: '11.3',
  rows: numbered([...ENDPOINT_ROWS, ...BODY_ROWS, ...REPLY_ROWS, ...STATE_RULES, ...WRITE_RULES, ...BATCH_RULES]),
};
