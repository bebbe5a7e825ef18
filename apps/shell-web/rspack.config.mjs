import { BRAND } from '../../libs/contracts/src/common/brand.ts';
import { host } from '../../tools/federation/index.ts';
import { siteOf } from './src/site.ts';

export default host({ name: 'shell', dir: import.meta.dirname, port: 4200, site: siteOf(BRAND) });
