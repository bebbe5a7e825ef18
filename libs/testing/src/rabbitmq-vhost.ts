import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import amqp from 'amqplib';

const DEFAULT_BROKER_URL = 'amqp://127.0.0.1:5672';
const CONNECT_TIMEOUT_MS = 10_000;

/** Contains the process id, so that a later run can tell whether this one is still alive. */
export const newVhostName = (): string => `petart-test-${process.pid}-${randomBytes(4).toString('hex')}`;

export function isOrphaned(vhost: string): boolean {
  const pid = /^petart-test-(\d+)-/.exec(vhost)?.[1];
  if (pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'; // EPERM: the process exists, under another user
  }
}

/** Whether the broker accepts connections. Opens a channel too, which fails on a broker without free file handles. */
export async function canConnect(url: string): Promise<boolean> {
  try {
    const connection = await amqp.connect(url, { timeout: CONNECT_TIMEOUT_MS });
    connection.on('error', () => undefined);
    await connection.createChannel();
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

/** Manages virtual hosts. Each call rejects without permission. */
interface VhostAdmin {
  list(): Promise<string[]>;
  add(vhost: string): Promise<unknown>;
  remove(vhost: string): Promise<unknown>;
}

/** Uses `rabbitmqctl`, as root or through sudo. */
function createCommandLineAdmin(user: string): VhostAdmin {
  const run = async (...command: string[]): Promise<string[]> => {
    const [file = '', ...args] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'rabbitmqctl', '-q', ...command];
    return (await promisify(execFile)(file, args)).stdout.split('\n');
  };
  return {
    list: () => run('list_vhosts'),
    add: (vhost) => run('add_vhost', vhost).then(() => run('set_permissions', '-p', vhost, user, '.*', '.*', '.*')),
    remove: (vhost) => run('delete_vhost', vhost),
  };
}

/** Uses the HTTP API of the management plugin, which brokers in containers have. */
function createManagementApiAdmin(url: URL, user: string): VhostAdmin {
  const authorization = `Basic ${btoa(`${user}:${url.password || 'guest'}`)}`;
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization, 'content-type': 'application/json' };
    const init = { method, headers, body: body && JSON.stringify(body) };
    const response = await fetch(`http://${url.hostname}:15672/api/${path}`, init);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return method === 'GET' ? response.json() : undefined;
  };
  const all = { configure: '.*', write: '.*', read: '.*' };
  return {
    list: async () => ((await call('GET', 'vhosts')) as { name: string }[]).map(({ name }) => name),
    add: (vhost) => call('PUT', `vhosts/${vhost}`).then(() => call('PUT', `permissions/${vhost}/${user}`, all)),
    remove: (vhost) => call('DELETE', `vhosts/${vhost}`),
  };
}

/**
 * Opens the virtual host of a test run. The first call creates it and deletes those of killed runs. Without permission the default
 * one is used, where queues of tests expire. Undefined if RabbitMQ does not answer.
 */
export async function openTestVhost(
  vhost = newVhostName(),
  brokerUrl = DEFAULT_BROKER_URL,
): Promise<{ url: string; close(): Promise<void> } | undefined> {
  if (!(await canConnect(brokerUrl))) return undefined;
  const url = Object.assign(new URL(brokerUrl), { pathname: `/${vhost}` });
  const user = url.username || 'guest';
  for (const admin of [createManagementApiAdmin(url, user), createCommandLineAdmin(user)]) {
    const close = async (): Promise<void> => void (await admin.remove(vhost));
    try {
      const existing = await admin.list();
      const orphans = existing.filter(isOrphaned);
      await Promise.all(orphans.map((orphan) => admin.remove(orphan).catch(() => undefined))); // another run may be first
      if (!existing.includes(vhost) || !(await canConnect(url.href))) await admin.add(vhost);
      if (await canConnect(url.href)) return { url: url.href, close };
    } catch {
      // No permission: try the next way.
    }
  }
  return { url: brokerUrl, close: () => Promise.resolve() };
}
