/** A person who takes the decision on the consent page; the redirect ends at the waiting command. */

export async function decideIn(address: string, decision: 'allow' | 'deny', hubId: number): Promise<true> {
  const url = new URL(address);
  const form = new URLSearchParams(url.searchParams);
  form.set('decision', decision);
  form.set('hub_id', String(hubId));
  await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body: form });
  return true;
}
