import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScrubber, HIDDEN, SHORTEST_KNOWN, scrubbed } from '../../src/contract/scrub.ts';
import { commandData, htmlText, markdownText } from '../../src/report/escape.ts';

/** Random token of allowed characters. */
const token = fc.string({
  unit: fc.constantFrom(...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))),
  minLength: 12,
  maxLength: 60,
});

/** Encodes a text as the client sends a member of a query or a form. */
const inForm = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);

/** Each way in which a text reaches a reader. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify({ text }),
  'json with escaped slashes': (text) => JSON.stringify({ text }).replaceAll('/', '\\/'),
  percent: encodeURIComponent,
  'percent in lower case': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'a form': inForm,
  'a form in lower case': (text) => inForm(text).replace(/%../g, (code) => code.toLowerCase()),
  'a form in a query': (text) => encodeURIComponent(inForm(text)),
  html: htmlText,
  'in lower case': (text) => text.toLowerCase(),
  'in upper case': (text) => text.toUpperCase(),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex in upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'percent, each character': (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  'a workflow command': (text) => commandData(encodeURIComponent(text)),
  'a Basic header': (text) => Buffer.from(`client:${text}`).toString('base64'),
  'another Basic header': (text) => Buffer.from(`client-1:${text}`).toString('base64'),
  'a third Basic header': (text) => Buffer.from(`client-12:${text}`).toString('base64url'),
};

describe('a scrubber', () => {
  it.each(Object.entries(WAYS))('leaves nothing of a secret in a text that is %s', (_, way) => {
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (secret, before, after) => {
        const { scrub } = createScrubber([secret], SHORTEST_KNOWN);
        const shown = scrub(way(before + secret + after));
        // The signs at both ends of base64 also hold bits of their neighbours.
        const part = way(secret).slice(2, -4).slice(0, 16);
        // The text before and after may contain the same characters by chance.
        fc.pre(!way(before + after).includes(part));
        expect(shown).toContain(HIDDEN);
        expect(shown).not.toContain(part);
      }),
    );
  });

  it('leaves nothing of a usual token in Markdown', () => {
    const { scrub } = createScrubber(['pat-na1-1b2c_3d4e.5f'], SHORTEST_KNOWN);
    expect(scrub(markdownText('Tier pat-na1-1b2c_3d4e.5f!'))).toBe('Tier [secret]\\!');
  });

  it('replaces the longest secret first and keeps short secrets', () => {
    const scrubber = createScrubber(['inner-secret', 'short'], SHORTEST_KNOWN);
    scrubber.hide('outer-inner-secret-outer');
    expect(scrubber.scrub('outer-inner-secret-outer, inner-secret, short')).toBe('[secret], [secret], short');
  });

  it('keeps a text without secrets', () => {
    fc.assert(
      fc.property(token, fc.string(), (secret, text) => {
        fc.pre(Object.values(WAYS).every((way) => !text.includes(way(secret).slice(2, 10))));
        expect(createScrubber([secret]).scrub(text)).toBe(text);
      }),
    );
  });
});

describe('a value with secrets in its texts', () => {
  const { scrub } = createScrubber(['hush-hush']);

  it('is the same with every text and key scrubbed', () => {
    expect(scrubbed({ a: ['hush-hush', 1, null], 'b hush-hush': { c: 'x' } }, scrub)).toEqual({
      a: [HIDDEN, 1, null],
      'b [secret]': { c: 'x' },
    });
  });

  it('is passed on as it is where there are none', () => {
    const value = { a: [{ b: 'quiet' }], c: undefined, d: new Date(0) };
    expect(scrubbed(value, scrub)).toBe(value);
  });
});
