/** The host names that a server of ours accepts: a page that points its own name at this machine is refused (DNS rebinding). */

/** Whatever port: a container or a tunnel may show another one than is listened on. */
export interface Hosts {
  /** Takes a Host header. */
  admits(host: string | undefined): boolean;
  /** Adds an address that is listened on. */
  listenOn(host: string): void;
}

/** Loopback always; beside it the given names, and what is listened on. */
export function createHosts(allowed: readonly string[]): Hosts {
  const names = new Set(allowed.map(canonical));
  let everywhere = false;
  return {
    admits(host) {
      const name = nameOf(host);
      if (name === undefined) return false;
      // An address cannot be pointed elsewhere: a page at an address was loaded from it.
      return isLoopback(name) || names.has(name) || (everywhere && isAddress(name));
    },
    listenOn(host) {
      const name = canonical(host);
      if (name === '0.0.0.0' || name === '::') everywhere = true;
      else names.add(name);
    },
  };
}

function nameOf(host: string | undefined): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[^:@/?#\\\s[\]]+)(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return name === undefined ? undefined : canonical(name);
}

/** In lower case, without the brackets of an IPv6 address and without the dot that ends a whole name. */
function canonical(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name);
}

function isAddress(name: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name) || name.includes(':');
}
