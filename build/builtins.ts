/**
 * Replaces import statements of Node.js modules with `process.getBuiltinModule`. An import statement reads every member of the
 * module, and some members load more modules (streams, sockets) even if they are not used.
 */

import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import type { Plugin } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const VIRTUAL = '\0node:';
const REQUIRED = '\0required:';

export function builtins(): Plugin {
  return {
    name: 'builtins',
    resolveId(id, importer = '', { kind }) {
      if (!isBuiltin(id)) return null;
      // One module for each importer, so that a member is read only where it is imported.
      const bare = id.replace(/^node:/, '');
      const name = `${bare}?${relative(ROOT, importer)}`;
      // What CommonJS requires, without a require function, which would load more of Node.js.
      if (kind === 'require-call') return REQUIRED + bare;
      const isOurs = kind === 'import-statement' && !importer.startsWith('\0');
      return isOurs ? VIRTUAL + name : { id, external: true, moduleSideEffects: false };
    },
    load(id) {
      if (id.startsWith(REQUIRED))
        return `module.exports = process.getBuiltinModule('node:${id.slice(REQUIRED.length)}');`;
      return id.startsWith(VIRTUAL) ? codeOf(id.slice(VIRTUAL.length).split('?')[0] ?? '') : null;
    },
  };
}

/** A member is read only if the bundle imports it. The members of a default import are read when they are used. */
function codeOf(name: string): string {
  const module: unknown = process.getBuiltinModule(`node:${name}`);
  const members = Object.keys(module ?? {}).filter((key) => /^[A-Za-z]\w*$/.test(key));
  const getters = members.map((key) => `  get ${key}() { return whole().${key}; },`);
  const isObject = typeof module === 'object' && name !== 'process';
  return [
    `function whole() { return process.getBuiltinModule('node:${name}'); }`,
    'function member(name) { return whole()[name]; }',
    ...members.map((key) => `export const ${key} = /* @__PURE__ */ member('${key}');`),
    ...(isObject ? ['export default {', ...getters, '};'] : ['export default /* @__PURE__ */ whole();']),
  ].join('\n');
}
