/** Posts a sentence to the address in `notice-url`, in the form that chat systems take: `{ "text": … }`. */

import { TrueupError } from '../errors.ts';
import type { Run } from './run.ts';

const TIMEOUT_MS = 15_000;

/** Posts the text, or does nothing without an address. Throws TrueupError `notice-refused`, TransportError. */
export async function postNotice({ inputs, transport, step }: Run, text: string): Promise<void> {
  const address = inputs['notice-url'];
  if (address === undefined) return;
  const { status } = await transport.send(
    {
      method: 'POST',
      url: address.reveal(),
      headers: { 'content-type': 'application/json', 'user-agent': 'trueup' },
      body: JSON.stringify({ text: step.redaction.scrub(text) }),
    },
    { timeoutMs: TIMEOUT_MS },
  );
  if (status >= 200 && status <= 299) return;
  throw new TrueupError('notice-refused', `The address in notice-url answered with status ${status}.`, {
    hint: 'It must take a POST of a JSON object with the member text, as chat systems do for incoming webhooks.',
  });
}
