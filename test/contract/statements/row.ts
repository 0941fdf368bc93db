/** Defines a row of the table of statements: a statement of the interface in our words, and the data of its check. */

import type { ASSUMPTIONS } from '../../../src/contract/assumptions.ts';
import type { EndpointId, EndpointTable } from '../../../src/contract/endpoints.ts';
import type { FaultRule } from '../../../src/service/index.ts';

export type AssumptionId = (typeof ASSUMPTIONS)[number]['id'];
type WithBody = { [E in EndpointId]: EndpointTable[E]['body'] extends undefined ? never : E }[EndpointId];

export interface Stated {
  /** Number within its section, from 1, as the statements of the section follow one another. */
  readonly n: number;
  readonly statement: string;
  /** Decision about a statement that the interface leaves open. */
  readonly assumption?: AssumptionId;
}

/** A member of a request: schema and embedded service take the one value and refuse the other, naming the member. */
export interface BodyRow extends Stated {
  readonly body: WithBody;
  /** Path in the body, parts joined by dots. */
  readonly member: string;
  readonly takes: unknown;
  readonly refuses: unknown;
  /** Left out, the call is refused. */
  readonly needed?: true;
  /** Body instead of the sample's. */
  readonly given?: object;
}

/** A member of a reply: the schema takes the one value and refuses the other, and the embedded service sends the like of the first. */
export interface ReplyRow extends Stated {
  readonly reply: EndpointId;
  readonly member: string;
  readonly takes: unknown;
  readonly refuses: unknown;
  /** Fault that makes the embedded service send the member. */
  readonly fault?: FaultRule;
}

/** A member of a request that takes these values and no others. */
export interface ValuesRow extends Stated {
  readonly valuesOf: WithBody;
  readonly member: string;
  readonly exactly: readonly string[];
  /** Only the values that start so are compared. */
  readonly startingWith?: string;
}

/** Method and path, members of the request (`!`: needed) and the status of success. */
export interface EndpointRow extends Stated {
  readonly endpoint: EndpointId;
  readonly is: string;
  readonly members?: string;
  readonly status?: number;
}

/** Consecutive calls of an embedded service that only this row uses. */
export interface CallsRow extends Stated {
  readonly calls: readonly Step[];
}

/** Call of a row. `{{name}}` in its texts is a value that an earlier step stored. */
export interface Step {
  readonly endpoint?: EndpointId;
  /** Instead of an endpoint: the page of the install address. */
  readonly page?: 'GET' | 'POST';
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Version in the path of a dated endpoint. If absent, the default version. */
  readonly version?: string;
  readonly body?: object;
  /** Fault that the embedded service applies to this call. */
  readonly fault?: FaultRule;
  /** Null: without the header. */
  readonly token?: string | null;
  readonly status: number;
  /** Part of the reply. `<text>`, `<number>` and `<time>` match any value of the type. */
  readonly shows?: unknown;
  /** Headers of the reply, in lower case. Null if the header is absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Members that the reply does not have. */
  readonly lacks?: readonly string[];
  /** Members that the refusal names. */
  readonly names?: readonly string[];
  /** Name and path in the reply; for a redirect the name of the query member. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Left open by the interface, decided in the assumption. */
export interface OpenRow extends Stated {
  readonly assumption: AssumptionId;
}

export type Row = BodyRow | ReplyRow | ValuesRow | EndpointRow | CallsRow | OpenRow;

export interface Section {
  readonly section: string;
  readonly rows: readonly Row[];
}

type Unnumbered<R> = R extends Row ? Omit<R, 'n'> : never;

/** Numbers the rows of a section that consists of several lists. */
export function numbered(rows: readonly Unnumbered<Row>[]): readonly Row[] {
  return rows.map((row, index): Row => ({ ...row, n: index + 1 }));
}
