/** Provides projects for tests: the examples as they are in git, and a small project with each kind. */

import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Surface } from '../../src/contract/surfaces.ts';

/** Environment of the tests of the command line. The documented surface counts for projects that name no surface. */
export const TOKEN = { SANDBOX_TOKEN: 'trueup-dev-token', TRUEUP_SURFACE: 'documented' };

export interface ProjectOptions {
  readonly label?: string;
  readonly options?: readonly string[];
  readonly isProtected?: boolean;
  readonly active?: boolean;
  readonly hubId?: number;
  /** The default of trueup if it is not given. */
  readonly surface?: Surface;
}

/** Returns the head of a project with the account of the tests' token. */
export function sandboxText(url: string, surface?: Surface): string {
  const named = surface === undefined ? '' : `surface: ${surface}, `;
  return `version: 1
accounts:
  sandbox: { hubId: 1001, baseUrl: "${url}", ${named}auth: { accessToken: "\${env.SANDBOX_TOKEN}" } }
`;
}

export function projectText(url: string, options: ProjectOptions = {}): string {
  const values = options.options ?? ['gold', 'silver'];
  return `version: 1
accounts:
  sandbox:
    hubId: ${options.hubId ?? 1001}
${options.surface === undefined ? '' : `    surface: ${options.surface}\n`}    baseUrl: ${url}
    protected: ${options.isProtected ?? false}
    auth: { accessToken: "\${env.SANDBOX_TOKEN}" }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties:
          loyaltytier:
            label: ${options.label ?? 'Loyalty tier'}
            type: enumeration
            fieldType: select
            options: [${values.map((value) => `{ value: ${value}, label: ${value} }`).join(', ')}]
webhooks:
  - appId: 2001
    subscriptions:
      - { eventType: contact.propertyChange, propertyName: loyaltytier, active: ${options.active ?? true} }
eventDefinitions:
  order_placed:
    properties:
      ordertotal: { label: Order total, type: number }
associationLimits:
  - from: contacts
    to: companies
    limits:
      - { category: SERVICE_DEFINED, typeId: 279, maxToObjectIds: 1 }
`;
}

/** Copies an example without ledgers, plans and tokens from manual trials. */
export function copyExample(example: string, folder: string): Promise<void> {
  const left = /^\.trueup$|\.plan\.json$|\.env$/;
  return cp(`examples/${example}`, folder, { recursive: true, filter: (source) => !left.test(basename(source)) });
}
