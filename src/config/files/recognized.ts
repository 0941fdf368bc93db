/** Detects files that are meant as a configuration. An include by an attacker may name any file, and its contents must not be shown. */

import { mapping } from '../../model/json.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';

/** Sections of a document, except its version. */
export const SECTIONS: readonly string[] = [
  'include',
  'accounts',
  'apps',
  'fleet',
  'objects',
  'webhooks',
  'eventDefinitions',
  'associationLabels',
  'associationLimits',
  'moved',
  'policy',
];

/**
 * True if the keys of the file, or its lines if the YAML is invalid, are those of a configuration. A file without contents counts too,
 * because it reveals nothing.
 */
export function isConfiguration({ value, text, findings }: ParsedFile): boolean {
  const keys = mapping(value) ?? {};
  if (keys['version'] === 1 || SECTIONS.some((key) => Object.hasOwn(keys, key))) return true;
  return (value === undefined && findings.length === 0) || LINE.test(text);
}

const LINE = new RegExp(`^(?:version: *1 *(?:#.*)?|(?:${SECTIONS.join('|')}):.*)$`, 'm');
