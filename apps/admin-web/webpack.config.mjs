import { remote } from '../../tools/federation/index.ts';

export default remote({ name: 'admin', dir: import.meta.dirname, port: 4202 });
