import { join, resolve } from 'node:path';
import { StartError } from './start-error.ts';

export const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');

/** Node's compile cache makes the second start faster. */
export const COMPILE_CACHE = join(PROJECT_ROOT, 'node_modules/.cache/node');

export interface StackSettings {
  /** Where the gateway listens. */
  host: string;
  port: number;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** true: ignores RabbitMQ and Redis on this machine. */
  embedded: boolean;
  /** Base of the services' environments. */
  env: NodeJS.ProcessEnv;
}

/** Port 0: any free port. `env` is merged into the process's environment; undefined removes a variable. */
export type StackOptions = Partial<Pick<StackSettings, 'dataDir' | 'port' | 'embedded' | 'env'>>;

/** Options take precedence over the environment. Throws StartError. */
export function readSettings(options: StackOptions = {}, processEnv: NodeJS.ProcessEnv = process.env): StackSettings {
  const env: NodeJS.ProcessEnv = { ...processEnv, ...options.env };
  env.NODE_ENV ||= 'development';
  const port = options.port ?? Number(env.PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
  return {
    host: env.HOST || '127.0.0.1',
    port,
    dataDir: resolve(PROJECT_ROOT, options.dataDir ?? (env.DATA_DIR || '.data')),
    embedded: options.embedded ?? /^(true|1|yes)$/i.test(env.EMBEDDED ?? ''),
    env,
  };
}
