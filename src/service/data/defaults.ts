/** The default groups and properties of every account. */

import type { NewProperty } from '../model/property.ts';

export interface DefaultGroup {
  readonly name: string;
  readonly displayName: string;
  readonly properties: readonly Omit<NewProperty, 'groupName' | 'serviceDefined'>[];
}

/** By object type; a custom object type gets a group and a name property of its own. */
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
    {
      name: 'contactinformation',
      displayName: 'Contact information',
      properties: [
        { name: 'firstname', label: 'First name', ...text, ...own, formField: true, displayOrder: 0 },
        { name: 'lastname', label: 'Last name', ...text, ...own, formField: true, displayOrder: 1 },
        { name: 'email', label: 'Email', ...text, ...own, formField: true, displayOrder: 2 },
        { name: 'phone', label: 'Phone number', ...text, formField: true, displayOrder: 3 },
        { name: 'jobtitle', label: 'Job title', ...text, formField: true, displayOrder: 4 },
        {
          name: 'lifecyclestage',
          label: 'Lifecycle stage',
          ...select,
          formField: true,
          displayOrder: 5,
          options: options('Subscriber', 'Lead', 'Opportunity', 'Customer', 'Evangelist', 'Other'),
        },
        { name: 'createdate', label: 'Create date', ...moment, ...computed },
        { name: 'lastmodifieddate', label: 'Last modified date', ...moment, ...computed },
      ],
    },
    {
      name: 'conversioninformation',
      displayName: 'Conversion information',
      properties: [
        {
          name: 'num_conversion_events',
          label: 'Number of form submissions',
          ...number,
          ...computed,
          calculated: true,
        },
      ],
    },
  ],
  companies: [
    {
      name: 'companyinformation',
      displayName: 'Company information',
      properties: [
        { name: 'name', label: 'Company name', ...text, ...own, formField: true, displayOrder: 0 },
        { name: 'domain', label: 'Company domain name', ...text, ...own, formField: true, displayOrder: 1 },
        {
          name: 'industry',
          label: 'Industry',
          ...select,
          formField: true,
          displayOrder: 2,
          options: options('Accounting', 'Banking', 'Computer Software', 'Construction', 'Retail'),
        },
        { name: 'phone', label: 'Phone number', ...text, formField: true, displayOrder: 3 },
        { name: 'city', label: 'City', ...text, formField: true, displayOrder: 4 },
        { name: 'numberofemployees', label: 'Number of employees', ...number, formField: true, displayOrder: 5 },
        {
          name: 'num_associated_contacts',
          label: 'Number of associated contacts',
          ...number,
          ...computed,
          calculated: true,
        },
        { name: 'createdate', label: 'Create date', ...moment, ...computed },
      ],
    },
  ],
  deals: [
    {
      name: 'dealinformation',
      displayName: 'Deal information',
      properties: [
        { name: 'dealname', label: 'Deal name', ...text, ...own, formField: true, displayOrder: 0 },
        { name: 'amount', label: 'Amount', ...number, formField: true, displayOrder: 1 },
        { name: 'closedate', label: 'Close date', ...moment, formField: true, displayOrder: 2 },
        {
          name: 'dealstage',
          label: 'Deal stage',
          type: 'enumeration',
          fieldType: 'radio',
          ...own,
          displayOrder: 3,
          options: options('Appointment scheduled', 'Qualified to buy', 'Contract sent', 'Closed won', 'Closed lost'),
        },
        { name: 'pipeline', label: 'Pipeline', ...select, ...own, displayOrder: 4, options: options('Default') },
        { name: 'createdate', label: 'Create date', ...moment, ...computed },
      ],
    },
  ],
  tickets: [
    {
      name: 'ticketinformation',
      displayName: 'Ticket information',
      properties: [
        { name: 'subject', label: 'Ticket name', ...text, ...own, formField: true, displayOrder: 0 },
        {
          name: 'content',
          label: 'Ticket description',
          type: 'string',
          fieldType: 'textarea',
          formField: true,
          displayOrder: 1,
        },
        {
          name: 'hs_ticket_priority',
          label: 'Priority',
          ...select,
          formField: true,
          displayOrder: 2,
          options: options('Low', 'Medium', 'High'),
        },
        { name: 'hs_pipeline', label: 'Pipeline', ...select, ...own, displayOrder: 3, options: options('Default') },
        {
          name: 'hs_pipeline_stage',
          label: 'Ticket status',
          ...select,
          ...own,
          displayOrder: 4,
          options: options('New', 'Waiting', 'Closed'),
        },
        { name: 'createdate', label: 'Create date', ...moment, ...computed },
      ],
    },
  ],
  products: [
    {
      name: 'productinformation',
      displayName: 'Product information',
      properties: [
        { name: 'name', label: 'Name', ...text, ...own, displayOrder: 0 },
        { name: 'price', label: 'Unit price', ...number, displayOrder: 1 },
      ],
    },
  ],
  line_items: [
    {
      name: 'lineiteminformation',
      displayName: 'Line item information',
      properties: [
        { name: 'name', label: 'Name', ...text, ...own, displayOrder: 0 },
        { name: 'quantity', label: 'Quantity', ...number, displayOrder: 1 },
      ],
    },
  ],
  quotes: [
    {
      name: 'quoteinformation',
      displayName: 'Quote information',
      properties: [
        { name: 'hs_title', label: 'Quote name', ...text, ...own, displayOrder: 0 },
        { name: 'hs_expiration_date', label: 'Expiration date', ...moment, displayOrder: 1 },
      ],
    },
  ],
};

function customGroup(name: string): DefaultGroup {
  return {
    name: `${name}_information`,
    displayName: `${name} information`,
    properties: [{ name: 'hs_object_name', label: 'Name', ...text, displayOrder: 0 }],
  };
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
