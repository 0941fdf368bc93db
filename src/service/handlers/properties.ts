/** The seven endpoints of property definitions (interface 4.3). Lists contain every active definition, whichever variant can express it (assumption A33). */

import { V1_PATH_NAME } from '../../contract/names.ts';
import { companyReply, contactReply, dealReply, v2Reply } from '../data/property-replies.ts';
import { createProperty as create, updateProperty as update } from '../data/property-writes.ts';
import { invalidMember } from '../model/refusal.ts';
import type { Handler } from './handler.ts';

export const listCompanyProperties: Handler<'listCompanyProperties'> = async ({ propertiesOf }) => ({
  body: (await propertiesOf('companies')).map(companyReply),
});

export const listProperties: Handler<'listProperties'> = async ({ params, propertiesOf }) => ({
  body: (await propertiesOf(params.object_type)).map(v2Reply),
});

export const updateCompanyProperty: Handler<'updateCompanyProperty'> = async ({ params, body, ...call }) => {
  checkPathName(params.property_name);
  return { body: companyReply(await update({ ...call, objectType: 'companies' }, params.property_name, body)) };
};

/** The body repeats the name, which is accepted and ignored: the path names the property. */
export const updateDealProperty: Handler<'updateDealProperty'> = async ({ params, body, ...call }) => {
  checkPathName(params.property_name);
  const { name: _, ...change } = body;
  return { body: dealReply(await update({ ...call, objectType: 'deals' }, params.property_name, change)) };
};

export const createContactProperty: Handler<'createContactProperty'> = async ({ body, ...call }) => ({
  body: contactReply(await create({ ...call, objectType: 'contacts' }, body)),
});

export const createProperty: Handler<'createProperty'> = async ({ params, body, ...call }) => ({
  body: v2Reply(await create({ ...call, objectType: params.object_type }, body)),
});

export const patchProperty: Handler<'patchProperty'> = async ({ params, body, ...call }) => ({
  body: v2Reply(await update({ ...call, objectType: params.object_type }, params.property_name, body)),
});

/** The path form of a v1 update takes lowercase letters and digits only (interface 4.3 rule 2). */
function checkPathName(name: string): void {
  if (V1_PATH_NAME.test(name)) return;
  const message = `'${name}' cannot be updated here: the path takes only lowercase letters and digits, starting with a letter`;
  throw invalidMember('property_name', message, 'INVALID_NAME');
}
