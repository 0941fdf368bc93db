import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  commandData,
  commandProperty,
  htmlText,
  markdownBlock,
  markdownCode,
  markdownHtml,
  markdownText,
  terminalLine,
  terminalLines,
} from '../../src/report/escape.ts';

test('escape sequences, bidirectional overrides, invisible characters and lone surrogates become visible', () => {
  expect(terminalLine('a\u001b[31mb\u009b2J\u202ec\u200bd\ud800e\u{e0041}f\r\n\tg')).toBe(
    'a\\u001b[31mb\\u009b2J\\u202ec\\u200bd\\ud800e\\u{e0041}f\\r\\n\\tg',
  );
  expect(terminalLines('a\n\tb\u0007')).toBe('a\n\tb\\u0007');
});

test('ordinary text of any script stays as it is', () => {
  const text = 'Größe, 高さ, ميزة, 👩‍💻 "quoted" \\ slash';
  expect(terminalLine(text)).toBe(text);
});

test('no text whatever puts a control character on the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(/[\p{Cc}\p{Surrogate}\u202a-\u202e]/u.test(terminalLine(text))).toBe(false);
    }),
  );
});

test('Markdown text holds no markup, HTML, mention or link', () => {
  expect(markdownText('<img src=x> **b** @team [x](http://y) | `c`')).toBe(
    '&lt;img src=x&gt; \\*\\*b\\*\\* @&#8203;team \\[x\\]\\(http:&#8203;&#47;&#47;y\\) \\| \\`c\\`',
  );
});

test('text that the Git host would link is split by an invisible character', () => {
  expect(markdownText('fixes #12, GH-7, ann@example.org, www.example.org')).toBe(
    'fixes \\#&#8203;12, GH\\-&#8203;7, ann@&#8203;example.org, www.&#8203;example.org',
  );
  expect(markdownHtml('<b> @team #12 http://y')).toBe('&lt;b&gt; @&#8203;team #&#8203;12 http:&#8203;//y');
});

test('a code span or block cannot be closed from inside', () => {
  expect(markdownCode('a`b``c|d')).toBe('``` a`b``c|d ```');
  expect(markdownBlock('a\n```\nb')).toBe('````\na\n```\nb\n````');
});

test('HTML text can leave neither its element nor its attribute', () => {
  expect(htmlText(`</pre><script>"'&`)).toBe('&lt;/pre&gt;&lt;script&gt;&quot;&#39;&amp;');
});

test('a workflow command takes the text as data', () => {
  expect(commandData('100%\n::error::x')).toBe('100%25%0A::error::x');
  expect(commandProperty('a:b,c')).toBe('a%3Ab%2Cc');
});
