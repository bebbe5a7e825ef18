/** `node ../../tools/bundle/bundle.ts`, in the folder of a compiled app: what its `npm run build` ends with. */
import { bundleApp } from './bundle-app.ts';

await bundleApp(process.cwd());
