/** `trueup export hsmeta`: writes the webhooks file of a project app from the declared subscriptions, offline. */

import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { parseAddress } from '../../model/address.ts';
import type { DesiredResource } from '../../model/desired.ts';
import { jsonText } from '../../model/json.ts';
import type { ExportDocument } from '../../report/documents/commands.ts';
import { EXPORT_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { webhooksFile } from '../../report/documents/webhooks-file.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import { declaredIn } from '../declared.ts';
import type { ExportFlags } from '../group-flags.ts';
import { savePrivately, textOf } from '../save.ts';

/** A file that lacks a subscription is never reported as done. */
export async function exportHsmeta(context: Context, flags: ExportFlags): Promise<number> {
  const { app, resources } = chosenApp(subscriptionsIn((await declaredIn(context, flags)).resources), flags.app);
  const { file, notExported } = webhooksFile(resources, flags);
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
  const text = `${jsonText(file)}\n`;
  if (flags.out !== undefined) await requireWebhooksOrNothing(resolve(context.world.cwd, flags.out));
  if (flags.out !== undefined) await savePrivately(resolve(context.world.cwd, flags.out), text);
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

/** A mistyped `-o trueup.yaml` must not cost a configuration. Throws UsageError. */
async function requireWebhooksOrNothing(path: string): Promise<void> {
  const before = await textOf(path);
  if (before === undefined || before.trim() === '' || /^\s*\{[\s\S]*"type":\s*"webhooks"/.test(before)) return;
  throw new UsageError(
    'not-a-webhooks-file',
    `${path} exists and is not the webhooks file of an app, so it is not replaced.`,
    {
      hint: 'Choose another file for -o.',
    },
  );
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
