import { openWritableStore } from '@shop/releases';
import { createLogger } from '@shop/service-kit/http';
import { pino } from 'pino';
import { readConfig } from './config.js';
import { releaseBuilds } from './release-builds.js';

const config = readConfig();
const logger = createLogger('web-releases', config, pino.destination({ sync: true }));

if (config.WEB_RELEASES.startsWith('http')) {
  logger.info({ store: config.WEB_RELEASES }, 'This store is read only and filled elsewhere: nothing to do');
} else {
  const store = await openWritableStore(config.WEB_RELEASES, config);
  const folders = { builds: config.WEB_BUILDS_DIR, archive: config.WEB_ARCHIVE_DIR };
  for (const { app, build, isNew } of await releaseBuilds(store, folders, Date.now()))
    logger.info({ app, build, store: store.address }, isNew ? 'Web app released' : 'This build is known already');
  store.close();
}
