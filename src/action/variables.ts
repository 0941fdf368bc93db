/** Values of the job that the files may use: variables in the inputs credentials and environment, and the allowed hosts. */

import { UsageError } from '../errors.ts';
import { VENDOR_HOSTS } from '../faces.ts';
import type { Inputs } from './inputs.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Set by the runner, or inputs of a step: tokens of the workflow are among them. */
const RESERVED = /^(GITHUB|ACTIONS|INPUT|RUNNER)_/i;

/** Options of every function that resolves the project. */
export function configurationOptions({ env, inputs }: { readonly env: Env; readonly inputs: Inputs }) {
  const given = inputs.credentials.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value.reveal()] as const],
  );
  return {
    env: { ...env, ...Object.fromEntries(given) },
    credentials: [...credentialNames(inputs)],
    environment: inputs.environment,
    allowedHosts: inputs['allowed-hosts'].length === 0 ? VENDOR_HOSTS : inputs['allowed-hosts'],
  };
}

/** Throws UsageError with every name that cannot be listed. */
export function requireListable(inputs: Inputs, env: Env): void {
  const secret = credentialNames(inputs);
  refuse([
    ...(['credentials', 'token-command'] as const).flatMap((input) =>
      inputs[input].flatMap(({ name }) => (RESERVED.test(name) ? [reserved(input, name)] : [])),
    ),
    ...inputs.environment.flatMap((name) => {
      if (RESERVED.test(name)) return [reserved('environment', name)];
      if (secret.has(name)) return [`environment: ${name} is in credentials as well`];
      return env[name] === undefined ? [`environment: the job has no variable ${name}`] : [];
    }),
  ]);
}

/** Called before a token is used. Throws UsageError with every credential without a value. */
export function requireCredentials({ credentials }: Inputs): void {
  refuse(credentials.flatMap(({ name, value }) => (value === undefined ? [`credentials: ${name} has no value`] : [])));
}

/** Also of those that a program prints. */
function credentialNames({ credentials, 'token-command': commands }: Inputs): ReadonlySet<string> {
  return new Set([...credentials, ...commands].map(({ name }) => name));
}

function reserved(input: string, name: string): string {
  return `${input}: ${name} belongs to the runner and cannot be used by the files`;
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new UsageError('variables-refused', `Variables were refused: ${faults.join('; ')}.`, {
    hint: 'List in credentials the variables of auth and apps, and in environment the other variables of the files. A missing secret arrives as an empty value.',
  });
}
