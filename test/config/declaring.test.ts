import { expect, test } from 'vitest';
import { mayDeclare } from '../../src/config/accounts/declaring.ts';

const may = (text: string) => mayDeclare({ path: 'a.yaml', text });
const AUTH = `auth: { accessToken: "\${env.TOKEN}" }`;

test.each([
  ['an account with an id', 'version: 1\naccounts:\n  production: { hubId: 1001 }\n'],
  ['an account with a token', `accounts:\n  production:\n    protected: true\n    ${AUTH}\n`],
  ['an account of an app', `accounts: { a: { auth: { clientId: x, refreshToken: "\${env.R}" } } }\n`],
  ['an account in another form of YAML', `{ "version": 1, "accounts": { "a": { ${AUTH} } } }\n`],
  ['an account by an alias', `x: &a { ${AUTH} }\naccounts: { a: *a }\n`],
  ['a mistake beside an account', `accounts: { a: { hubid: 1, ${AUTH} } }\nobjectz: {}\n`],
  ['broken YAML around an account', `accounts:\n  a: { ${AUTH} }\nobjects: [contacts\n`],
  ['the marks of a merge', `<<<<<<< ours\naccounts:\n  a: { hubId: 1 }\n=======\naccounts: {}\n>>>>>>> theirs\n`],
  ['a consent', 'policy: { allow: [type-change] }\n'],
  ['a consent with an address', 'policy:\n  allow:\n    - limit-purge=association-limit:a/b\n'],
  ['a consent with a reason', 'policy: { allow: [{ risk: type-change, reason: agreed }] }\n'],
  ['a limit', 'policy: { maxChanges: { percent: 20 } }\n'],
  ['a rule', 'policy: { rules: { description-required: error } }\n'],
  ['a waiver', 'policy: { waivers: [{ finding: name-unusual, reason: agreed, until: 2030-01-01 }] }\n'],
])('a file with %s may declare it', (_, text) => {
  expect(may(text)).toBe(true);
});

test.each([
  ['Docker Compose', 'version: "3"\nservices:\n  accounts:\n    image: accounts\n    environment: { AUTH: basic }\n'],
  [
    'Docker Compose with an extension',
    'version: 1\naccounts: &a { restart: always, auth: none }\nservices: { a: *a }\n',
  ],
  [
    'OpenAPI',
    'openapi: 3.1.0\nversion: 1\npaths: { /accounts: { get: { security: [{ auth: [] }] } } }\naccounts: { auth: apiKey }\n',
  ],
  ['Ansible variables', 'accounts:\n  deploy: { auth: { type: ssh, key: "{{ vault_key }}" } }\npolicy: strict\n'],
  ['an Ansible playbook', '- hosts: all\n  vars: { accounts: { root: { auth: password } } }\n'],
  ['Auth0', 'tenant: { name: a }\naccounts: { main: { auth: { clientId: abc, clientSecret: "##SECRET##" } } }\n'],
  [
    'Kubernetes',
    'apiVersion: v1\nkind: ConfigMap\ndata: { accounts: "auth" }\n---\nkind: Policy\npolicy: { rules: [{ allow: all }] }\n',
  ],
  ['Kyverno', 'apiVersion: kyverno.io/v1\nkind: Policy\nspec: {}\npolicy: { rules: { require-labels: enforce } }\n'],
  [
    'Helm values',
    'accounts: { sandbox: { replicas: 2, auth: { enabled: true } } }\npolicy: { allow: ["10.0.0.0/8"] }\n',
  ],
  ['a Helm template', '{{- if .Values.accounts }}\naccounts:\n  auth: {{ .Values.auth }}\n{{- end }}\n'],
  ['the Serverless Framework', `accounts: { dev: { auth: { accessToken: "\${env:TOKEN}" } } }\n`],
  ['licences', 'version: 1\npolicy: { allow: [MIT, Apache-2.0], maxChanges: 3 }\n'],
  [
    'the command line of the vendor',
    'accounts:\n  - { accountId: 1, authType: personalaccesskey, auth: { tokenInfo: {} } }\n',
  ],
  ['a configuration without accounts', 'version: 1\nobjects: { accounts: { groups: {} } }\n'],
  ['empty sections', 'version: 1\naccounts: {}\npolicy: {}\n'],
  ['an account that nobody can use', 'version: 1\naccounts: { a: { protected: true } }\n'],
])('a file of %s does not', (_, text) => {
  expect(may(text)).toBe(false);
});
