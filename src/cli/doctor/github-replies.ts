/** Turns a reply of GitHub about settings, or its refusal to reply, into checks. */

import { TrueupError } from '../../errors.ts';
import type { GitHub } from '../../github/client.ts';
import type { Check } from '../../model/checkup.ts';
import { buildProblem } from './checks.ts';

/** The repository whose settings are checked. */
export interface Gate {
  readonly github: GitHub;
  /** Path of the repository in the interface of GitHub. */
  readonly path: string;
  /** False for an Enterprise Server, whose apps have other ids. */
  readonly isPublicHost: boolean;
}

interface Found extends Pick<Check, 'message'> {
  readonly code: string;
  readonly hint?: string;
}

/** A setting that is missing. */
export function gap(found: Found & { readonly hint: string }): Check {
  return { check: 'github', status: 'problem', ...found };
}

/** A setting that may be missing, or whose absence is a choice. */
export function doubt(found: Found): Check {
  return { check: 'github', status: 'warning', ...found };
}

/** Judges the reply. Reports a failed read as a warning, because the setting is unknown then. */
export async function judgeReply<T>(
  what: string,
  read: () => Promise<T>,
  judge: (reply: T) => readonly Check[] | Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  let reply: T;
  try {
    reply = await read();
  } catch (error) {
    if (!(error instanceof TrueupError)) throw error;
    return [
      {
        ...buildProblem('github', error),
        status: 'warning',
        code: 'github-settings-unread',
        message: `${what} could not be read. ${error.message}`,
      },
    ];
  }
  return judge(reply);
}
