/** Which base addresses a token may be sent to: https anywhere, http to this machine only. */

import { isLoopback } from '../../model/host.ts';

/** The address without a final slash, or a sentence that says why it is refused; the address itself is not repeated. */
export function readBaseUrl(text: string): { readonly url: string } | { readonly refused: string } {
  const form = /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?\/?$/i.exec(text);
  if (form === null) {
    return {
      refused: 'baseUrl must be https:// and a host, optionally with a port: no user, path, query or fragment.',
    };
  }
  if (!URL.canParse(text)) return { refused: 'baseUrl is not a valid address.' };
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { refused: 'http is allowed only for this machine (localhost, 127.0.0.1, [::1]); tokens need https.' };
  }
  return { url: url.origin };
}
