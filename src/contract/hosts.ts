/**
 * The host names that the servers of trueup accept. Other names are refused, because a page can point its own name at this machine (DNS
 * rebinding).
 */

/** Ignores the port, because a container or a tunnel may use another port. */
export interface Hosts {
  /** Returns true if the value of a Host header is accepted. */
  admits(host: string | undefined): boolean;
  /** Adds an address on which the server listens. */
  listenOn(host: string): void;
}

/** Accepts loopback names, the given names, and the listened addresses. */
export function createHosts(allowed: readonly string[]): Hosts {
  const names = new Set(allowed.map(canonical));
  let everywhere = false;
  return {
    admits(host) {
      const name = normalizeName(host);
      if (name === undefined) return false;
      // An IP address cannot be rebound. A page at this address was loaded from it.
      return isLoopback(name) || names.has(name) || (everywhere && isAddress(name));
    },
    listenOn(host) {
      const name = canonical(host);
      if (name === '0.0.0.0' || name === '::') everywhere = true;
      else names.add(name);
    },
  };
}

function normalizeName(host: string | undefined): string | undefined {
  const [, name] = /^(\[[0-9a-f:.]+\]|[^:@/?#\\\s[\]]+)(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  return name === undefined ? undefined : canonical(name);
}

/** Returns the name in lower case, without the brackets of an IPv6 address and without a trailing dot. */
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
