import { isAbsolute, join, resolve } from 'node:path';
import { StartRefusal } from './start-refusal.ts';

/** The checkout this runner belongs to. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../..');

/** What Node compiled is there for whoever runs it next; where it can't be written, it is compiled again. */
export const COMPILE_CACHE = join(PROJECT_ROOT, 'node_modules', '.cache', 'node');

export interface StackSettings {
  /** Public port of the gateway; 0 takes a free one. */
  port: number;
  /** Address the gateway listens on. */
  host: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Skip the servers found on this machine (second column of D32). */
  embedded: boolean;
  /** What the services see of the environment, before their own variables. */
  env: NodeJS.ProcessEnv;
}

export interface StackOptions {
  dataDir?: string;
  port?: number;
  embedded?: boolean;
  /** Variables added to (or, with undefined, taken out of) the process's own. */
  env?: NodeJS.ProcessEnv;
}

/** The stack's settings from options first, the environment second, defaults last. Throws StartRefusal. */
export function readSettings(options: StackOptions = {}, processEnv: NodeJS.ProcessEnv = process.env): StackSettings {
  const env: NodeJS.ProcessEnv = { ...processEnv, ...options.env };
  env.NODE_ENV ||= 'development';
  const folder = options.dataDir ?? (env.DATA_DIR || '.data');
  return {
    port: options.port ?? readPort(env.PORT),
    host: env.HOST || '127.0.0.1',
    dataDir: isAbsolute(folder) ? folder : join(PROJECT_ROOT, folder),
    embedded: options.embedded ?? isTrue(env.EMBEDDED),
    env,
  };
}

function readPort(text: string | undefined): number {
  if (!text) return 3000;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new StartRefusal(`PORT must be a number from 1 to 65535, not "${text}".`);
}

function isTrue(text: string | undefined): boolean {
  return text !== undefined && /^(true|1|yes)$/i.test(text);
}
