/** What a new project needs to know: from flags, from the token, or from the person at the terminal. */

import { ACCOUNT_NAME, ACCOUNT_NAME_ERROR } from '../../config/schema/account-name.ts';
import { defined } from '../../contract/defined.ts';
import type { Surface } from '../../contract/surfaces.ts';
import { UsageError } from '../../errors.ts';
import type { TokenIdentity } from '../../index.ts';
import type { Context } from '../context.ts';
import { untilEnd } from '../end-of-input.ts';
import type { CommonFlags } from '../flags.ts';

export interface InitFlags extends CommonFlags {
  readonly name?: string;
  readonly hubId?: number;
  readonly surface?: Surface;
  readonly github?: boolean;
  readonly pull?: boolean;
}

export interface Answers {
  readonly name: string;
  readonly hubId?: number;
  readonly github: boolean;
  readonly pull: boolean;
}

type Owner = Pick<TokenIdentity, 'hubId' | 'accountType'> | undefined;

/** Each question is asked only if no flag answers it. */
export async function answersOf(
  context: Context,
  flags: InitFlags,
  owner: Owner,
  expected: number | undefined,
): Promise<Answers | 'interrupted'> {
  if (flags.pull === true && owner === undefined) {
    throw new UsageError('pull-without-token', 'No token is set, so there is no account to pull.', {
      hint: 'Set TRUEUP_ACCESS_TOKEN, or leave out --pull.',
    });
  }
  const ask = questions(context, flags);
  const name = flags.name ?? (await ask.name(nameOf(owner)));
  if (name === undefined) return 'interrupted';
  const hubId = owner?.hubId ?? expected ?? (await ask.hubId());
  if (hubId === 'interrupted') return hubId;
  const pull = owner !== undefined && (flags.pull ?? (await ask.yes(pullQuestion(owner.hubId), true)));
  if (pull === undefined) return 'interrupted';
  const github = flags.github ?? (await ask.yes('Write workflows for GitHub Actions?', false));
  if (github === undefined) return 'interrupted';
  return { name, ...defined({ hubId }), github, pull };
}

const TEST_ACCOUNTS: readonly string[] = ['SANDBOX', 'DEVELOPER_TEST'];

/** One that claims nothing, where nobody says what the account is for. */
function nameOf(owner: Owner): string {
  const type = owner?.accountType ?? undefined;
  return type === undefined ? 'main' : TEST_ACCOUNTS.includes(type) ? 'sandbox' : 'production';
}

function pullQuestion(hubId: number): string {
  return `Write files that declare what account ${hubId} holds? Nothing is sent to it.`;
}

interface Questions {
  /** Undefined: cancelled, as in `yes`. */
  name(usual: string): Promise<string | undefined>;
  /** Undefined: not known yet. */
  hubId(): Promise<number | undefined | 'interrupted'>;
  /** `otherwise`: also where there is no terminal; a pull is then what a token is for. */
  yes(message: string, otherwise: boolean): Promise<boolean | undefined>;
}

function questions(context: Context, flags: InitFlags): Questions {
  const { isTTY } = context.world;
  if (!isTTY.stdin || !isTTY.stderr || flags.json === true) {
    return { name: async (usual) => usual, hubId: async () => undefined, yes: async (_, otherwise) => otherwise };
  }
  return {
    async name(usual) {
      const { text, isCancel } = await import('@clack/prompts');
      const answer = await untilEnd(context, (streams) =>
        text({
          ...{ message: 'What is the account called in the files?', initialValue: usual, ...streams },
          validate: (value = '') => (ACCOUNT_NAME.test(value) ? undefined : ACCOUNT_NAME_ERROR),
        }),
      );
      return isCancel(answer) ? undefined : answer;
    },
    async hubId() {
      const { text, isCancel } = await import('@clack/prompts');
      const answer = await untilEnd(context, (streams) =>
        text({
          ...{ message: 'Account id (empty: not known yet)', ...streams },
          validate: (value = '') => (/^([1-9]\d{0,14})?$/.test(value) ? undefined : 'Type digits, or nothing.'),
        }),
      );
      if (isCancel(answer)) return 'interrupted';
      return /^\d+$/.test(answer ?? '') ? Number(answer) : undefined;
    },
    async yes(message, otherwise) {
      const { confirm, isCancel } = await import('@clack/prompts');
      const answer = await untilEnd(context, (streams) => confirm({ message, initialValue: otherwise, ...streams }));
      return isCancel(answer) ? undefined : answer;
    },
  };
}
