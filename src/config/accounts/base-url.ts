/** Checks the base URLs that a token may be sent to: https to any host, http to this machine only. */

import { isLoopback } from '../../model/host.ts';

export interface RefusedUrl {
  readonly refused: string;
  readonly hint: string;
}

/** Returns the URL without a trailing slash, or a sentence that explains the refusal. The sentence does not contain the URL. */
export function readBaseUrl(text: string): { readonly url: string } | RefusedUrl {
  const form = /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?\/?$/i.exec(text);
  if (form === null) {
    return {
      refused: 'baseUrl must be https:// and a host, optionally with a port: no user, path, query or fragment.',
      hint: formHint(text),
    };
  }
  if (text.length > LONGEST || !URL.canParse(text)) return { refused: 'baseUrl is not a valid address.', hint: FORMS };
  const url = new URL(text);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      refused: 'http is allowed only for this machine (localhost, 127.0.0.1, [::1]); tokens need https.',
      hint: 'Write https:// instead.',
    };
  }
  return { url: url.origin };
}

/** A host name has at most 253 characters. Scheme and port are added to it. */
const LONGEST = 270;
const FORMS = 'Write it as https://api.hubapi.com, or http://127.0.0.1:4010 for the embedded service.';

/** Shows only URLs of this machine, because any other text may be a misplaced token. */
function formHint(text: string): string {
  const local = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i.test(text);
  return local ? `Write http://${text}.` : FORMS;
}
