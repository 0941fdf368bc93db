/** A complete call of each endpoint of validation rules, and the properties that the calls find. */

const CODE = { objectTypeId: '0-1', propertyName: 'zzcode' };
const LENGTH = { ...CODE, ruleType: 'MAX_LENGTH' };

export const VALIDATION_SAMPLES = {
  listValidationRules: { params: { objectTypeId: '0-1' } },
  readPropertyValidationRules: { params: CODE },
  readValidationRule: { params: LENGTH },
  setValidationRule: { params: LENGTH, body: { ruleArguments: ['20'], shouldApplyNormalization: false } },
} as const;

const HELD = { objectType: 'contacts', groupName: 'held' };

/** A property of each form, the last of their list by name. Only `zzcode` has rules. */
export const SEEDED_FIELDS = [
  {
    ...HELD,
    name: 'zzcode',
    label: 'Code',
    type: 'string',
    fieldType: 'text',
    validation: [
      { ruleType: 'MAX_LENGTH', ruleArguments: ['40'], shouldApplyNormalization: true },
      { ruleType: 'FORMAT', ruleArguments: ['UPPER'] },
    ],
  },
  { ...HELD, name: 'zznote', label: 'Note', type: 'string', fieldType: 'textarea' },
  { ...HELD, name: 'zzphone', label: 'Phone', type: 'phone_number', fieldType: 'phonenumber' },
  { ...HELD, name: 'zzcall', label: 'Call', type: 'string', fieldType: 'phonenumber' },
  { ...HELD, name: 'zzcount', label: 'Count', type: 'number', fieldType: 'number' },
  { ...HELD, name: 'zzday', label: 'Day', type: 'date', fieldType: 'date' },
  { ...HELD, name: 'zztime', label: 'Time', type: 'datetime', fieldType: 'date' },
];
