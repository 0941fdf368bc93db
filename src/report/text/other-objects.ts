/** Object types that no file or command names, so that they were not read, and how to include them. */

import type { OtherObjects } from '../../model/other-objects.ts';
import { mention } from '../command.ts';
import { terminalLine } from '../escape.ts';
import { adviceLines } from './hint.ts';
import { nameSome } from './layout.ts';
import type { TextStyle } from './style.ts';

/** Named at once; `--verbose` names all. */
const NAMED = 8;

export function otherObjectLines(
  { objectTypes, complete }: OtherObjects,
  command: readonly [command: string, ...flags: string[]],
  style: TextStyle,
): readonly string[] {
  const names = nameSome(objectTypes.map(terminalLine), style.verbose ? objectTypes.length : NAMED);
  const all = objectTypes.flatMap((type) => ['--object', type]);
  const hint = [
    ...(objectTypes.length === 0 ? [] : [`Not included: ${names}. To include them: ${mention(...command, ...all)}`]),
    ...(complete ? [] : ['The list of custom objects could not be read.']),
  ].join(' ');
  return hint === '' ? [] : adviceLines({ hint }, style, { first: '', rest: '  ' });
}
