import { BRAND } from '../../libs/contracts/common/src/brand.ts';
import { createSite } from '../../tools/federation/first-paint/heads.ts';
import { host } from '../../tools/federation/index.ts';
import { PRIVATE_PAGES, publicPages } from './src/site.ts';

const site = createSite(BRAND, publicPages(BRAND), PRIVATE_PAGES);

export default host({ name: 'shell', dir: import.meta.dirname, port: 4200, site });
