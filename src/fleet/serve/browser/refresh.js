/** What runs in the status page: it asks for the page again and shows what has changed, without moving the focus or closing what is open. */

/** Its source is the script of the page, so it uses nothing from outside of itself. Without it the page reloads itself. */
export function runRefresh() {
  const PAUSE_MS = 5000;
  const button = document.getElementById('refresh');
  const said = document.getElementById('refreshed');
  if (button === null || said === null) return;
  let isOn = true;
  let last = '';
  button.hidden = false;
  button.addEventListener('click', () => {
    isOn = !isOn;
    button.setAttribute('aria-pressed', String(isOn));
  });
  setInterval(() => {
    if (isOn && !document.hidden) void refresh(said);
  }, PAUSE_MS);

  /** @param {HTMLElement} said */
  async function refresh(said) {
    try {
      const reply = await fetch(location.href, { signal: AbortSignal.timeout(2 * PAUSE_MS) });
      if (!reply.ok) throw new Error(`The server said ${reply.status}.`);
      const text = await reply.text();
      if (text !== last) show(new DOMParser().parseFromString(text, 'text/html'));
      last = text;
      if (said.textContent !== '') said.textContent = '';
    } catch {
      // Said once, not at each try.
      const words = 'The server does not answer: what is shown is no longer current.';
      if (said.textContent !== words) said.textContent = words;
    }
  }

  /** @param {Document} next */
  function show(next) {
    const focused = keyOf(document.activeElement);
    const open = new Set([...document.querySelectorAll('details[open]')].map(keyOf));
    for (const id of ['state', 'content']) {
      const now = document.getElementById(id);
      const then = next.getElementById(id);
      if (now !== null && then !== null && now.innerHTML !== then.innerHTML) now.replaceChildren(...then.childNodes);
    }
    for (const details of document.querySelectorAll('details')) {
      if (open.has(keyOf(details))) details.open = true;
    }
    if (focused === undefined || keyOf(document.activeElement) === focused) return;
    for (const one of document.querySelectorAll('a[href],summary')) {
      if (one instanceof HTMLElement && keyOf(one) === focused) one.focus({ preventScroll: true });
    }
  }

  /**
   * What tells an element in the next version of the page.
   * @param {Element | null} element
   */
  function keyOf(element) {
    if (element instanceof HTMLAnchorElement) return element.href;
    return element?.id || element?.parentElement?.id || undefined;
  }
}
