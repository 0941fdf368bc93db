/** A small project for one account of the embedded service, with one resource of each kind. */

export const TOKEN = { SANDBOX_TOKEN: 'trueup-dev-token' };

export interface ProjectOptions {
  readonly label?: string;
  readonly options?: readonly string[];
  readonly isProtected?: boolean;
  readonly active?: boolean;
  readonly hubId?: number;
}

export function projectText(url: string, options: ProjectOptions = {}): string {
  const values = options.options ?? ['gold', 'silver'];
  return `version: 1
accounts:
  sandbox:
    hubId: ${options.hubId ?? 1001}
    baseUrl: ${url}
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
