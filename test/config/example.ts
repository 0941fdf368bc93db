/** The example of the design, section 4. */

export const EXAMPLE = `version: 1
accounts:
  sandbox:
    hubId: 1001
    baseUrl: https://api.hubapi.com
    surface: documented
    auth: { accessToken: "\${env.SANDBOX_TOKEN}" }
    values: { appId: 2001 }
  production:
    hubId: 7007
    protected: true
    auth: { clientId: "\${env.CLIENT_ID}", clientSecret: "\${env.CLIENT_SECRET}", refreshToken: "\${env.REFRESH_TOKEN}" }
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        displayOrder: 2
        properties:
          loyaltytier:
            label: Loyalty tier
            type: enumeration
            fieldType: select
            options:
              - { value: gold, label: Gold }
              - { value: silver, label: Silver }
      contactinformation:
        properties:
          shoe_size: { label: Shoe size, type: number, fieldType: number }
webhooks:
  - appId: \${values.appId}
    subscriptions:
      - { eventType: contact.propertyChange, propertyName: loyaltytier, active: true }
eventDefinitions:
  order_placed:
    properties:
      ordertotal: { label: Order total, type: number }
associationLimits:
  - from: contacts
    to: companies
    limits:
      - { category: SERVICE_DEFINED, typeId: 279, maxToObjectIds: 1 }
policy:
  allow: []
  maxChanges: { percent: 30, above: 10 }
  rules: { description-required: warn }
`;
