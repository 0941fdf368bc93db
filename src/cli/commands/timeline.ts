/** `trueup timeline send`: checks every event first, then sends them and reports each. */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { systemClock } from '../../client/index.ts';
import { defined } from '../../contract/defined.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import { excerpt, tokensOf } from '../../faces.ts';
import { parseProject } from '../../index.ts';
import type { Account } from '../../model/account.ts';
import { TIMELINE_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { positionText } from '../../report/text/position.ts';
import { resolveAccount, withClient } from '../auth/account.ts';
import { buildStyle, type Context } from '../context.ts';
import type { TimelineFlags } from '../group-flags.ts';
import { type EventForm, readEvents } from '../timeline/read-events.ts';
import { type Sent, sendEvents } from '../timeline/send-events.ts';

const DEFAULT_CONCURRENCY = 8;

export async function send(context: Context, flags: TimelineFlags, file: string): Promise<number> {
  const legacyApp = readLegacyApp(flags);
  const text = await readInput(context, file);
  const { account } = await resolveAccount(context, flags);
  const form = chooseForm(account, legacyApp);
  const name = file === '-' ? 'stdin' : file;
  const { events, findings } = readEvents(text, name, form);
  const source = parseProject([{ path: name, text }]);
  context.useExcerpts((provenance) => excerpt(source, provenance));
  if (findings.length > 0) throw new ConfigError(findings, 'The list of events');
  const sent = await withClient(context, flags, { account }, (tokenClient) =>
    withClient(
      context,
      flags,
      { account, tokens: tokensOf(account, tokenClient, systemClock), writes: true },
      (client) =>
        sendEvents(events, {
          client,
          form,
          ...defined({ legacyApp }),
          newId: randomUUID,
          concurrency: flags.concurrency ?? DEFAULT_CONCURRENCY,
          signal: context.signal,
        }),
    ),
  );
  report(context, flags, sent);
  return chooseExit(context, sent);
}

function readLegacyApp(flags: TimelineFlags): string | undefined {
  if (flags.legacy !== true) {
    if (flags.app === undefined) return undefined;
    throw new UsageError('usage', '--app requires --legacy.', {
      hint: 'The v3 endpoint gets the app from the token.',
    });
  }
  if (flags.app !== undefined && /^\d+$/.test(flags.app)) return flags.app;
  throw new UsageError('usage', 'The legacy endpoint needs the app id.', {
    hint: 'Add --app with the app id.',
  });
}

/** The legacy endpoint is one of the documented surface. */
function chooseForm({ name, surface }: Account, legacyApp: string | undefined): EventForm {
  if (legacyApp === undefined) return surface === 'dated' ? 'dated' : 'v3';
  if (surface === 'documented') return 'legacy';
  throw new UsageError('usage', `The dated surface, which the account ${name} uses, has no legacy endpoint.`, {
    hint: 'Leave out --legacy and --app, and write the events with eventTypeName, id and properties.',
  });
}

async function readInput(context: Context, file: string): Promise<string> {
  if (file === '-') return readStream(context.world.stdin);
  try {
    return await readFile(resolve(context.world.cwd, file), 'utf8');
  } catch (cause) {
    throw new UsageError('events-missing', `The file ${file} cannot be read.`, {
      hint: 'Pass a file with events, or - to read them from stdin.',
      cause,
    });
  }
}

function tally(sent: readonly Sent[]) {
  const of = (status: Sent['status']): number => sent.filter((event) => event.status === status).length;
  return { sent: of('sent'), failed: of('failed'), uncertain: of('uncertain'), skipped: of('skipped') };
}

function report(context: Context, flags: TimelineFlags, sent: readonly Sent[]): void {
  const summary = tally(sent);
  if (flags.json === true) {
    context.out(json({ format: TIMELINE_FORMAT, summary, events: sent }));
    return;
  }
  const shown = flags.quiet === true ? sent.filter(({ status }) => status !== 'sent') : sent;
  for (const event of shown) context.out(eventLine(context, flags, event));
  const parts = Object.entries(summary).filter(([, amount]) => amount > 0);
  context.out(
    `${count(sent.length, 'event')}: ${parts.map(([word, amount]) => `${amount} ${word}`).join(', ') || 'nothing to send'}.\n`,
  );
  const unsafe = sent.filter(
    (event) => !event.repeatable && (event.status === 'sent' || event.status === 'uncertain'),
  ).length;
  if (unsafe > 0) {
    context.note(
      `Events without an id: ${unsafe}. Sending the file again would create them twice. Give each event an id before sending it again.`,
    );
  }
}

function eventLine(context: Context, flags: TimelineFlags, event: Sent): string {
  const { added, error } = buildStyle(context.world, flags).palette;
  const sign = event.status === 'sent' ? added('+ sent     ') : error(`! ${event.status.padEnd(9)}`);
  const id = event.id === undefined ? '' : `  id ${terminalLine(event.id)}`;
  const message = event.message === undefined ? '' : `\n      ${terminalLine(event.message)}`;
  const hint = event.hint === undefined ? '' : `\n      help: ${terminalLine(event.hint)}`;
  return `  ${sign} ${positionText(event.provenance)}${id}${message}${hint}\n`;
}

function chooseExit(context: Context, sent: readonly Sent[]): number {
  const { failed, uncertain, skipped } = tally(sent);
  if (context.signal.aborted) return EXIT.interrupted;
  if (uncertain > 0) return EXIT.uncertain;
  if (failed + skipped === 0) return EXIT.done;
  return sent.length > failed + skipped ? EXIT.partial : EXIT.error;
}
