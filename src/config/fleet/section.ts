/** The fleet section, which only one of the files has, and the apps of its accounts. */

import { defined } from '../../contract/defined.ts';
import { SURFACES } from '../../contract/surfaces.ts';
import type { Finding } from '../../model/finding.ts';
import { COUNTED, type FleetSettings, type Thresholds } from '../../model/fleet.ts';
import { type Fields, mapping } from '../../model/json.ts';
import type { AllowedHosts } from '../accounts/allowed-hosts.ts';
import { type AppClient, checkApp, readAppClients } from '../accounts/app-credentials.ts';
import type { DeclaredApp } from '../accounts/apps.ts';
import { readBaseUrl } from '../accounts/base-url.ts';
import { hostFindings } from '../accounts/host-finding.ts';
import { namedVersions } from '../accounts/surface.ts';
import type { CheckedFile } from '../check/check.ts';
import { findValue } from '../check/checked.ts';
import type { Visible } from '../check/visible.ts';
import { buildFindingAt } from '../yaml/position.ts';

export interface ReadFleet {
  /** True if a file has the section. */
  readonly isDeclared: boolean;
  readonly settings: FleetSettings;
  /** Credentials by app id. */
  readonly apps: ReadonlyMap<string, AppClient>;
  /** Ids of apps with a client id in the files, even if its variables are not set. */
  readonly named: readonly string[];
  /** Findings that matter even without a fleet. */
  readonly findings: readonly Finding[];
  /** Findings that matter only for a fleet: unset credentials, or a host that no token may be sent to. */
  readonly needs: readonly Finding[];
}

export interface FleetContext {
  readonly visible: Visible;
  /** Undefined if the host is not checked. */
  readonly allowed: AllowedHosts | undefined;
}

/** Faulty fields already have findings. Here they count as missing. */
export function readFleet(
  files: readonly CheckedFile[],
  apps: readonly DeclaredApp[],
  { visible, allowed }: FleetContext,
): ReadFleet {
  const having = files.filter(({ value }) => mapping(value)?.['fleet'] !== undefined);
  const [file, ...others] = having;
  const clients = readAppClients(apps, files, visible);
  const address = file === undefined ? NO_ADDRESS : readAddress(file, allowed);
  return {
    isDeclared: file !== undefined,
    settings: {
      ...readSettings(mapping(findValue(file?.value ?? {}, ['fleet'])) ?? {}),
      ...defined({ baseUrl: address.url }),
    },
    apps: clients.clients,
    named: apps.filter(({ fields }) => Object.hasOwn(fields, 'clientId')).map(({ id }) => id),
    findings: [
      ...apps.flatMap((app) => checkApp(app).map((problem) => buildFindingAt(app.document, problem))),
      ...address.findings,
      ...others.map((other) => declaredTwice(other, file)),
    ],
    needs: [...address.needs, ...clients.findings],
  };
}

function readSettings(fields: Fields): FleetSettings {
  return {
    ...defined({ surface: SURFACES.find((one) => one === fields['surface']) }),
    versions: namedVersions(fields['versions']),
    thresholds: readThresholds(mapping(fields['thresholds']) ?? {}),
  };
}

function readThresholds(fields: Fields): Thresholds {
  return Object.fromEntries(
    COUNTED.flatMap((counted) => {
      const { percent, above } = mapping(fields[counted]) ?? {};
      return typeof percent === 'number' && typeof above === 'number' ? [[counted, { percent, above }]] : [];
    }),
  );
}

type Address = Pick<ReadFleet, 'findings' | 'needs'> & { readonly url?: string };

const NO_ADDRESS: Address = { findings: [], needs: [] };
const AT = ['fleet', 'baseUrl'] as const;

function readAddress({ document, value }: CheckedFile, allowed: AllowedHosts | undefined): Address {
  const text = findValue(value, AT);
  if (typeof text !== 'string') return NO_ADDRESS;
  const refused = (message: string, hint: string): Finding =>
    buildFindingAt(document, { code: 'base-url-refused', severity: 'error', path: AT, at: 'value', message, hint });
  if (text.includes('${')) {
    return { findings: [], needs: [refused('baseUrl has no value.', 'Set the variable that it names.')] };
  }
  const read = readBaseUrl(text);
  if ('refused' in read) return { findings: [refused(read.refused, read.hint)], needs: [] };
  const provenance = document.position(AT, 'value');
  return { url: read.url, findings: [], needs: hostFindings(read.url, allowed, { provenance }) };
}

function declaredTwice(file: CheckedFile, first: CheckedFile | undefined): Finding {
  return {
    code: 'declared-twice',
    severity: 'error',
    message: 'The fleet is declared twice.',
    hint: 'Keep one of the two sections.',
    provenance: file.document.position(['fleet'], 'key'),
    ...(first && { related: first.document.position(['fleet'], 'key') }),
  };
}
