/** Which hosts a token may be sent to, as whoever starts a run lists them: the files cannot add one. */

import { hostOf, isLoopback, LOOPBACK_NAME, VENDOR, VENDOR_NAME } from '../../model/host.ts';

interface HostPattern {
  /** As URL gives it: lower case, punycode, IPv4 in four decimal parts; without a dot at the end. */
  readonly name: string;
  /** Undefined: that of https. */
  readonly port: string | undefined;
  /** Whether it stands for the subdomains of the name, and not for the name itself. */
  readonly isWildcard: boolean;
}

export type AllowedHosts = readonly HostPattern[];

/** The service itself, in each of its regions. */
export const VENDOR_HOSTS = [VENDOR_NAME] as const;
/** The same, and this machine. */
export const USUAL_HOSTS = [...VENDOR_HOSTS, LOOPBACK_NAME] as const;

export interface ReadHosts {
  readonly hosts: AllowedHosts;
  /** A sentence for each entry that is none. */
  readonly faults: readonly string[];
}

/** Each entry is `host`, `host:port` or `*.domain`. */
export function readAllowedHosts(entries: readonly string[]): ReadHosts {
  const read = entries.map((entry) => readEntry(entry.trim()));
  return {
    hosts: read.filter((one) => typeof one !== 'string'),
    faults: read.filter((one) => typeof one === 'string'),
  };
}

/** Whether the address is that of a listed host. An address without a port is at the one of its scheme. */
export function allows(hosts: AllowedHosts, baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const url = new URL(baseUrl);
  const name = withoutDot(url.hostname);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return hosts.some((pattern) => {
    // The names of this machine lead to one place, and an embedded service has another port with each start.
    if (isLoopback(pattern.name)) return isLoopback(name) && (pattern.port === undefined || pattern.port === port);
    if (port !== (pattern.port ?? '443')) return false;
    if (pattern.isWildcard) return name.endsWith(`.${pattern.name}`);
    return name === pattern.name || (pattern.name === VENDOR_NAME && hostOf(`https://${name}:${port}`) === VENDOR);
  });
}

const FORMS = 'write a host, host:port or *.domain, such as crm.example.com';

/** The pattern, or a sentence that says why it is none. */
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
  if (isPublic(name)) return `${shown} is too broad: anyone can have a host below ${name}`;
  return { name, port: undefined, isWildcard: true };
}

/** Where domains are registered: `com`, and second levels of countries such as `co.uk`. */
function isPublic(name: string): boolean {
  const labels = name.split('.');
  return (
    labels.length < 2 || (labels.length === 2 && /^(ac|co|com|edu|gob|gov|go|gv|ne|net|or|org)\.[a-z]{2}$/.test(name))
  );
}

/** A dot at the end of a name says that it is complete. */
function withoutDot(name: string): string {
  return name.replace(/\.$/, '');
}
