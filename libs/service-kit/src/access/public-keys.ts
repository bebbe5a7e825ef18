import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { ConfigurationError } from '../environment.js';

const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

function toPublicKey(variable: string, pem: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // The error below names the variable. Node's does not.
  }
  throw new ConfigurationError(`${variable} must be one or more PEMs of P-256 public keys.`);
}

/**
 * Key id of a token: the thumbprint of its key (RFC 7638). Signer and verifier compute it independently, so that it needs no setting.
 */
export const getKeyId = async (key: KeyObject): Promise<string> => calculateJwkThumbprint(await exportJWK(key));

/** The keys of one variable: one PEM, or during a rotation two, one after the other. */
export class PublicKeys {
  private readonly first: KeyObject;
  private readonly byId: Promise<Map<string, KeyObject>>;

  /** @throws ConfigurationError */
  constructor(variable: string, pems: string) {
    const keys = (pems.match(PEM) ?? ['']).map((pem) => toPublicKey(variable, pem));
    this.first = keys[0] as KeyObject;
    this.byId = Promise.all(keys.map(async (key) => [await getKeyId(key), key] as const)).then((all) => new Map(all));
  }

  /** Without an id the first key. */
  async find(keyId: string | undefined): Promise<KeyObject | undefined> {
    return keyId === undefined ? this.first : (await this.byId).get(keyId);
  }
}
