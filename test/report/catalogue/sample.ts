/** Returns the catalogue of a project with every kind. `text` replaces every text, even an invalid text. */

import { parseProject } from '../../../src/config/files/project.ts';
import { resolveProject } from '../../../src/config/resolve.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { buildCatalogue, type Catalogue } from '../../../src/report/catalogue/catalogue.ts';

export function sampleCatalogue(text = 'Loyalty'): Catalogue {
  const project = parseProject([
    {
      path: 'schema/crm (new).yaml',
      text: `version: 1
accounts: { one: { surface: dated, hubId: 1001 } }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties:
          tier:
            label: Loyalty
            description: Loyalty
            type: enumeration
            fieldType: select
            options: [{ value: gold, label: Loyalty }, { value: silver, label: Silver, hidden: true }]
      contactinformation:
        properties:
          size: { label: Size, type: number, fieldType: number, hasUniqueValue: true, dataSensitivity: sensitive }
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.propertyChange, propertyName: tier, active: false }
      - { eventType: object.creation, objectTypeId: 2-3451 }
eventDefinitions:
  order_placed: { properties: { total: { label: Total, description: Loyalty, type: number } } }
associationLimits:
  - from: contacts
    to: companies
    limits: [{ category: USER_DEFINED, label: Board member, maxToObjectIds: 3 }, { typeId: 279, maxToObjectIds: 1 }]
`,
    },
  ]);
  const { desired, findings } = resolveProject(project, { kindsOn: listKinds, env: {}, offline: true });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const catalogue = JSON.stringify(buildCatalogue(desired.resources));
  return JSON.parse(catalogue, (_, value: unknown) => (value === 'Loyalty' ? text : value));
}
