/** The style of text reports: a palette and a width, set by the caller that prints them. */

import { styleText } from 'node:util';
import type { Provenance } from '../../model/finding.ts';
import type { Face } from '../fix-ways.ts';
import type { Typed } from './typed.ts';

export type Ink = (text: string) => string;

/** Colour only underlines what symbols and words already say. */
export interface Palette {
  readonly heading: Ink;
  readonly added: Ink;
  readonly removed: Ink;
  readonly changed: Ink;
  readonly warning: Ink;
  readonly error: Ink;
  readonly dim: Ink;
  readonly strong: Ink;
  readonly command: Ink;
}

export interface TextStyle {
  readonly palette: Palette;
  /** Columns to wrap at. */
  readonly width: number;
  readonly verbose: boolean;
  /** Folds nothing, for a log. */
  readonly everything?: boolean;
  /** Shows each row in one line, without calls. */
  readonly summary?: boolean;
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** The offending line with a caret below it; undefined when the text is not at hand. */
  readonly excerpt?: (provenance: Provenance) => string | undefined;
  /** Reader of the advice (default: terminal). */
  readonly face?: Face;
  /** Typed flags that commands in hints repeat. Undefined if none were typed. */
  readonly typed?: Typed;
}

export const DEFAULT_WIDTH = 100;

export function palette(colour: boolean): Palette {
  const ink = (format: Parameters<typeof styleText>[0]): Ink =>
    colour ? (text) => styleText(format, text, { validateStream: false }) : (text) => text;
  return {
    heading: ink('bold'),
    added: ink('green'),
    removed: ink('red'),
    changed: ink('yellow'),
    warning: ink('yellow'),
    error: ink(['bold', 'red']),
    dim: ink('dim'),
    strong: ink('bold'),
    command: ink('cyan'),
  };
}
