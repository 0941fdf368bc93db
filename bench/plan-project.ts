/** Writes a project of many properties and the lists that a service holding exactly them would send. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Surface } from '../src/contract/surfaces.ts';
import { datedDefinition, type Given, liveDefinition } from './live-definition.ts';

/** Object types that the properties are spread over; each has its own file and its own list. */
export const OBJECT_TYPES = ['contacts', 'companies', 'deals', 'tickets'] as const;
/** Object types by the ids in paths of the dated surface. */
export const TYPE_IDS = { '0-1': 'contacts', '0-2': 'companies', '0-3': 'deals', '0-5': 'tickets' } as const;

const TYPES = [
  { type: 'string', fieldType: 'text' },
  { type: 'number', fieldType: 'number' },
  { type: 'datetime', fieldType: 'date' },
  { type: 'enumeration', fieldType: 'select' },
] as const;
const OPTIONS = ['gold', 'silver', 'bronze', 'basic'].map((value, index) => ({
  value,
  label: `Tier ${value}`,
  displayOrder: index,
}));

/** `<dir>/trueup.yaml` with the files it includes, and `<dir>/<object type>.json` as the list of the surface replies with it. */
/** `of`: with `account`, only the account is written, and the properties are omitted. */
export async function writePlanProject(
  dir: string,
  properties: number,
  surface: Surface,
  of: 'account' | 'files' = 'files',
): Promise<void> {
  const isDeclared = of === 'files';
  await mkdir(join(dir, isDeclared ? 'schema' : '.'), { recursive: true });
  await writeFile(join(dir, 'trueup.yaml'), rootOf(surface, isDeclared ? 'include: [schema/*.yaml]\n' : ''));
  const each = properties / OBJECT_TYPES.length;
  for (const objectType of OBJECT_TYPES) {
    const numbers = Array.from({ length: each }, (_, index) => index);
    if (isDeclared) await writeFile(join(dir, 'schema', `${objectType}.yaml`), declared(objectType, numbers));
    await writeFile(join(dir, `${objectType}.json`), JSON.stringify(listOf(numbers, surface)));
  }
}

const rootOf = (surface: Surface, include: string) => `version: 1
${include}accounts:
  bench:
    hubId: 1001
    surface: ${surface}
    auth: { accessToken: "\${env.BENCH_TOKEN}" }
`;

function declared(objectType: string, numbers: readonly number[]): string {
  return `objects:
  ${objectType}:
    groups:
      measured:
        properties:
${numbers.map(property).join('')}`;
}

function property(number: number): string {
  const { type, fieldType } = typeOf(number);
  const options = OPTIONS.map(({ value, label }) => `              - { value: ${value}, label: ${label} }\n`).join('');
  return `          ${nameOf(number)}:
            label: Measured ${number}
            description: ${aboutOf(number)}
            type: ${type}
            fieldType: ${fieldType}
${type === 'enumeration' ? `            options:\n${options}` : ''}`;
}

function listOf(numbers: readonly number[], surface: Surface): unknown {
  const given = numbers.map(givenOf);
  return surface === 'documented' ? given.map(liveDefinition) : { results: given.map(datedDefinition) };
}

function givenOf(number: number): Given {
  const { type, fieldType } = typeOf(number);
  return {
    name: nameOf(number),
    label: `Measured ${number}`,
    description: aboutOf(number),
    groupName: 'measured',
    type,
    fieldType,
    displayOrder: number,
    ...(type === 'enumeration' ? { options: OPTIONS } : {}),
  };
}

function typeOf(number: number): (typeof TYPES)[number] {
  return TYPES[number % TYPES.length] ?? TYPES[0];
}

function nameOf(number: number): string {
  return `measured_${number}`;
}

function aboutOf(number: number): string {
  return `What the nightly import measured as number ${number}.`;
}
