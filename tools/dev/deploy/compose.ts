import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { imageEnvironment } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { freshEnvironment } = (await import(join(ROOT, 'deploy/make-env.mjs'))) as {
  freshEnvironment: (example: string) => string;
};
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export interface ComposeService {
  build?: { args: Record<string, string> };
  environment?: Record<string, string>;
  ports?: string[];
  networks: string[] | Record<string, { ipv4_address: string }>;
  security_opt?: string[];
  profiles?: string[];
}

export const composeFile = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>;
  configs: Record<string, { content?: string }>;
};
export const exampleEnvironment = parseEnvironment(freshEnvironment(read('deploy/.env.example')));

/** Reads a .env file like compose: double quotes expand \n. */
export function parseEnvironment(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', value = '']) => [name, value.startsWith('"') ? (JSON.parse(value) as string) : value]),
  );
}

/** Replaces ${NAME}, ${NAME:-default}, ${NAME:+replacement} and ${NAME:?message} like compose. */
export function interpolate(value: string, env = exampleEnvironment): string {
  return value.replace(/\$\{([A-Z0-9_]+)(?::([-+?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    if (env[name]) return kind === '+' ? (rest ?? '') : env[name];
    if (kind === '?') throw new Error(`deploy/.env.example lacks ${name}`);
    return kind === '-' ? (rest ?? '') : '';
  });
}

/** The variables that a container of this service has. */
export const getEnvironment = (service: ComposeService): Record<string, string> => ({
  ...imageEnvironment(),
  ...Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, interpolate(String(value))]),
  ),
});
