/** Creates a self-signed certificate for the names of a test. Clients must be told to trust it. */

import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Good from 2000 to 2099. A name may be an IPv4 address. */
export function certificateFor(names: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = list(ECDSA_WITH_SHA256);
  const name = list(of(0x31, list(COMMON_NAME, of(0x0c, Buffer.from(`trueup test ${names.join(' ')}`)))));
  const alternatives = list(...names.map(alternative));
  const isAuthority = list(of(0x01, Buffer.from([0xff])));
  const body = list(
    of(0xa0, number(2)),
    number(1),
    algorithm,
    name,
    list(of(0x17, Buffer.from('000101000000Z')), of(0x18, Buffer.from('20991231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    of(0xa3, list(extension(ALTERNATIVES, alternatives), extension(CONSTRAINTS, isAuthority))),
  );
  const signature = of(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const text = list(body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${text.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  };
}

function alternative(name: string): Buffer {
  return isIPv4(name) ? of(0x87, Buffer.from(name.split('.').map(Number))) : of(0x82, Buffer.from(name));
}

const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ALTERNATIVES = Buffer.from('0603551d11', 'hex');
const CONSTRAINTS = Buffer.from('0603551d13', 'hex');

function extension(id: Buffer, value: Buffer): Buffer {
  return list(id, of(0x04, value));
}

function number(value: number): Buffer {
  return of(0x02, Buffer.from([value]));
}

function list(...members: readonly Buffer[]): Buffer {
  return of(0x30, Buffer.concat(members));
}

/** Encodes a DER value: tag, length and bytes. */
function of(tag: number, bytes: Buffer): Buffer {
  const { length } = bytes;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), bytes]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), bytes]);
}
