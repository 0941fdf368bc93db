/** The two surfaces of the service, and the versions in the paths of the dated surface, for each resource (interface 11). */

export const SURFACES = ['documented', 'dated'] as const;
export type Surface = (typeof SURFACES)[number];
/** Surface of an account, a fleet or a call without an explicit surface. */
export const DEFAULT_SURFACE: Surface = 'dated';

export interface AnnouncedEnd {
  readonly what: string;
  /** Text such as `on 2027-02-16` or `in September 2027`. */
  readonly when: string;
}

/** Announced ends of parts of a surface, soonest first. */
export const ANNOUNCED_ENDS: Readonly<Record<Surface, readonly AnnouncedEnd[]>> = {
  documented: [
    { what: 'OAuth v1', when: 'on 2027-02-16' },
    { what: 'v4', when: 'on 2027-03-30' },
    { what: 'v1 to v3', when: 'in September 2027' },
  ],
  dated: [],
};

/** Attested versions of each resource. The first version is the default. Property groups and validation rules use the version of properties. */
export const VERSIONS = {
  account: ['2026-03', '2026-09'],
  oauth: ['2026-03', '2026-09'],
  properties: ['2026-09', '2026-03'],
  schemas: ['2026-09', '2026-03'],
  webhooks: ['2026-03', '2026-09'],
  events: ['2026-03', '2026-09'],
  associations: ['2026-03'],
  timeline: ['2026-03'],
  pipelines: ['2026-09'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type VersionedResource = keyof typeof VERSIONS;
export type Versions = { readonly [R in VersionedResource]: (typeof VERSIONS)[R][number] };

interface MovedPaths {
  readonly resource: VersionedResource;
  readonly version: string;
  /** Beginning of the paths in the endpoint table. */
  readonly from: string;
  readonly to: string;
}

const MOVED_PATHS: readonly MovedPaths[] = [
  { resource: 'webhooks', version: '2026-09', from: '/webhooks/', to: '/app-webhooks/' },
];

/** Returns the template of the endpoint table with the beginning that it has in this version of its resource. */
export function templateIn(
  template: string,
  resource: VersionedResource | undefined,
  version: string | undefined,
): string {
  const moved = MOVED_PATHS.find((move) => move.resource === resource && move.version === version);
  return moved === undefined ? template : template.replace(moved.from, moved.to);
}

export const DEFAULT_VERSIONS: Versions = {
  account: VERSIONS.account[0],
  oauth: VERSIONS.oauth[0],
  properties: VERSIONS.properties[0],
  schemas: VERSIONS.schemas[0],
  webhooks: VERSIONS.webhooks[0],
  events: VERSIONS.events[0],
  associations: VERSIONS.associations[0],
  timeline: VERSIONS.timeline[0],
  pipelines: VERSIONS.pipelines[0],
};
