import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { migrate } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { migrations } from './migrations.js';

/** The sandbox writes SQL and has no entities. */
export const createDataSource = (url: string): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    applicationName: 'sandbox',
    migrations,
    parseInt8: true,
    poolSize: 6,
    extra: { options: '-c jit=off', idleTimeoutMillis: 60_000 },
  });

/** The database is migrated before any other provider starts. */
export const sandboxDatabase = ({ DATABASE_URL }: Config): DynamicModule =>
  TypeOrmModule.forRootAsync({
    useFactory: () => ({ type: 'postgres' as const, retryAttempts: 5, retryDelay: 1_000 }),
    dataSourceFactory: async () => {
      const dataSource = await createDataSource(DATABASE_URL).initialize();
      await migrate(dataSource);
      return dataSource;
    },
  });
