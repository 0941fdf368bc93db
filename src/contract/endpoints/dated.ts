/** Common members of the endpoints of the dated surface (interface 11). */

export const json = { surface: 'dated', authorized: true, encoding: 'json', query: undefined } as const;

export const get = {
  surface: 'dated',
  method: 'GET',
  effect: 'read',
  authorized: true,
  encoding: 'none',
  body: undefined,
  query: undefined,
  status: 200,
} as const;

/** Archives or deletes a resource. A repeated call is refused with 404 (interface 11). */
export const remove = {
  surface: 'dated',
  method: 'DELETE',
  effect: 'purge',
  authorized: true,
  encoding: 'none',
  body: undefined,
  query: undefined,
  reply: undefined,
  status: 204,
} as const;
