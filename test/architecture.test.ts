import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { KIND_NAMES } from '../src/model/address.ts';
import { folderOf, ROOMS, roomOf } from './architecture/rooms.ts';
import { changedConstants, cycles, sourceFile, sourceFiles, typedIn } from './architecture/source.ts';

const FILES = sourceFiles();

interface Layer {
  /** Files of the layer, by the start of their path. */
  readonly of: string;
  /** Our modules that the files may import, by the start of the path. The files' own layer is always allowed. */
  readonly may: readonly string[];
  /** Libraries and parts of Node. */
  readonly libraries: readonly string[];
  /** Explanation for a violator. */
  readonly because: string;
}

const NOUNS = ['model/', 'contract/', 'errors.ts'] as const;

/** Design section 3. Every file belongs to the first layer that its path starts with. */
const LAYERS: readonly Layer[] = [
  {
    of: 'contract/',
    may: [],
    libraries: ['re2js', 'zod', 'node:module'],
    because: 'The contract is the wire as the interface has it: it knows nothing of us.',
  },
  {
    of: 'errors.ts',
    may: ['model/failure.ts', 'model/finding.ts', 'model/fix.ts'],
    libraries: [],
    because: 'Errors carry findings, fixes and what they mean to a scheduler as data, and nothing else of ours.',
  },
  {
    of: 'model/',
    may: ['contract/', 'errors.ts'],
    libraries: ['zod'],
    because: 'The model is nouns: it may speak of calls and secrets of the contract, and does nothing.',
  },
  ...KIND_NAMES.map((kind) => ({
    of: `kinds/${kind}/`,
    may: [
      'model/',
      'contract/',
      ...[
        'bodies',
        'dated-definition-reads',
        'definition-reads',
        'drafts',
        'field-rules',
        'lacking-side',
        'object-levels',
        'option-issues',
        'options',
        'repeated',
        'text-issues',
      ].map((shared) => `kinds/${shared}.ts`),
    ],
    libraries: ['zod'],
    because:
      'A kind is one declaration without IO; it never knows of another kind, so that one folder can be added or taken away.',
  })),
  {
    of: 'kinds/words.ts',
    may: ['model/', ...KIND_NAMES.map((kind) => `kinds/${kind}/words.ts`)],
    libraries: [],
    because: 'The words of kinds are plain data, apart from their schemas and calls, so that a report loads quickly.',
  },
  {
    of: 'kinds/index.ts',
    may: ['model/', 'contract/surfaces.ts', ...KIND_NAMES.map((kind) => `kinds/${kind}/index.ts`)],
    libraries: [],
    because: 'The registry names the kinds by their front doors, one line each.',
  },
  {
    of: 'kinds/',
    may: ['model/', 'contract/'],
    libraries: ['zod'],
    because: 'What kinds share knows no single kind.',
  },
  {
    of: 'config/',
    may: ['engine/rules/', ...NOUNS],
    libraries: ['yaml', 'zod', 'node:path', 'node:path/posix'],
    because:
      'The configuration is handed the kinds; of the engine it sees the declarations of the house rules, whose parameters it checks.',
  },
  {
    of: 'authoring/',
    may: ['config/yaml/', ...NOUNS],
    libraries: ['node:path/posix'],
    because: 'What is written to files is text made of values: it reads no account, and touches no disk.',
  },
  {
    of: 'engine/',
    may: NOUNS,
    libraries: ['p-limit', 'zod', 'node:crypto'],
    because:
      'The engine is handed readers, callers, stores and kinds: importing client, service or a kind would tie it to one.',
  },
  {
    of: 'private-file.ts',
    may: [],
    libraries: ['node:path'],
    because: 'How a file is kept from others is said once, for every part that writes one.',
  },
  {
    of: 'ledger/',
    may: ['private-file.ts', 'kinds/words.ts', ...NOUNS],
    libraries: ['zod', 'node:crypto', 'node:path'],
    because:
      'A ledger store keeps what it is given; it plans nothing and calls nobody. Of kinds it knows their names for people.',
  },
  {
    of: 'report/',
    may: ['kinds/words.ts', ...NOUNS],
    libraries: ['diff', 'zod', 'node:crypto', 'node:util'],
    because:
      'A report is made of plans and outcomes alone, so that it can be made anywhere; of a kind it knows the words.',
  },
  {
    of: 'client/',
    may: ['contract/', 'errors.ts'],
    libraries: ['undici', 'node:crypto'],
    because: 'The client never sees the service or the engine: it is what a user of trueup/client gets.',
  },
  {
    of: 'optional-packages.ts',
    may: ['errors.ts'],
    libraries: [],
    because: 'How a package that is not installed is told is said once, for every part that needs one.',
  },
  {
    of: 'database/',
    may: ['contract/', 'errors.ts'],
    libraries: ['kysely', 'pg'],
    because: 'How a database is reached and what its failures say is the same for everyone who keeps data in one.',
  },
  {
    of: 'fleet/',
    may: [
      'client/index.ts',
      'config/',
      'database/',
      // `shape` covers the parts that equal plans of many accounts share.
      'engine/shape.ts',
      // `idle` decides if apply has anything to do for a plan.
      'engine/idle.ts',
      'ledger/',
      'optional-packages.ts',
      'reconciler/',
      ...NOUNS,
    ],
    libraries: ['@electric-sql/pglite', 'kysely', 'pg', 'pg-boss', 'zod', 'node:crypto', 'node:path'],
    because:
      'A fleet is many reconcilers over one database: it plans nothing itself, and the rest knows nothing of it.',
  },
  {
    of: 'service/',
    may: ['contract/', 'database/', 'errors.ts', 'optional-packages.ts'],
    libraries: [
      'fastify',
      'kysely',
      'pg',
      'zod',
      'node:crypto',
      'node:events',
      'node:path',
      'node:sqlite',
      'node:timers/promises',
    ],
    because: 'The service is an independent witness: what client and kinds misread, it must not misread the same way.',
  },
  {
    of: 'telemetry/',
    may: [...NOUNS],
    libraries: ['@opentelemetry/api'],
    because:
      'What is reported is handed to it as data: nothing else of ours is loaded with it, and nothing of ours loads it.',
  },
  {
    of: 'testing/',
    may: [...NOUNS],
    libraries: ['node:assert/strict'],
    because: 'What tests of a store need is data of the model, for any runner of tests.',
  },
  {
    of: 'github/',
    may: ['ledger/git-branch-host.ts', 'ledger/git-branch-tree.ts', 'ledger/disk.ts', ...NOUNS],
    libraries: ['diff', 'zod'],
    because: 'The Git host is one more wire: it is handed a transport, and serves ledgers, reviews and issues alike.',
  },
  ...['reconciler/', 'index.ts', 'faces.ts'].map((of) => ({
    of,
    may: [
      // The words of hints and fixes are one table for all faces, and the library is one of them.
      ...(of === 'index.ts' ? ['report/fix-texts.ts'] : []),
      'authoring/',
      'config/',
      'engine/',
      'ledger/',
      'github/',
      'client/index.ts',
      'kinds/index.ts',
      'kinds/name-reads.ts',
      'reconciler/',
      ...NOUNS,
    ],
    libraries: ['node:crypto', 'node:path'],
    because: 'The composition root puts the parts together through their front doors, and neither reports nor serves.',
  })),
  {
    of: 'cli/',
    // Wider than the design's `index, report, service`: the offline commands must not load the engine to start quickly, and
    // auth and timeline are commands on the client itself. Of the engine a face may ask for the offline rules, nothing else.
    may: [
      'index.ts',
      'faces.ts',
      'fleet/index.ts',
      'report/',
      'service/index.ts',
      'client/index.ts',
      'config/',
      'kinds/index.ts',
      'kinds/words.ts',
      'engine/rules/evaluate.ts',
      'reconciler/validate.ts',
      // A checkup tries one read; programs make a plan.
      'reconciler/try-read.ts',
      'reconciler/open-ledger.ts',
      // A checkup reads the settings of the repository.
      'github/',
      // A lock refuses the second of two commands that write the files of a folder.
      'ledger/folder-lock.ts',
      'private-file.ts',
      ...NOUNS,
    ],
    libraries: [
      ...[
        '@bomb.sh/tab/commander',
        '@clack/prompts',
        'commander',
        'log-update',
        'p-limit',
        'zod',
        'node:child_process',
      ],
      ...[
        'node:crypto',
        'node:path',
        'node:stream',
        'node:stream/consumers',
        'node:tty',
        'node:util',
        'node:url',
        'node:os',
      ],
    ],
    because: 'A face goes through front doors: it makes no calls and takes no decisions of its own.',
  },
  {
    of: 'action/',
    may: ['index.ts', 'faces.ts', 'report/', 'github/', ...NOUNS, 'client/index.ts'],
    libraries: ['zod', 'node:child_process', 'node:crypto', 'node:path', 'node:path/posix', 'node:util'],
    because: 'A face goes through front doors: it makes no calls and takes no decisions of its own.',
  },
];

