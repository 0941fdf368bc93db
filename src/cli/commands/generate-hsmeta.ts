/** `trueup generate hsmeta`: writes the webhooks file of a project app from the declared subscriptions, offline. */

import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { parseAddress } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import { jsonText } from '../../model/json.ts';
import type { ExportDocument } from '../../report/documents/commands.ts';
import { EXPORT_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { type WebhooksFile, webhooksFile } from '../../report/documents/webhooks-file.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { declaredIn } from '../declared.ts';
import type { CommonFlags } from '../flags.ts';
import { savePrivately } from '../save.ts';
import { type WebhooksBefore, webhooksBefore } from '../webhooks-before.ts';

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
  const { app, resources } = chosenApp(subscriptionsIn((await declaredIn(context, flags)).resources), flags.app);
  const path = flags.out === undefined ? undefined : resolve(context.world.cwd, flags.out);
  const before = path === undefined ? undefined : await webhooksBefore(path);
  const uid = flags.uid ?? before?.uid ?? 'webhooks';
  const { file, notExported } = webhooksFile(resources, { ...flags, uid });
  for (const { address, reason } of notExported) {
    context.note(`warning: Not exported: ${terminalLine(address)}. ${terminalLine(reason)}`);
  }
  const exported = resources.length - notExported.length;
  if (exported === 0) {
    throw new UsageError(
      'nothing-to-export',
      `No subscription of app ${app} has a place in the file; none is written.`,
    );
  }
  const text = `${jsonText(file, 2)}\n`;
  if (path !== undefined) {
    const replaced = before && replacing(before, { file, path: flags.out ?? path, replaces: flags.replace === true });
    for (const line of replaced ?? []) context.note(terminalLine(line));
    await savePrivately(path, text);
  }
  if (flags.json === true) {
    const document: ExportDocument = {
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

/** The uid stays, unless another one was typed. Throws UsageError where something would be lost that nobody named. */
function replacing(
  before: WebhooksBefore,
  { file, path, replaces }: { readonly file: WebhooksFile; readonly path: string; readonly replaces: boolean },
): readonly string[] {
  const lost = before.lost(file);
  if (lost.length > 0 && !replaces) {
    throw new UsageError(
      'files-in-the-way',
      `${path} has what this export has not, so it is not replaced: ${lost.join(', ')}.`,
      { hint: 'Declare it, export to another file, or take it out of the file with --replace.' },
    );
  }
  return [
    ...lost.map((one) => `Removed from the file: ${one}`),
    ...before.switched(file).map((one) => `Switched on or off: ${one}`),
    ...before.changed(file).map((one) => `Changed in the file: ${one}`),
  ];
}

type ByApp = ReadonlyMap<string, readonly DesiredResource[]>;

function subscriptionsIn(resources: readonly DesiredResource[]): ByApp {
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
      hint: `Choose one with --app. ${declared}`,
    });
  }
  throw new UsageError('nothing-to-export', `The configuration declares no subscriptions of app ${asked}.`, {
    hint: declared,
  });
}
