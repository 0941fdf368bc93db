/** The default groups and properties of every account. */

import type { NewProperty } from '../model/property.ts';

type DefaultProperty = Omit<NewProperty, 'groupName' | 'serviceDefined'>;

export interface DefaultGroup {
  readonly name: string;
  readonly displayName: string;
  readonly properties: readonly DefaultProperty[];
}

/** By object type; a custom object type gets a group with a name, a record id and two times. */
export function defaultGroups(objectType: string, customName?: string): readonly DefaultGroup[] {
  if (customName !== undefined) return [customGroup(customName)];
  return DEFAULTS[objectType] ?? [];
}

const text = { type: 'string', fieldType: 'text' } as const;
const number = { type: 'number', fieldType: 'number' } as const;
const select = { type: 'enumeration', fieldType: 'select' } as const;
const moment = { type: 'datetime', fieldType: 'date' } as const;
const own = { readOnlyDefinition: true } as const;
const computed = { ...own, readOnlyValue: true } as const;

const DEFAULTS: Readonly<Record<string, readonly DefaultGroup[]>> = {
  contacts: [
    group('contactinformation', 'Contact information', [
      field('firstname', 'First name', text, own, { formField: true, displayOrder: 0 }),
      field('lastname', 'Last name', text, own, { formField: true, displayOrder: 1 }),
      field('email', 'Email', text, own, { formField: true, displayOrder: 2 }),
      field('phone', 'Phone number', text, { formField: true, displayOrder: 3 }),
      field('jobtitle', 'Job title', text, { formField: true, displayOrder: 4 }),
      field('lifecyclestage', 'Lifecycle stage', select, {
        formField: true,
        displayOrder: 5,
        options: options('Subscriber', 'Lead', 'Opportunity', 'Customer', 'Evangelist', 'Other'),
      }),
      field('createdate', 'Create date', moment, computed),
      field('lastmodifieddate', 'Last modified date', moment, computed),
    ]),
    group('conversioninformation', 'Conversion information', [
      field('num_conversion_events', 'Number of form submissions', number, computed, { calculated: true }),
    ]),
  ],
  companies: [
    group('companyinformation', 'Company information', [
      field('name', 'Company name', text, own, { formField: true, displayOrder: 0 }),
      field('domain', 'Company domain name', text, own, { formField: true, displayOrder: 1 }),
      field('industry', 'Industry', select, {
        formField: true,
        displayOrder: 2,
        options: options('Accounting', 'Banking', 'Computer Software', 'Construction', 'Retail'),
      }),
      field('phone', 'Phone number', text, { formField: true, displayOrder: 3 }),
      field('city', 'City', text, { formField: true, displayOrder: 4 }),
      field('numberofemployees', 'Number of employees', number, { formField: true, displayOrder: 5 }),
      field('num_associated_contacts', 'Number of associated contacts', number, computed, { calculated: true }),
      field('createdate', 'Create date', moment, computed),
    ]),
  ],
  deals: [
    group('dealinformation', 'Deal information', [
      field('dealname', 'Deal name', text, own, { formField: true, displayOrder: 0 }),
      field('amount', 'Amount', number, { formField: true, displayOrder: 1 }),
      field('closedate', 'Close date', moment, { formField: true, displayOrder: 2 }),
      field('dealstage', 'Deal stage', { type: 'enumeration', fieldType: 'radio' }, own, {
        displayOrder: 3,
        options: options('Appointment scheduled', 'Qualified to buy', 'Contract sent', 'Closed won', 'Closed lost'),
      }),
      field('pipeline', 'Pipeline', select, own, { displayOrder: 4, options: options('Default') }),
      field('createdate', 'Create date', moment, computed),
    ]),
  ],
  tickets: [
    group('ticketinformation', 'Ticket information', [
      field('subject', 'Ticket name', text, own, { formField: true, displayOrder: 0 }),
      field(
        'content',
        'Ticket description',
        { type: 'string', fieldType: 'textarea' },
        { formField: true, displayOrder: 1 },
      ),
      field('hs_ticket_priority', 'Priority', select, {
        formField: true,
        displayOrder: 2,
        options: options('Low', 'Medium', 'High'),
      }),
      field('hs_pipeline', 'Pipeline', select, own, { displayOrder: 3, options: options('Default') }),
      field('hs_pipeline_stage', 'Ticket status', select, own, {
        displayOrder: 4,
        options: options('New', 'Waiting', 'Closed'),
      }),
      field('createdate', 'Create date', moment, computed),
    ]),
  ],
  products: [
    group('productinformation', 'Product information', [
      field('name', 'Name', text, own, { displayOrder: 0 }),
      field('price', 'Unit price', number, { displayOrder: 1 }),
    ]),
  ],
  line_items: [
    group('lineiteminformation', 'Line item information', [
      field('name', 'Name', text, own, { displayOrder: 0 }),
      field('quantity', 'Quantity', number, { displayOrder: 1 }),
    ]),
  ],
  quotes: [
    group('quoteinformation', 'Quote information', [
      field('hs_title', 'Quote name', text, own, { displayOrder: 0 }),
      field('hs_expiration_date', 'Expiration date', moment, { displayOrder: 1 }),
    ]),
  ],
};

function customGroup(name: string): DefaultGroup {
  return group(`${name}_information`, `${name} information`, [
    field('hs_object_name', 'Name', text, { displayOrder: 0 }),
    field('hs_object_id', 'Record ID', number, computed),
    field('hs_createdate', 'Object create date/time', moment, computed),
    field('hs_lastmodifieddate', 'Object last modified date/time', moment, computed),
  ]);
}

function group(name: string, displayName: string, properties: DefaultGroup['properties']): DefaultGroup {
  return { name, displayName, properties };
}

function field(
  name: string,
  label: string,
  type: Pick<DefaultProperty, 'type' | 'fieldType'>,
  ...more: readonly Partial<DefaultProperty>[]
): DefaultProperty {
  return Object.assign({ name, label, ...type }, ...more);
}

/** Values are the labels in lower case without blanks, as the public service has them. */
function options(...labels: readonly string[]) {
  return labels.map((label, displayOrder) => ({
    label,
    value: label.toLowerCase().replaceAll(' ', ''),
    displayOrder,
    hidden: false,
  }));
}
