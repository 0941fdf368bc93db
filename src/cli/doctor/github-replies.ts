/** Turns a reply of GitHub about settings, or its refusal to reply, into checks. */

import { adviceOf, TrueupError } from '../../errors.ts';
import type { GitHub } from '../../github/client.ts';
import type { Repository } from '../../github/repository.ts';
import type { Check } from '../../model/checkup.ts';

/** The repository whose settings are checked. */
export interface Gate {
  readonly github: GitHub;
  readonly repository: Repository;
  /** False for an Enterprise Server, whose apps have other ids. */
  readonly isPublicHost: boolean;
}

type Finding = Required<Pick<Check, 'code' | 'message' | 'hint'>>;

/** A setting that is missing. */
export function gap(found: Finding): Check {
  return { check: 'github', status: 'problem', ...found };
}

/** A setting that may be missing, or whose absence is a choice. */
export function doubt(found: Finding): Check {
  return { ...gap(found), status: 'warning' };
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
    return [unread(what, error)];
  }
  return judge(reply);
}

/** Rethrows an error that is not a TrueupError. */
export function unread(what: string, error: unknown): Check {
  if (!(error instanceof TrueupError)) throw error;
  const message = `${what} could not be read. ${error.message}`;
  return { check: 'github', status: 'warning', code: 'github-settings-unread', message, ...adviceOf(error) };
}
