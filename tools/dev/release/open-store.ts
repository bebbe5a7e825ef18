import { openWritableStore, type WritableReleaseStore } from '@shop/releases';
import { readSettings } from '../../ops/shop/settings.ts';
import { getWebReleases } from '../stack/services.ts';

/** The store of releases: by its address, by the environment's, or that of `npm start`. */
export function openStore(address: string | undefined): Promise<WritableReleaseStore> {
  const settings = readSettings();
  const { WEB_RELEASES, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings.env;
  // An empty variable counts as unset.
  const access = { S3_ENDPOINT, S3_REGION: S3_REGION || 'us-east-1', S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  return openWritableStore((address ?? WEB_RELEASES) || getWebReleases(settings), access);
}
