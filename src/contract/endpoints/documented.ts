/** Common members of the endpoints of the documented surface. */

export const json = { surface: 'documented', authorized: true, encoding: 'json', query: undefined } as const;

export const get = {
  surface: 'documented',
  method: 'GET',
  effect: 'read',
  encoding: 'none',
  body: undefined,
  query: undefined,
  status: 200,
} as const;
