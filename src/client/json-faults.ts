/** Finds values that JSON cannot represent: they would be omitted, changed, or make serialization fail. */

export interface JsonFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Deeper than any service accepts, but not deep enough to overflow the stack. */
const DEEPEST = 500;

/** An undefined member counts as omitted. */
export function jsonFaults(value: unknown): readonly JsonFault[] {
  return faultsIn(value, [], []);
}

function faultsIn(value: unknown, path: readonly PropertyKey[], above: readonly object[]): readonly JsonFault[] {
  const fault = (message: string): readonly JsonFault[] => [{ path, message }];
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return [];
    case 'number':
      return Number.isFinite(value) ? [] : fault(`JSON has no ${value}`);
    case 'bigint':
      return fault('JSON has no BigInt, so write it as a string');
    case 'undefined':
    case 'function':
    case 'symbol':
      return fault(`JSON has no ${typeof value}`);
    case 'object':
      return value === null ? [] : faultsInside(value, path, above);
  }
}

function faultsInside(value: object, path: readonly PropertyKey[], above: readonly object[]): readonly JsonFault[] {
  if (above.includes(value)) return [{ path, message: 'it contains itself' }];
  if (path.length > DEEPEST) return [{ path: path.slice(0, 1), message: `it is nested deeper than ${DEEPEST} levels` }];
  const inside = [...above, value];
  if (Array.isArray(value)) return value.flatMap((item, index) => faultsIn(item, [...path, index], inside));
  const type = Object.prototype.toString.call(value).slice(8, -1);
  if (type === 'Date') return Number.isNaN(Number(value)) ? [{ path, message: 'it is not a valid date' }] : [];
  if (type !== 'Object') return [{ path, message: `JSON has no ${type}` }];
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return [{ path, message: 'it has a toJSON method, so pass its result' }];
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : faultsIn(member, [...path, name], inside),
  );
}
