/** `trueup generate hsmeta`: writes the webhooks file of a project app from the declared subscriptions, offline. */

import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { parseAddress } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import { equalJson, isList, type Json, jsonText, mapping } from '../../model/json.ts';
import { EXPORT_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { webhooksFile } from '../../report/documents/webhooks-file.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { readDeclared } from '../declared.ts';
import type { CommonFlags } from '../flags.ts';
import { readExistingText, savePrivately } from '../save.ts';

export interface HsmetaFlags extends CommonFlags {
  readonly app?: string;
  readonly targetUrl: string;
  readonly maxConcurrentRequests: number;
  readonly uid?: string;
  readonly out?: string;
  readonly replace?: boolean;
}

/** A file that lacks a subscription is never reported as done. */
export async function generateHsmeta(context: Context, flags: HsmetaFlags): Promise<number> {
  const { app, resources } = chosenApp(groupSubscriptions((await readDeclared(context, flags)).resources), flags.app);
  const path = flags.out === undefined ? undefined : resolve(context.world.cwd, flags.out);
  const before = path === undefined ? undefined : await readBefore(path);
  const uid = flags.uid ?? (typeof before?.['uid'] === 'string' ? before['uid'] : 'webhooks');
  const { file, notExported } = webhooksFile(resources, { ...flags, uid });
  for (const { address, reason } of notExported) {
    context.note(`warning: Not exported: ${terminalLine(address)}. ${terminalLine(reason)}`);
  }
  const exported = resources.length - notExported.length;
  if (exported === 0) {
    throw new UsageError(
      'nothing-to-export',
      `The webhooks file cannot contain any of the subscriptions of app ${app}. No file was written.`,
    );
  }
  const text = `${jsonText(file, 2)}\n`;
  if (path !== undefined) {
    for (const line of replacedLines(before, JSON.parse(text), flags)) context.note(terminalLine(line));
    await savePrivately(path, text);
  }
  if (flags.json === true) {
    const document = {
      format: EXPORT_FORMAT,
      app,
      saved: flags.out ?? null,
      file,
      notExported: [...notExported],
    };
    context.out(json(document));
  } else if (flags.out === undefined) context.out(text);
  else context.out(`Wrote ${count(exported, 'subscription')} of app ${app} to ${terminalLine(flags.out)}.\n`);
  return notExported.length === 0 ? EXIT.done : EXIT.partial;
}

/** Returns undefined if the file does not exist. Throws UsageError for any other file: a mistyped `-o trueup.yaml` must not cost a configuration. */
async function readBefore(path: string): Promise<Readonly<Record<string, Json>> | undefined> {
  const text = await readExistingText(path);
  if (text === undefined || text.trim() === '') return undefined;
  const before = parsed(text);
  if (before?.['type'] === 'webhooks') return before;
  const message = `Refused to replace ${path}: it is not the webhooks file of an app.`;
  throw new UsageError('not-a-webhooks-file', message, { hint: 'Choose another file for -o.' });
}

function parsed(text: string): Readonly<Record<string, Json>> | undefined {
  try {
    return mapping(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Throws UsageError if the new file lacks a member of the file before, unless `--replace` allows it. */
function replacedLines(before: Json | undefined, file: Json, { out, replace = false }: HsmetaFlags): readonly string[] {
  const [had, has] = [flattenMembers(before ?? {}), flattenMembers(file)];
  const lost = [...had.keys()].filter((name) => !has.has(name));
  if (lost.length > 0 && !replace) {
    const message = `Replacing ${out} would lose members that this export does not have: ${lost.join(', ')}.`;
    throw new UsageError('files-in-the-way', message, {
      hint: 'Declare it, export to another file, or take it out of the file with --replace.',
    });
  }
  const changed = [...had].filter(([name, value]) => has.has(name) && !equalJson(value, has.get(name) ?? null));
  return [
    ...lost.map((name) => `Removed from the file: ${name}`),
    ...changed.map(([name, value]) => `Changed in the file: ${name} was ${JSON.stringify(value)}`),
  ];
}

/** Values by their path. A subscription is named by its other fields, and its value is whether it is active. */
function flattenMembers(value: Json, path = ''): ReadonlyMap<string, Json> {
  if (isList(value)) {
    return new Map(
      value.map((item) => {
        const { active = true, ...fields } = mapping(item) ?? { value: item };
        const words = Object.entries(fields).map(([name, field]) => `${name} ${String(field)}`);
        return [`${path} ${words.sort().join(' ')}`, active];
      }),
    );
  }
  const members = mapping(value);
  if (members === undefined) return new Map([[path, value]]);
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  return new Map(Object.entries(members).flatMap(([name, member]) => [...flattenMembers(member, below(name))]));
}

type ByApp = ReadonlyMap<string, readonly DesiredResource[]>;

function groupSubscriptions(resources: readonly DesiredResource[]): ByApp {
  const subscriptions = resources.filter(({ kind }) => kind === 'webhook-subscription');
  return Map.groupBy(subscriptions, ({ address }) => parseAddress(address)?.parts[0] ?? '');
}

/** The one app, or the one that was asked for. */
function chosenApp(
  apps: ByApp,
  asked: string | undefined,
): { readonly app: string; readonly resources: readonly DesiredResource[] } {
  const ids = [...apps.keys()];
  const app = asked ?? (ids.length === 1 ? ids[0] : undefined);
  const resources = app === undefined ? undefined : apps.get(app);
  if (app !== undefined && resources !== undefined) return { app, resources };
  if (ids.length === 0) {
    throw new UsageError('nothing-to-export', 'The configuration declares no webhook subscriptions.');
  }
  const declared = `The configuration declares subscriptions of: ${ids.join(', ')}.`;
  if (asked === undefined) {
    throw new UsageError('app-required', 'The configuration declares subscriptions of several apps.', {
      hint: `Choose an app with --app. ${declared}`,
    });
  }
  throw new UsageError('nothing-to-export', `The configuration declares no subscriptions of app ${asked}.`, {
    hint: declared,
  });
}
