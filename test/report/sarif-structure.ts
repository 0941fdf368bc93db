/** What SARIF 2.1.0 demands of the members that we write: a schema of our own, strict where the standard is. */

import { z } from 'zod';

const Text = z.strictObject({ text: z.string().min(1) });
const Level = z.enum(['none', 'note', 'warning', 'error']);
/** An address reference (RFC 3986): the standard gives uri the format uri-reference. */
const Uri = z.string().regex(/^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/);

const Location = z.strictObject({
  message: Text.exactOptional(),
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri: Uri, uriBaseId: z.string().exactOptional() }),
    region: z.strictObject({ startLine: z.int().min(1), startColumn: z.int().min(1) }).exactOptional(),
  }),
  logicalLocations: z.array(z.strictObject({ fullyQualifiedName: z.string(), kind: z.string() })).exactOptional(),
});

const Rule = z.strictObject({
  id: z.string().min(1),
  shortDescription: Text,
  fullDescription: Text,
  help: Text,
  defaultConfiguration: z.strictObject({ level: Level }),
});

const Result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level: Level,
  message: Text,
  locations: z.array(Location).min(1),
  relatedLocations: z.array(Location).exactOptional(),
  partialFingerprints: z.record(z.string(), z.string()),
});

const Run = z
  .strictObject({
    tool: z.strictObject({ driver: z.strictObject({ name: z.string(), rules: z.array(Rule) }) }),
    automationDetails: z.strictObject({ id: z.string() }),
    invocations: z.array(z.strictObject({ executionSuccessful: z.boolean() })),
    columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
    results: z.array(Result),
  })
  .refine(
    ({ tool, results }) => results.every(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId),
    {
      message: 'a ruleIndex leads to another rule',
    },
  )
  .refine(({ tool }) => new Set(tool.driver.rules.map(({ id }) => id)).size === tool.driver.rules.length, {
    message: 'two rules have one id',
  });

const Log = z.strictObject({ $schema: z.url(), version: z.literal('2.1.0'), runs: z.array(Run).min(1) });

/** Empty when the log is as the standard wants it. */
export function sarifFaults(log: unknown): readonly string[] {
  const parsed = Log.safeParse(log);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
