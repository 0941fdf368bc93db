/** Lists the rooms of the layers that have several, and the rooms that each may import. */

export interface Room {
  /** Folder of the room. A layer's own folder represents the files next to its rooms. */
  readonly of: string;
  /** Rooms of the same layer that the room may import. */
  readonly may: readonly string[];
  /** Files that other rooms may import; absent if all are open. */
  readonly doors?: readonly string[];
  /** Explanation for a violator. */
  readonly because: string;
}

/** Rooms that others enter by some of their files only. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'engine/options': ['plan.ts', 'revert.ts', 'drift.ts'],
};

/** Of one layer, each room after those that it may import. */
function rooms(
  layer: string,
  each: readonly (readonly [name: string, may: string, because: string])[],
): readonly Room[] {
  const path = (name: string): string => (name === '.' ? layer : `${layer}/${name}`);
  const names = (list: string): readonly string[] => list.split(' ').filter((name) => name !== '');
  return each.map(([name, may, because]) => {
    const doors = DOORS[path(name)]?.map((file) => `${path(name)}/${file}`);
    return { of: path(name), may: names(may).map(path), ...(doors && { doors }), because };
  });
}

export const ROOMS: readonly Room[] = [
  ...rooms('engine', [
    ['.', '', 'What compares and names values serves every step, so it knows none of them.'],
    [
      'options',
      '.',
      'A list of options is merged, compared and undone by the same rules, whichever step asks: planning, reverting, drift and records have one file each that answers them.',
    ],
    ['observe', '.', 'Looking at the account knows nothing of what is wanted of it.'],
    [
      'drift',
      '. options observe',
      'Drift compares the account with what was applied; the files only tell which remedy helps.',
    ],
    ['rules', '.', 'House rules look at declarations alone, so that they run without an account.'],
    ['gate', '.', 'The gate judges a plan that is made: it plans nothing and sends nothing.'],
    [
      'plan',
      '. options observe drift rules gate',
      'A plan is made of what was read and recorded; it cannot send a call.',
    ],
    ['revert', '. options observe rules gate plan', 'A revert is a plan made of what a run overwrote.'],
    ['comparison', '. observe plan', 'A comparison uses the decisions of a plan, so that both agree on what is equal.'],
    ['apply', '. options observe gate', 'Applying executes calls; it never sees the configuration and never diffs.'],
  ]),
  ...rooms('config', [
    ['yaml', '', 'Text and where everything stands in it: what it means is said elsewhere.'],
    ['files', 'yaml', 'Finding files needs their includes, and nothing else of what they declare.'],
    ['schema', 'yaml', 'The schema says what a document may hold; it checks none.'],
    ['check', 'yaml schema', 'A check knows the schema, not what the sections are for.'],
    ['accounts', 'yaml schema check', 'Accounts are read from documents that were checked.'],
    [
      'overrides',
      'yaml schema check accounts',
      'What an account overrides is merged into documents, which are then read as any other.',
    ],
    ['policy', 'yaml schema check', 'The policy is read from documents that were checked.'],
    [
      'fleet',
      'yaml schema check accounts',
      'What holds for every account of a fleet is read apart from any one of them.',
    ],
    ['moved', 'yaml schema check policy', 'What moved is checked against what the documents declare.'],
    [
      '.',
      'yaml files schema check accounts overrides policy fleet moved',
      'Resolving a project puts all of it together.',
    ],
  ]),
  ...rooms('service', [
    ['store', 'model', 'The store keeps what it is given, on any database.'],
    ['model', '', 'What the service speaks of; it does nothing.'],
    ['faults', 'model', 'Faults are data and replies: they are the same for every endpoint.'],
    ['oauth', 'model store', 'Tokens are given and checked before anything is known of a call.'],
    ['data', 'model store oauth', 'The rules of what an account holds are the same however they are reached.'],
    [
      'handlers',
      'model store faults oauth data',
      'A handler is one endpoint: it is handed a checked call and a transaction.',
    ],
    ['http', 'model store faults oauth handlers', 'The pipeline knows handlers by the table alone.'],
    ['pages', 'model store oauth data http', 'Pages show what is there; no call depends on them.'],
    ['.', 'model store faults oauth data handlers http pages', 'The service is put together in one place.'],
  ]),
  ...rooms('fleet', [
    ['database', '', 'The database knows tables and failures, not what the rows are for.'],
    ['ledger', 'database', 'A ledger needs its tables alone: who has the app installed is nothing to it.'],
    ['queue', 'database', 'Jobs are ids: what they are for is nothing to the queues.'],
    ['connection', 'database ledger queue', 'A process has one connection, with its leases and its queues.'],
    ['rollout', '', 'What a rollout does next is decided from counts and plans alone, without a database.'],
    ['installations', 'database', 'Who has the app installed is known without any ledger.'],
    ['store', 'database queue rollout', 'Tables of rollouts are read and changed here, and nothing is decided.'],
    ['coordinator', 'database queue rollout store', 'What a rollout does next needs no account.'],
    ['read', 'database rollout store', 'What is read of a fleet needs its database alone, and changes nothing.'],
    ['worker', 'database ledger queue rollout installations store coordinator', 'Accounts are reached here alone.'],
    [
      '.',
      'database ledger queue connection rollout installations store coordinator read worker',
      'A fleet is put together in one place.',
    ],
  ]),
  ...rooms('report', [
    ['.', '', 'What every form of a report needs: words of plans, escaping, exit codes.'],
    ['documents', '.', 'A JSON document is checked against its schema, and worded by nobody.'],
    ['catalogue', '.', 'What is declared, read once for every form that shows it; it has no form itself.'],
    ['graph', '. text catalogue', 'A drawing depends on no other form but text.'],
    ['types', '. catalogue', 'Types for a program depend on no form that a person reads.'],
    ['text', '.', 'Text says it first; the other forms borrow its words.'],
    ['markdown', '. text catalogue', 'A form of a report never depends on another form but text.'],
    ['html', '. text catalogue', 'A form of a report never depends on another form but text.'],
  ]),
];

/** The layer that a path or a room lies in. */
export function folderOf(path: string): string {
  return path.split('/')[0] ?? path;
}

/** Returns the room of a path, or undefined if its layer has no rooms. */
export function roomOf(path: string): string | undefined {
  const [layer = '', room = '', ...rest] = path.split('/');
  if (!ROOMS.some(({ of }) => folderOf(of) === layer)) return undefined;
  return rest.length === 0 ? layer : `${layer}/${room}`;
}
