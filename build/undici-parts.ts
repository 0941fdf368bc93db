/** Leaves out what undici loads and the client never uses: HTTP/2, SOCKS proxies, and modules of Node.js. */

import type { Plugin } from 'rolldown';

const VIRTUAL = '\0undici:';
const UNDICI = '/node_modules/undici/';

/** undici reads how long the headers of a reply may be, which only an option of Node.js changes, and the class of streams that are no body of ours. */
const HTTP = `const told = [process.env.NODE_OPTIONS, ...process.execArgv].join(' ');
module.exports = told.includes('max-http-header-size') ? process.getBuiltinModule('node:http') : { maxHeaderSize: 16 * 1024 };`;

/** Loads the printer of comparisons only where an assertion fails. */
const ASSERT = `module.exports = function assert(...given) {
  if (!given[0]) process.getBuiltinModule('node:assert')(...given);
};`;

/** By what is required, the code in its place. What throws is never called: the transport has turned it off, or accepts no such address. */
const INSTEAD: Readonly<Record<string, string>> = {
  'node:http': HTTP,
  'node:assert': ASSERT,
  './client-h2.js': absent('HTTP/2'),
  './socks5-proxy-agent': absent('SOCKS proxies'),
};

export function undiciParts(): Plugin {
  return {
    name: 'undici-parts',
    resolveId: (id, importer = '') => (importer.includes(UNDICI) && Object.hasOwn(INSTEAD, id) ? VIRTUAL + id : null),
    load: (id) => (id.startsWith(VIRTUAL) ? INSTEAD[id.slice(VIRTUAL.length)] : null),
  };
}

function absent(what: string): string {
  return `module.exports = function absent() { throw new Error('This build of undici is without ${what}.'); };`;
}
