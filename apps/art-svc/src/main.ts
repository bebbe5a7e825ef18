import { setPriority } from 'node:os';
import { bootstrap } from '@shop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

// Pictures take whole cores. On a machine that the services share, a request that needs a millisecond goes first (`prove:hostile`).
setPriority(10);
await bootstrap(AppModule.with(readConfig()));