/** Only source of a thing that all other code receives as a parameter. */
interface Source {
  readonly what: string;
  readonly pattern: RegExp;
  readonly in: readonly string[];
  readonly because: string;
}

const SOURCES: readonly Source[] = [
  {
    what: 'time',
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/,
    in: ['client/clock.ts', 'service/model/system.ts', 'cli/'],
    because: 'Time is handed in as a Clock, so that a run can be repeated exactly.',
  },
  {
    what: 'randomness',
    pattern: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\brandomInt\b|\bgetRandomValues\b/,
    in: [
      'client/clock.ts',
      'client/oauth.ts',
      'service/model/system.ts',
      'reconciler/reconciler.ts',
      // A repeated nonce reveals the key, so callers cannot choose it.
      'fleet/installations/seal.ts',
      'fleet/connection/open.ts',
      'cli/',
      'action/',
    ],
    because: 'Ids and dice are handed in (NewId, Random), so that a run can be repeated exactly.',
  },
  {
    what: 'the process',
    pattern: /\bprocess\./,
    // The lock on a ledger says which process holds it, and asks whether that one still lives.
    in: ['cli/', 'action/', 'ledger/this-process.ts'],
    because: 'A library does not read the environment, end the process or listen to its signals: its caller does.',
  },
  {
    what: 'the console',
    pattern: /\bconsole\./,
    in: ['action/'],
    because: 'A library is silent: it gives events, findings and outcomes, and a face writes them.',
  },
  {
    what: 'the global fetch',
    pattern: /(?<![.\w])fetch\(/,
    in: [],
    because: 'Requests go through the one Transport, with its retries, its pace and its masking of secrets.',
  },
  {
    what: 'a listening socket',
    pattern: /\.listen\(/,
    in: ['service/http/listen.ts', 'service/start.ts', 'cli/'],
    because: 'Only the embedded service and the browser login listen, on the loopback address unless told otherwise.',
  },
];

/** Parts of Node and libraries that reach outside, and the files that may. */
const OUTSIDE: readonly Source[] = [
  {
    what: 'the file system',
    pattern: /^node:fs/,
    in: [
      ...['config/files/load.ts', 'config/files/matching.ts', 'config/files/real-path.ts', 'private-file.ts'],
      ...['ledger/file-store.ts', 'ledger/this-process.ts'],
      ...['fleet/database/missing.ts', 'service/store/sqlite.ts', 'report/version.ts', 'cli/', 'action/'],
    ],
    because: 'Everything else is handed texts, so that it can be tried and tested without a disk.',
  },
  {
    what: 'the network',
    pattern: /^(undici|node:(http|https|net|tls|http2|dgram|dns))/,
    in: ['client/transport.ts', 'cli/auth/loopback.ts'],
    because: 'The network has one door out, with or without a proxy, and one in: for the redirect of a login.',
  },
  {
    what: 'a database',
    pattern: /^(?:kysely|pg|pg-boss|@electric-sql\/pglite|node:sqlite)$/,
    in: ['database/', 'service/store/', 'service/packages.ts', 'fleet/database/', 'fleet/connection/', 'fleet/queue/'],
    because: 'What is kept is asked for in one place, so that each statement can be seen, and failed, by itself.',
  },
  {
    what: 'the web server',
    pattern: /^fastify/,
    in: ['service/'],
    because: 'Nothing but the embedded service serves.',
  },
];

test.each(LAYERS.map((layer) => [layer.of, layer] as const))('%s imports only what its layer may', (_, layer) => {
  const wrong = FILES.filter(({ path }) => layerOf(path) === layer).flatMap(({ path, imports }) =>
    imports
      .filter(({ of, own }) =>
        own
          ? !of.startsWith(layer.of) && !layer.may.some((start) => of.startsWith(start))
          : ![...layer.libraries, 'node:fs', 'node:fs/promises', 'node:http', 'node:os'].includes(of),
      )
      .map(({ of }) => `${path} imports ${of}`),
  );
  expect(wrong, layer.because).toEqual([]);
});

test.each(ROOMS.map((room) => [room.of, room] as const))(
  'the room %s imports only rooms that come before it',
  (_, room) => {
    const wrong = FILES.filter(({ path }) => roomOf(path) === room.of).flatMap(({ path, imports }) =>
      imports
        .filter(({ own }) => own)
        .flatMap(({ of }) => roomOf(of) ?? [])
        .filter((of) => folderOf(of) === folderOf(room.of) && of !== room.of && !room.may.includes(of))
        .map((of) => `${path} imports ${of}`),
    );
    expect(wrong, room.because).toEqual([]);
  },
);

test.each(ROOMS.flatMap((room) => (room.doors === undefined ? [] : [[room.of, room] as const])))(
  'the room %s is entered by its doors alone',
  (_, { of: room, doors = [], because }) => {
    const wrong = FILES.filter(({ path }) => roomOf(path) !== room).flatMap(({ path, imports }) =>
      imports
        .filter(({ of, own }) => own && roomOf(of) === room && !doors.includes(of))
        .map(({ of }) => `${path} imports ${of}`),
    );
    expect(wrong, because).toEqual([]);
    expect(doors.filter((door) => !FILES.some(({ path }) => path === door))).toEqual([]);
  },
);

test('every folder of a layer that has rooms is one of them', () => {
  const layers = new Set(ROOMS.map(({ of }) => folderOf(of)));
  const found = new Set(FILES.flatMap(({ path }) => (layers.has(folderOf(path)) ? (roomOf(path) ?? path) : [])));
  expect([...found].filter((of) => !ROOMS.some((room) => room.of === of))).toEqual([]);
});

test('every file belongs to a layer of this test and of the design', () => {
  expect(FILES.map(({ path }) => path).filter((path) => layerOf(path) === undefined)).toEqual([]);
});

test.each(SOURCES.map((source) => [source.what, source] as const))('%s enters only where it is named', (_, source) => {
  const found = FILES.filter(({ code }) => source.pattern.test(code)).map(({ path }) => path);
  expect(
    found.filter((path) => !within(path, source.in)),
    source.because,
  ).toEqual([]);
});

test.each(OUTSIDE.map((source) => [source.what, source] as const))(
  '%s is touched only where it is named',
  (_, source) => {
    const found = FILES.filter(({ imports }) => imports.some(({ of, own }) => !own && source.pattern.test(of)));
    expect(
      found.map(({ path }) => path).filter((path) => !within(path, source.in)),
      source.because,
    ).toEqual([]);
  },
);

test('the imports of the files have no cycle', () => {
  expect(cycles(FILES)).toEqual([]);
});

test('every command starts without the catalogue, whose schemas take time to build', () => {
  const loaded = new Set(['cli/main.ts']);
  for (const path of loaded) {
    const { text = '' } = FILES.find((file) => file.path === path) ?? {};
    const imports = text.matchAll(/^(?:import|export) (?!type )[^'";]*from '(\.[^']+)'/gm);
    for (const [, of = ''] of imports) loaded.add(join(dirname(path), of));
  }
  expect([...loaded].filter((path) => path.startsWith('report/catalogue/'))).toEqual([]);
  expect(loaded).toContain('report/graph/detail.ts');
});

test('no file has more than 300 lines: look again at 200, split at 300', () => {
  const long = FILES.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path);
  expect(long).toEqual([]);
});

test('no file or folder is called utils, helpers or common', () => {
  const places = readdirSync(new URL('../', import.meta.url))
    .filter((name) => ['src', 'test', 'bench', 'examples'].includes(name))
    .flatMap(pathsIn);
  expect(places.filter((path) => /(^|\/)(utils?|helpers?|common|misc|shared)(\.\w+)*(\/|$)/i.test(path))).toEqual([]);
});

test('the top level of a file is constant, so that two reconcilers stay separate', () => {
  const variables = FILES.filter(({ code }) => /^(?:export )?(?:let|var)\b/m.test(code)).map(({ path }) => path);
  const collections = FILES.flatMap((file) => changedConstants(file).map((name) => `${file.path} changes ${name}`));
  expect(variables).toEqual([]);
  // The texts of secrets are keyed by the secret, which hides them from inspection.
  expect(collections).toEqual(['contract/secret.ts changes texts']);
});

test('only faces name flags and commands; other code names a fix', () => {
  const faces = ['cli/', 'report/', 'action/'];
  // Variables of a style sheet look like flags, and npm has its own.
  const others = ['service/pages/style.ts', 'service/packages.ts', 'optional-packages.ts'];
  const wrong = FILES.filter(({ path }) => !within(path, [...faces, ...others])).flatMap((file) =>
    typedIn(file).map((typed) => `${file.path} names ${typed}`),
  );
  expect(wrong).toEqual([]);
});

test('the source reader finds flags and commands in texts, but not in comments', () => {
  const text = [
    '/** As --json prints it, or trueup plan. */',
    "const hint = 'Run trueup ledger list, or pass --ledger or -f.';",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is a text of a source
    'const line = `${of} with --skip-blocked, not after-thoughts --, nor what trueup plans`; // --allow',
  ].join('\n');
  expect(typedIn(sourceFile('engine/x.ts', text))).toEqual(['trueup ledger', '--ledger', '-f', '--skip-blocked']);
});

test('nothing is exported by default: a thing has one name everywhere', () => {
  expect(FILES.filter(({ code }) => /^export default\b/m.test(code)).map(({ path }) => path)).toEqual([]);
});

test('every file starts with a sentence that says why it exists', () => {
  const bare = FILES.filter(({ text }) => !/^(#![^\n]*\n)?\/\*\*\s+(\* )?[A-Z`<'"][\s\S]*?[.:]\s*\*\//.test(text));
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test('the model imports only types and error classes', () => {
  const wrong = FILES.filter(({ path }) => path.startsWith('model/')).flatMap(({ path, imports }) =>
    imports
      .filter(({ of, typeOnly }) => !typeOnly && !of.startsWith('model/') && of !== 'errors.ts')
      .map(({ of }) => `${path} imports ${of}`),
  );
  expect(wrong).toEqual([]);
});

test('the source reader finds imports of every form outside texts and comments', () => {
  const text = [
    "import type { A } from './a.ts';",
    "import {\n  b,\n} from '../model/b.ts';",
    "import 'side';",
    "export * from './c.ts';",
    "const d = await import('./d.ts');",
    "type E = import('./e.ts').E;",
    "const quoted = 'console.log(1)'; // process.exit",
    'const pattern = /process\\.env/;',
    'list.push(1);',
    'const list: string[] = [];',
  ].join('\n');
  const { imports, code } = sourceFile('cli/x.ts', text);
  expect(imports).toEqual([
    { of: 'cli/a.ts', own: true, typeOnly: true },
    { of: 'model/b.ts', own: true, typeOnly: false },
    { of: 'side', own: false, typeOnly: false },
    { of: 'cli/c.ts', own: true, typeOnly: false },
    { of: 'cli/d.ts', own: true, typeOnly: false },
    { of: 'cli/e.ts', own: true, typeOnly: true },
  ]);
  expect(/console|process/.test(code)).toBe(false);
  expect(changedConstants(sourceFile('x.ts', text))).toEqual(['list']);
  const a = sourceFile('a.ts', "import { b } from './b.ts';");
  expect(cycles([a, sourceFile('b.ts', "import { a } from './a.ts';")])).toEqual(['a.ts -> b.ts -> a.ts']);
});

function layerOf(path: string): Layer | undefined {
  return LAYERS.find(({ of }) => path.startsWith(of));
}

function within(path: string, starts: readonly string[]): boolean {
  return starts.some((start) => path.startsWith(start));
}

function pathsIn(folder: string): readonly string[] {
  const root = new URL(`../${folder}/`, import.meta.url).pathname;
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`);
}

const COMMANDS = 'validate|plan|apply|revert|drift|ledger|auth|timeline|serve|schema|completion';

test('a command in a sentence is made by mention(), so that it runs as printed', () => {
  // Users do not copy commands from descriptions of documents and from the help.
  const described = /^(?:report\/documents\/|cli\/program)/;
  const raw = FILES.filter(({ path }) => !described.test(path)).flatMap(({ path, text }) =>
    text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      .filter((line) => new RegExp(`\\btrueup (?:${COMMANDS})\\b`).test(line.replace(/^\s*\/\/.*/, '')))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(raw).toEqual([]);
});
