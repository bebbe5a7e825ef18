import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** The server's programs of Debian's newest PostgreSQL, which are not in PATH. Undefined: there is none. */
export function findPostgres(): string | undefined {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  const [newest] = versions.sort((one, other) => Number(other) - Number(one));
  return newest && join(POSTGRES_VERSIONS, newest, 'bin');
}

/** A program, and the package of Debian and Ubuntu that has it. */
const PACKAGES = {
  ip: 'iproute2',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbackrest: 'pgbackrest',
  'rabbitmq-server': 'rabbitmq-server',
  postgres: 'postgresql',
  buildah: 'buildah',
  runc: 'runc',
  mmdebstrap: 'mmdebstrap',
} as const;

type Program = keyof typeof PACKAGES;

function isInstalled(program: Program): boolean {
  if (program === 'postgres') return findPostgres() !== undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** What stops a rehearsal, in one sentence, or undefined. */
export function findObstacle(programs: readonly Program[]): string | undefined {
  const missing = programs.filter((program) => !isInstalled(program)).map((program) => PACKAGES[program]);
  if (missing.length > 0)
    return `This needs the packages ${missing.join(', ')}: sudo apt-get install --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0)
    return 'This makes namespaces and switches accounts, so it runs as root: sudo env "PATH=$PATH" npm run …';
  return undefined;
}

/** Ends the process if something is missing. */
export function requirePrograms(...programs: Program[]): void {
  const obstacle = findObstacle(programs);
  if (!obstacle) return;
  console.error(obstacle);
  process.exit(1);
}
