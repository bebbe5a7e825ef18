import { bootstrap } from '@shop/service-kit';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

await bootstrap(AppModule.with(readConfig()));
