import { isAbsolute } from 'node:path';
import type { BucketAccess } from '@shop/bucket';
import { FolderReleases } from './folder-releases.js';
import { OriginReleases } from './origin-releases.js';
import { ReleaseFault } from './release.rules.js';
import type { ReleaseStore, WritableReleaseStore } from './release-store.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** `WEB_RELEASES`: the path of a folder, `s3://bucket/prefix`, or `https://…`; plain http only on this machine. */
export function isStoreAddress(address: string): boolean {
  if (isAbsolute(address)) return true;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, search, hash } = new URL(address);
  // Names of files follow.
  if (hostname === '' || username !== '' || search !== '' || hash !== '') return false;
  return protocol === 's3:' || protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** The S3 client is loaded only with a bucket. */
export async function openReleaseStore(address: string, access: BucketAccess): Promise<ReleaseStore> {
  return address.startsWith('http') ? new OriginReleases(address) : openWritableStore(address, access);
}

export async function openWritableStore(address: string, access: BucketAccess): Promise<WritableReleaseStore> {
  if (!isStoreAddress(address))
    throw new ReleaseFault(`${address} is neither the path of a folder, nor s3://BUCKET/PREFIX, nor https://…`);
  if (address.startsWith('http'))
    throw new ReleaseFault(`${address} is read only: name the folder or the bucket behind it`);
  if (isAbsolute(address)) return new FolderReleases(address);
  const { BucketReleases } = await import('./bucket-releases.js');
  return new BucketReleases(address, access);
}
