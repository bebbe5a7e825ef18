import { remote } from '../../tools/federation/index.ts';

export default remote({ name: 'storefront', dir: import.meta.dirname, port: 4201 });
