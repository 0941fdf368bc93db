/** Calls of the dated endpoints of properties, and definitions to send, for the rules of section 11.3. */

import type { Step } from './row.ts';

export const CONTACTS = { object_type: 'contacts' };
export const GIVEN = { name: 'newtier', label: 'Tier', groupName: 'held', type: 'number', fieldType: 'number' };
export const TEXT = { ...GIVEN, type: 'string', fieldType: 'text' };
export const YES = { label: 'Yes', value: 'true', displayOrder: 0, hidden: false };
export const NO = { label: 'No', value: 'false', displayOrder: 1, hidden: false };
export const CHOICE = { ...GIVEN, type: 'enumeration', fieldType: 'select' };

export function named(property_name: string) {
  return { object_type: 'contacts', property_name };
}

export function create(body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'createDatedProperty', params: CONTACTS, body, status, ...more };
}

export function update(name: string, body: object, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'updateDatedProperty', params: named(name), body, status, ...more };
}

export function read(name: string, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'readDatedProperty', params: named(name), status, ...more };
}

export function archive(name: string, status: number, more: Partial<Step> = {}): Step {
  return { endpoint: 'archiveDatedProperty', params: named(name), status, ...more };
}
