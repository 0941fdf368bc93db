/** The script of a page: filters and counts rows, opens and closes them, and tells when a plan has expired. */

/** The source of this function is the script of every page, so it uses nothing outside of itself. A page is complete without it. */
export function runPage() {
  const bar = document.getElementById('filters');
  if (bar !== null) startFilters(bar);
  showExpiry();
  openForPrint();

  /** @param {HTMLElement} bar */
  function startFilters(bar) {
    const search = element('search', HTMLInputElement);
    const attention = element('attention', HTMLButtonElement);
    const clear = element('clear', HTMLButtonElement);
    const said = element('shown', HTMLElement);
    const facets = all(bar, 'fieldset', HTMLFieldSetElement).map((set) => all(set, 'button', HTMLButtonElement));
    const rows = all(document, '.row', HTMLDetailsElement);
    const parts = all(document, '.part', HTMLElement).map((part) => {
      return { part, rows: all(part, '.row', HTMLElement), count: part.querySelector('.count') };
    });
    /** @type {Map<Element, string>} */
    const texts = new Map();

    /** @param {Element} row */
    function readRowText(row) {
      const text = texts.get(row) ?? row.textContent?.toLowerCase() ?? '';
      texts.set(row, text);
      return text;
    }

    function show() {
      const words = search.value.toLowerCase().match(/\S+/g) ?? [];
      const choices = facets.map((buttons) => buttons.filter(isPressed).map(({ value }) => value));
      if (isPressed(attention)) choices.push(['attention']);
      const chosen = choices.filter((names) => names.length > 0);
      for (const row of rows) {
        const passes =
          chosen.every((names) => names.some((name) => row.classList.contains(name))) &&
          words.every((word) => readRowText(row).includes(word));
        if (row.hidden === passes) row.hidden = !passes;
      }
      for (const { part, rows: own, count } of parts) {
        const left = own.filter(isShown).length;
        part.hidden = left === 0;
        if (count !== null) count.textContent = left === own.length ? `${left}` : `${left} of ${own.length}`;
      }
      const filtered = words.length + chosen.length > 0;
      said.textContent = `${filtered ? `${rows.filter(isShown).length} of` : 'All'} ${rows.length} shown.`;
      clear.disabled = !filtered;
    }

    bar.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button[aria-pressed]') : null;
      if (button === null) return;
      press(button, !isPressed(button));
      show();
    });
    search.addEventListener('input', show);
    clear.addEventListener('click', () => {
      search.value = '';
      for (const button of all(bar, 'button[aria-pressed]', HTMLButtonElement)) press(button, false);
      show();
      search.focus();
    });
    element('open', HTMLButtonElement).addEventListener('click', () => open(rows.filter(isShown), true));
    element('close', HTMLButtonElement).addEventListener('click', () => open(rows.filter(isShown), false));
    bar.hidden = false;
    show();
  }

  function openForPrint() {
    /** @type {readonly HTMLDetailsElement[]} */
    let closed = [];
    addEventListener('beforeprint', () => {
      closed = all(document, 'details:not([open])', HTMLDetailsElement);
      open(closed, true);
    });
    addEventListener('afterprint', () => open(closed, false));
  }

  function showExpiry() {
    const expired = document.getElementById('expired');
    if (expired === null || Date.now() <= Date.parse(expired.dataset['expires'] ?? '')) return;
    expired.hidden = false;
    for (const verdict of all(document, '.verdict.go,.verdict.warn', HTMLElement)) verdict.hidden = true;
  }

  /**
   * @template {HTMLElement} Kind
   * @param {string} id
   * @param {new () => Kind} kind
   */
  function element(id, kind) {
    const found = document.getElementById(id);
    if (!(found instanceof kind)) throw new Error(`The page has no #${id}.`);
    return found;
  }

  /**
   * @template {HTMLElement} Kind
   * @param {ParentNode} within
   * @param {string} selector
   * @param {new () => Kind} kind
   */
  function all(within, selector, kind) {
    /** @type {Kind[]} */
    const found = [];
    for (const one of within.querySelectorAll(selector)) if (one instanceof kind) found.push(one);
    return found;
  }

  /** @param {Element} button */
  function isPressed(button) {
    return button.getAttribute('aria-pressed') === 'true';
  }

  /**
   * @param {Element} button
   * @param {boolean} pressed
   */
  function press(button, pressed) {
    button.setAttribute('aria-pressed', String(pressed));
  }

  /** @param {HTMLElement} row */
  function isShown(row) {
    return !row.hidden;
  }

  /**
   * @param {readonly HTMLDetailsElement[]} list
   * @param {boolean} value
   */
  function open(list, value) {
    for (const details of list) details.open = value;
  }
}
