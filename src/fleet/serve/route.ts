/** Which view a path names: the same paths give a page, and JSON below `/api`. */

export type View =
  | { readonly kind: 'fleet' }
  | { readonly kind: 'rollout' | 'accounts'; readonly rollout: string }
  | { readonly kind: 'account'; readonly rollout: string; readonly hubId: number }
  | { readonly kind: 'cluster'; readonly rollout: string; readonly shape: string };

export type Route =
  | { readonly kind: 'health' | 'metrics' }
  | { readonly kind: 'view'; readonly view: View; readonly as: 'json' | 'page' };

/** Undefined where there is nothing. */
export function routeOf(path: string): Route | undefined {
  if (path === '/healthz') return { kind: 'health' };
  if (path === '/metrics') return { kind: 'metrics' };
  const parts = partsOf(path);
  const isApi = parts?.[0] === 'api';
  const view = parts === undefined ? undefined : viewOf(isApi ? parts.slice(1) : parts);
  return view === undefined ? undefined : { kind: 'view', view, as: isApi ? 'json' : 'page' };
}

export function pathTo(view: View): string {
  switch (view.kind) {
    case 'fleet':
      return '/';
    case 'rollout':
      return `/rollouts/${encodeURIComponent(view.rollout)}`;
    case 'accounts':
      return `/rollouts/${encodeURIComponent(view.rollout)}/accounts`;
    case 'account':
      return `/rollouts/${encodeURIComponent(view.rollout)}/accounts/${view.hubId}`;
    case 'cluster':
      return `/rollouts/${encodeURIComponent(view.rollout)}/clusters/${encodeURIComponent(view.shape)}`;
  }
}

function viewOf(parts: readonly string[]): View | undefined {
  const [first, rollout = '', part, name = '', ...rest] = parts;
  if (first === undefined) return { kind: 'fleet' };
  if (first !== 'rollouts' || rollout === '' || rest.length > 0) return undefined;
  if (part === undefined) return { kind: 'rollout', rollout };
  if (part === 'accounts' && name === '') return { kind: 'accounts', rollout };
  if (part === 'accounts' && /^\d{1,15}$/.test(name)) return { kind: 'account', rollout, hubId: Number(name) };
  return part === 'clusters' && name !== '' ? { kind: 'cluster', rollout, shape: name } : undefined;
}

function partsOf(path: string): readonly string[] | undefined {
  try {
    return path
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
