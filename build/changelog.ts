/** The changelog as text: what is not released becomes a version, and the notes of a version. */

const UNRELEASED = '## Unreleased\n';

/** `day`: `2026-11-30`. Throws if nothing is listed as unreleased, or the version is there already. */
export function released(text: string, version: string, day: string): string {
  const notes = section(text, UNRELEASED);
  if (notes === undefined || notes === '') throw new Error('CHANGELOG.md lists nothing under Unreleased.');
  if (headingOf(text, version) !== undefined) throw new Error(`CHANGELOG.md lists ${version} already.`);
  return text.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`);
}

/** Throws if the version is not there. */
export function notesOf(text: string, version: string): string {
  const heading = headingOf(text, version);
  const notes = heading === undefined ? undefined : section(text, heading);
  if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return notes;
}

function headingOf(text: string, version: string): string | undefined {
  return text.split(/(?<=\n)/).find((line) => line.startsWith(`## ${version} (`));
}

/** What stands between a heading and the next one of its level. */
function section(text: string, heading: string): string | undefined {
  const start = text.indexOf(heading);
  if (start < 0) return undefined;
  const rest = text.slice(start + heading.length);
  const end = rest.indexOf('\n## ');
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}
