/** Replies that no service should give: broken bodies, wrong types, endless nesting, foreign characters, odd headers. */

import fc from 'fast-check';
import type { HttpReply } from '../../src/contract/http.ts';

export type Bend = (reply: HttpReply) => HttpReply;

const spot = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

/** Moves the cursor, ends strings early, hides text, turns it around, or names what every object has. */
const EVIL_TEXTS = [
  '\u001b[2J\u001b[31mred',
  '\u001b]8;;https://evil.test\u0007link\u001b]8;;\u0007',
  '\u009b2J',
  'line\r\u001b[1A\u0000over',
  'new\nline\tand tab',
  '\u202etxt.exe',
  '\u2066\u200b\ufeff',
  '\ud800 lone',
  '\u{e0041}tag',
  '__proto__',
  'constructor',
  '::error::injected',
  '"},{"name":"x',
  '<script>alert(1)</script>',
  'x'.repeat(20_000),
  '',
] as const;

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** JSON texts, which can hold values that JavaScript cannot. */
const EVIL_VALUES = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1.5',
    '1e308',
    '1e999',
    '-1e999',
    '9007199254740993',
    '12345678901234567890',
  ],
  ...['""', '[]', '{}', '[null]', '[[]]', '{"a":1}', '"1001"', '"true"', '[1,"a",null,{}]'],
  ...[
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"toString":1}',
    '{"length":1e9}',
  ],
  ...[nested(40, '[', ']'), nested(3_000, '[', ']'), nested(20_000, '[', ']')],
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  ...EVIL_TEXTS.map((text) => JSON.stringify(text)),
] as const;

const evilValue = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<string>(...EVIL_VALUES) },
  { weight: 1, arbitrary: fc.json() },
);

const body =
  (bend: (text: string) => string): Bend =>
  (reply) => ({ ...reply, body: bend(reply.body) });

const text: fc.Arbitrary<Bend> = fc.oneof(
  spot.map((at) => body((whole) => whole.slice(0, Math.floor(at * whole.length)))),
  fc
    .record({ at: spot, insert: fc.string({ unit: 'binary', maxLength: 5 }), remove: fc.nat(5) })
    .map(({ at, insert, remove }) =>
      body((whole) => {
        const start = Math.floor(at * whole.length);
        return whole.slice(0, start) + insert + whole.slice(start + remove);
      }),
    ),
  fc
    .constantFrom<(whole: string) => string>(
      () => '',
      () => '<!doctype html><html><title>502</title>\u001b[2J</html>',
      (whole) => `\ufeff${whole}`,
      (whole) => whole + whole,
      (whole) => `)]}',\n${whole}`,
      (whole) => whole.replaceAll('"', "'"),
      // The wrong charset: UTF-8 read as Latin-1, and UTF-16 read as UTF-8.
      (whole) => Buffer.from(`é\u001b${whole}`, 'utf8').toString('latin1'),
      (whole) => Buffer.from(whole, 'utf16le').toString('utf8'),
    )
    .map(body),
  evilValue.map((value) => body(() => value)),
);

/** Replaces, drops or doubles a value of the body. Marks pass through `stringify`. */
const member: fc.Arbitrary<Bend> = fc
  .record({
    path: fc.array(spot, { minLength: 1, maxLength: 6 }),
    act: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'double', 'proto'),
    value: evilValue,
  })
  .map(({ path, act, value }) =>
    body((whole) => {
      const root = parsed(whole);
      if (root === undefined) return whole;
      return JSON.stringify(bent(root, path, act))
        .replaceAll(`"${MARK}"`, () => value)
        .replaceAll(MARK, '__proto__');
    }),
  );

const MARK = '@@bent@@';

function parsed(whole: string): unknown {
  try {
    return JSON.parse(whole);
  } catch {
    return undefined;
  }
}

function bent(value: unknown, [at, ...rest]: readonly number[], act: string): unknown {
  if (at === undefined || typeof value !== 'object' || value === null) return MARK;
  const entries = Object.entries(value);
  const index = Math.floor(at * entries.length);
  const changed = entries.flatMap(([name, item], place): [string, unknown][] => {
    if (place !== index) return [[name, item]];
    if (rest.length > 0 && typeof item === 'object' && item !== null) return [[name, bent(item, rest, act)]];
    switch (act) {
      case 'drop':
        return [];
      case 'double':
        return [
          [name, item],
          [`${name}${Array.isArray(value) ? '' : ' '}`, item],
        ];
      case 'proto':
        return [
          [name, item],
          [MARK, { polluted: true }],
        ];
      default:
        return [[name, MARK]];
    }
  });
  return Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
}

const status: fc.Arbitrary<Bend> = fc
  .record({
    code: fc.constantFrom(
      200,
      201,
      202,
      204,
      207,
      301,
      304,
      400,
      401,
      403,
      404,
      409,
      415,
      418,
      423,
      429,
      477,
      500,
      501,
      502,
      503,
      504,
      599,
      0,
      999,
    ),
    failure: fc.option(
      fc.record({
        message: fc.constantFrom<string>(...EVIL_TEXTS),
        category: fc.constantFrom<string>(...EVIL_TEXTS, 'MISSING_SCOPES'),
      }),
    ),
  })
  .map(({ code, failure }) => (reply) => ({
    ...reply,
    status: code,
    ...(failure === null
      ? {}
      : { body: JSON.stringify({ status: 'error', correlationId: failure.message, ...failure }) }),
  }));

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': [
    'text/html',
    'application/json; charset=utf-16',
    'image/png',
    '',
    'application/json;charset=\u001b[2J',
  ],
  'content-encoding': ['gzip', 'x'],
  'retry-after': [
    '-1',
    '1e9',
    '99999999999999999999',
    'soon',
    '0',
    '',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Fri, 31 Dec 9999 23:59:59 GMT',
  ],
  'x-hubspot-ratelimit-max': ['0', '-1', 'NaN', '1e999', ''],
  'x-hubspot-ratelimit-remaining': ['0', '-5', '999999999999'],
  'x-hubspot-ratelimit-interval-milliseconds': ['0', '-1', '1e99', '999999999999'],
  'x-hubspot-correlation-id': ['\u001b[2J', '__proto__'],
  location: ['https://evil.test/'],
};

const header: fc.Arbitrary<Bend> = fc
  .constantFrom(...Object.entries(HEADERS).flatMap(([name, values]) => values.map((value) => [name, value] as const)))
  .map(([name, value]) => (reply) => ({ ...reply, headers: { ...reply.headers, [name]: value } }));

/** Bends a reply in a place or two. */
export const bends: fc.Arbitrary<Bend> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: text },
      { weight: 5, arbitrary: member },
      { weight: 2, arbitrary: status },
      { weight: 1, arbitrary: header },
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((several) => (reply) => several.reduce((so, bend) => bend(so), reply));
