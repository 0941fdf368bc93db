/** The hosts that a token may be sent to. The user who starts a run lists them, and the files cannot add a host. */

import { isLoopback, LOOPBACK_NAME, parseHost, VENDOR, VENDOR_NAME } from '../../model/host.ts';

interface HostPattern {
  /** Name in the form of URL: lower case, punycode, IPv4 in four decimal parts. It has no trailing dot. */
  readonly name: string;
  /** Undefined means the port of https. */
  readonly port: string | undefined;
  /** True if the pattern matches the subdomains of the name, but not the name itself. */
  readonly isWildcard: boolean;
}

export type AllowedHosts = readonly HostPattern[];

/** The hosts of the service, in each of its regions. */
export const VENDOR_HOSTS = [VENDOR_NAME] as const;
/** The hosts of the service, and this machine. */
export const USUAL_HOSTS = [...VENDOR_HOSTS, LOOPBACK_NAME] as const;

export interface ReadHosts {
  readonly hosts: AllowedHosts;
  /** A sentence for each invalid entry. */
  readonly faults: readonly string[];
}

/** Reads entries of the form `host`, `host:port` or `*.domain`. */
export function readAllowedHosts(entries: readonly string[]): ReadHosts {
  const read = entries.map((entry) => readEntry(entry.trim()));
  return {
    hosts: read.filter((one) => typeof one !== 'string'),
    faults: read.filter((one) => typeof one === 'string'),
  };
}

/** True if the host of the URL is listed. A URL without a port has the port of its scheme. */
export function allows(hosts: AllowedHosts, baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const url = new URL(baseUrl);
  const name = withoutDot(url.hostname);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return hosts.some((pattern) => {
    // All names of this machine are equal, and an embedded service gets another port at each start.
    if (isLoopback(pattern.name)) return isLoopback(name) && (pattern.port === undefined || pattern.port === port);
    if (port !== (pattern.port ?? '443')) return false;
    if (pattern.isWildcard) return name.endsWith(`.${pattern.name}`);
    return name === pattern.name || (pattern.name === VENDOR_NAME && parseHost(`https://${name}:${port}`) === VENDOR);
  });
}

const FORMS = 'write a host, host:port or *.domain, such as crm.example.com';

/** Returns the pattern, or a sentence that explains why the entry is invalid. */
function readEntry(entry: string): HostPattern | string {
  const shown = JSON.stringify(entry);
  const parts = /^(?<wild>\*\.)?(?<host>\[[0-9a-f:.]+\]|[^\s/:?#@\\[\]%*,]+)(?::(?<port>\d{1,5}))?$/i.exec(entry);
  const { wild, host = '', port } = parts?.groups ?? {};
  const text = `https://${host}${port === undefined ? '' : `:${port}`}`;
  if (parts === null || !URL.canParse(text) || Number(port ?? 443) === 0) return `${shown} is not a host: ${FORMS}`;
  const name = withoutDot(new URL(text).hostname);
  if (name === '' || name.startsWith('.')) return `${shown} is not a host: ${FORMS}`;
  if (wild === undefined) return { name, port: port && String(Number(port)), isWildcard: false };
  if (port !== undefined) return `${shown} has a port: a pattern is for the port of https`;
  if (/^\[|^[\d.]+$/.test(name)) return `${shown} is a pattern of an address: write the address itself`;
  if (isPublic(name)) return `${shown} is too broad: any company can have a host below ${name}`;
  return { name, port: undefined, isWildcard: true };
}

/** True for a suffix under which domains are registered: `com`, or a second level of a country such as `co.uk`. */
function isPublic(name: string): boolean {
  const labels = name.split('.');
  return (
    labels.length < 2 || (labels.length === 2 && /^(ac|co|com|edu|gob|gov|go|gv|ne|net|or|org)\.[a-z]{2}$/.test(name))
  );
}

/** Removes a trailing dot, which only marks a complete name. */
function withoutDot(name: string): string {
  return name.replace(/\.$/, '');
}
