/** Every method that the vendor's client has, by package and class, and which of them are of other resources than this project's. */

import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const CODE = join(dirname(require.resolve('@hubspot/api-client/package.json')), 'lib', 'codegen');

/** Folders of the client, such as `crm/properties`. Each API has a folder. */
export const PACKAGES: readonly string[] = globSync('**/apis', { cwd: CODE })
  .map((folder) => dirname(folder).replaceAll('\\', '/'))
  .toSorted();

/** Packages with resources of this project. */
export const OURS: readonly string[] = [
  'crm/associations',
  'crm/associations/schema',
  'crm/associations/v4',
  'crm/associations/v4/schema',
  'crm/properties',
  'crm/schemas',
  'crm/timeline',
  'events',
  'events/send',
  'oauth',
  'webhooks',
];

/** Prefixes of the other packages, with their topics. */
export const OTHERS: Readonly<Record<string, string>> = {
  automation: 'custom actions of workflows',
  cms: 'web content',
  communication_preferences: 'subscriptions of people to emails',
  conversations: 'visitors of a chat',
  'crm/commerce': 'records',
  'crm/companies': 'records',
  'crm/contacts': 'records',
  'crm/deals': 'records',
  'crm/exports': 'exports of records',
  'crm/extensions': 'settings of calling, cards and video conferences',
  'crm/imports': 'imports of records',
  'crm/line_items': 'records',
  'crm/lists': 'lists of records',
  'crm/objects': 'records',
  'crm/owners': 'people of the account',
  'crm/pipelines': 'pipelines, which the service has under the path of version 2026-09 alone',
  'crm/products': 'records',
  'crm/quotes': 'records',
  'crm/tickets': 'records',
  files: 'files',
  marketing: 'emails, events and forms of marketing',
  settings: 'business units and people of the account',
};

const TEMPLATE = 'the text of an event template, which the interface does not have';
const RECORDS = 'associations of records, not their definitions';
const OCCURRENCES = 'occurrences of events, not their definitions';

/** Methods of our packages for other resources, with the names of these resources. */
export const NOT_OURS: Readonly<Record<string, string>> = {
  'crm/associations BatchApi.archive': RECORDS,
  'crm/associations BatchApi.create': RECORDS,
  'crm/associations BatchApi.read': RECORDS,
  'crm/associations/v4 BasicApi.archive': RECORDS,
  'crm/associations/v4 BasicApi.create': RECORDS,
  'crm/associations/v4 BasicApi.createDefault': RECORDS,
  'crm/associations/v4 BasicApi.getPage': RECORDS,
  'crm/associations/v4 BatchApi.archive': RECORDS,
  'crm/associations/v4 BatchApi.archiveLabels': RECORDS,
  'crm/associations/v4 BatchApi.create': RECORDS,
  'crm/associations/v4 BatchApi.createDefault': RECORDS,
  'crm/associations/v4 BatchApi.getPage': RECORDS,
  'crm/associations/v4 ReportApi.request': RECORDS,
  'crm/timeline EventsApi.getDetailById': TEMPLATE,
  'crm/timeline EventsApi.getRenderById': TEMPLATE,
  'crm/timeline TemplatesApi.archive': TEMPLATE,
  'crm/timeline TemplatesApi.create': TEMPLATE,
  'crm/timeline TemplatesApi.getAll': TEMPLATE,
  'crm/timeline TemplatesApi.getById': TEMPLATE,
  'crm/timeline TemplatesApi.update': TEMPLATE,
  'crm/timeline TokensApi.archive': TEMPLATE,
  'crm/timeline TokensApi.create': TEMPLATE,
  'crm/timeline TokensApi.update': TEMPLATE,
  'events EventsApi.getPage': OCCURRENCES,
  'events EventsApi.getTypes': OCCURRENCES,
  'events/send BasicApi.send': OCCURRENCES,
  'events/send BatchApi.send': OCCURRENCES,
};

export interface Method {
  /** `crm/schemas CoreApi.create`. */
  readonly key: string;
  readonly api: unknown;
  readonly method: string;
}

/** Of a package's classes, as they are now: those that a later release adds are among them. */
export function methodsOf(folder: string): readonly Method[] {
  const exported: Readonly<Record<string, { readonly prototype: object }>> = require(join(CODE, folder, 'index.js'));
  return Object.entries(exported).flatMap(([name, api]) =>
    name.endsWith('Api')
      ? Object.getOwnPropertyNames(api.prototype)
          .filter((method) => method !== 'constructor' && !method.endsWith('WithHttpInfo'))
          .map((method) => ({ key: `${folder} ${name}.${method}`, api, method }))
      : [],
  );
}
