import { host } from '../../tools/federation/index.ts';

export default host({ name: 'shell', dir: import.meta.dirname, port: 4200 });
