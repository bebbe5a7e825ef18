import 'reflect-metadata';
import { readConfig } from './config.js';
import { startSandboxApp } from './sandbox-app.js';

const app = await startSandboxApp(readConfig());

/** `disconnect`: the parent process was killed. */
for (const event of ['SIGTERM', 'SIGINT', 'disconnect'])
  process.once(event, () => void app.close().finally(() => process.exit(0)));
