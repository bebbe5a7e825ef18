import 'reflect-metadata';
import { runMigrateCommand } from '@shop/service-kit';
import { migrations } from './database/migrations.js';

await runMigrateCommand('art-svc', migrations);
