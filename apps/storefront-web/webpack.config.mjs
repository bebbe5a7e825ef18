import { remote } from '../../tools/federation/index.ts';
import { pages } from './src/site.ts';

export default remote({ name: 'storefront', dir: import.meta.dirname, port: 4201, pages });
