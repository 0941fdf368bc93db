/** The calls that apply will make: grouped and counted, or each with its body. */

import { largest } from '../../model/lists.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { terminalLine } from '../escape.ts';
import { wrap } from './layout.ts';
import type { TextStyle } from './style.ts';

/** Groups shown without --verbose. */
const SHOWN = 30;

/** Path parameters that name one resource. Other parameters name its container. */
const NAMES = ['property_name', 'group_name', 'eventName'];

interface CallGroup {
  readonly method: string;
  /** The path itself, or with `{property_name}` where the calls of the group differ. */
  readonly path: string;
  readonly calls: number;
}

/** Groups calls in the order of their first call. */
function groupCalls(calls: readonly PlannedCall[]): readonly CallGroup[] {
  const groups = Map.groupBy(calls, (call) => `${call.method} ${generalPath(call)}`);
  return [...groups.values()].map((members) => {
    const [first, ...others] = members;
    const same = first !== undefined && others.every((call) => call.path === first.path);
    return {
      method: first?.method ?? '',
      path: first === undefined ? '' : same ? first.path : generalPath(first),
      calls: members.length,
    };
  });
}

export function callLines(calls: readonly PlannedCall[], style: TextStyle): readonly string[] {
  return style.verbose ? calls.flatMap((call) => fullCall(call, style)) : groupLines(calls, style);
}

function groupLines(calls: readonly PlannedCall[], style: TextStyle): readonly string[] {
  const groups = groupCalls(calls);
  const shown = groups.slice(0, SHOWN);
  const width = largest(
    shown.map((group) => String(group.calls).length),
    0,
  );
  const hidden = groups.length - shown.length;
  return [
    ...shown.map(
      (group) =>
        `  ${String(group.calls).padStart(width)} x ${terminalLine(group.method).padEnd(5)} ${terminalLine(group.path)}`,
    ),
    ...(hidden > 0 ? [style.palette.dim(`  ... ${hidden} more paths (--verbose lists every call)`)] : []),
  ];
}

function fullCall(call: PlannedCall, style: TextStyle): readonly string[] {
  const { dim, strong } = style.palette;
  const after = call.after.length === 0 ? '' : ` after ${call.after.map(terminalLine).join(', ')}`;
  const rest = '       ';
  return [
    `  ${strong(terminalLine(call.id).padEnd(4))} ${terminalLine(call.method)} ${terminalLine(call.path)}${dim(after)}`,
    ...wrap(terminalLine(call.route), style.width, { first: rest, rest }),
    ...call.covers.map((address) => dim(`${rest}covers ${terminalLine(address)}`)),
    ...(call.body === null ? [] : bodyLines(call).map((line) => rest + line)),
    ...(call.onConflict === undefined
      ? []
      : [`${rest}if it exists already: ${terminalLine(`${call.onConflict.method} ${call.onConflict.path}`)}`]),
  ];
}

function bodyLines(call: PlannedCall): readonly string[] {
  return JSON.stringify(call.body, null, 2).split('\n').map(terminalLine);
}

function generalPath(call: PlannedCall): string {
  let path = call.path;
  for (const name of NAMES) {
    const value = call.params[name];
    if (value === undefined) continue;
    const segment = `/${encodeURIComponent(value)}`;
    const at = path.lastIndexOf(segment);
    if (at >= 0) path = `${path.slice(0, at)}/{${name}}${path.slice(at + segment.length)}`;
  }
  return path;
}
