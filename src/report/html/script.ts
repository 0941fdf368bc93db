/** The one script of a page: it shows the rows that are looked at, filters and counts them. Without it the page is whole. */

/**
 * The rows stand in `noscript`, one per line: with a script they are text, so that a page of 10,000 opens at once, and become
 * elements in slices as they come into view. Their text was escaped when the page was made; nothing else becomes markup here.
 */
export const SCRIPT = `'use strict';
(() => {
  const SLICE = 25;
  const ALL_AT_ONCE = 300;
  const ROW_HEIGHT = 40;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  if (byId('filters')) showRows();
  tellExpiry();

  function showRows() {
    const filters = byId('filters');
    const search = byId('search');
    const attention = byId('attention');
    const facets = all('fieldset', filters).map((set) => all('button', set));
    const bits = new Map(['attention', ...facets.flat().map((button) => button.value)].map((name, at) => [name, 1 << at]));
    const bitsOf = remembered((names) => names.split(' ').reduce((sum, name) => sum | (bits.get(name) ?? 0), 0));
    const lines = [];
    const groups = all('.rows').map((box) => {
      const first = lines.length;
      for (const line of box.firstElementChild.textContent.split('\\n')) if (line !== '') lines.push(line);
      return { box, first, end: lines.length, shown: undefined };
    });
    const marks = lines.map((line) => bitsOf(line.slice(16, line.indexOf('"', 16))));
    const textOf = remembered((at) => plainText(lines[at]).toLowerCase());
    const parts = all('.part').map((part) => ({
      part,
      groups: groups.filter(({ box }) => part.contains(box)),
      count: part.querySelector('.count'),
    }));
    const elements = new Map();
    const frame = document.createElement('template');
    let opens;
    let slices = new Map();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) fill(target);
      },
      { rootMargin: '800px' },
    );

    function elementOf(at) {
      let element = elements.get(at);
      if (element) return element;
      frame.innerHTML = lines[at];
      element = frame.content.firstElementChild;
      if (opens !== undefined) element.open = opens;
      elements.set(at, element);
      return element;
    }

    function fill(box) {
      const rows = slices.get(box);
      if (!rows) return;
      slices.delete(box);
      watch.unobserve(box);
      box.style.height = '';
      box.replaceChildren(...rows.map(elementOf));
    }

    function layOut(group, rows) {
      const same = group.shown?.length === rows.length && rows.every((at, index) => at === group.shown[index]);
      if (same) return;
      for (const box of group.box.children) {
        slices.delete(box);
        watch.unobserve(box);
      }
      group.shown = rows;
      const boxes = [];
      for (let from = 0; from < rows.length; from += SLICE) {
        const box = document.createElement('div');
        const members = rows.slice(from, from + SLICE);
        box.style.height = members.length * ROW_HEIGHT + 'px';
        slices.set(box, members);
        boxes.push(box);
      }
      group.box.replaceChildren(...boxes);
    }

    function show() {
      const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
      const masks = facets.map((set) => set.filter(pressed).reduce((sum, { value }) => sum | bits.get(value), 0));
      if (pressed(attention)) masks.push(bits.get('attention'));
      const chosen = masks.filter((mask) => mask !== 0);
      const passes = (at) =>
        chosen.every((mask) => (marks[at] & mask) !== 0) && words.every((word) => textOf(at).includes(word));
      let total = 0;
      for (const group of groups) {
        const rows = [];
        for (let at = group.first; at < group.end; at += 1) if (passes(at)) rows.push(at);
        layOut(group, rows);
        total += rows.length;
      }
      for (const { part, groups: members, count } of parts) {
        const sum = members.reduce((before, { shown }) => before + shown.length, 0);
        part.hidden = sum === 0;
        count.textContent = sum + '' === count.dataset.of ? sum : sum + ' of ' + count.dataset.of;
      }
      const filtered = words.length + chosen.length > 0;
      byId('shown').textContent = (filtered ? total + ' of ' : 'All ') + lines.length + ' shown.';
      byId('clear').disabled = !filtered;
      if (lines.length <= ALL_AT_ONCE) fillAll();
      else for (const box of slices.keys()) watch.observe(box);
    }

    function fillAll() {
      for (const box of [...slices.keys()]) fill(box);
    }

    function openAll(open) {
      opens = open;
      for (const element of elements.values()) element.open = open;
    }

    filters.addEventListener('click', ({ target }) => {
      const button = target.closest('button[aria-pressed]');
      if (!button) return;
      press(button, !pressed(button));
      show();
    });
    search.addEventListener('input', show);
    byId('clear').addEventListener('click', () => {
      search.value = '';
      for (const button of all('button[aria-pressed]', filters)) press(button, false);
      show();
      search.focus();
    });
    byId('open').addEventListener('click', () => openAll(true));
    byId('close').addEventListener('click', () => openAll(false));
    let closed = [];
    addEventListener('beforeprint', () => {
      fillAll();
      closed = all('details:not([open])');
      for (const details of closed) details.open = true;
    });
    addEventListener('afterprint', () => {
      for (const details of closed) details.open = false;
    });
    filters.hidden = false;
    show();
    // What is searched is read while nobody waits, a few rows at a time.
    const idle = window.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 5 }), 50));
    let next = 0;
    idle(function read(deadline) {
      while (next < lines.length && deadline.timeRemaining() > 1) textOf(next++);
      if (next < lines.length) idle(read);
    });
  }

  function pressed(button) {
    return button.getAttribute('aria-pressed') === 'true';
  }

  function press(button, value) {
    button.setAttribute('aria-pressed', String(value));
  }

  function plainText(line) {
    const signs = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#10;': ' ' };
    return line.replace(/<[^>]*>/g, ' ').replace(/&[^;]+;/g, (entity) => signs[entity] ?? entity);
  }

  function remembered(make) {
    const made = new Map();
    return (key) => {
      if (!made.has(key)) made.set(key, make(key));
      return made.get(key);
    };
  }

  function tellExpiry() {
    const expired = byId('expired');
    if (expired && Date.now() > Date.parse(expired.dataset.expires)) expired.hidden = false;
  }
})();
`;
