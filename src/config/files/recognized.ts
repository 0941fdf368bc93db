/** Whether a file is meant as a configuration: one that is included by a trick may be anything, and nothing of it may be told. */

import { mapping } from '../../model/json.ts';
import type { ParsedFile } from '../yaml/parsed-file.ts';

/** Those of a document, beside its version. */
export const SECTIONS: readonly string[] = [
  'include',
  'accounts',
  'apps',
  'fleet',
  'objects',
  'webhooks',
  'eventDefinitions',
  'associationLimits',
  'moved',
  'policy',
];

/** By its keys; where the YAML is too broken for that, by its lines. A file without content has nothing to tell. */
export function isConfiguration({ value, text, findings }: ParsedFile): boolean {
  const keys = mapping(value) ?? {};
  if (keys['version'] === 1 || SECTIONS.some((key) => Object.hasOwn(keys, key))) return true;
  return (value === undefined && findings.length === 0) || LINE.test(text);
}

const LINE = new RegExp(`^(?:version: *1 *(?:#.*)?|(?:${SECTIONS.join('|')}):.*)$`, 'm');
