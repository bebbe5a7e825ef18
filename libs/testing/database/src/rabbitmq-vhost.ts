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

/** Manages virtual hosts and accounts. Each call rejects without permission. */
interface VhostAdmin {
  list(): Promise<string[]>;
  add(vhost: string): Promise<unknown>;
  remove(vhost: string): Promise<unknown>;
  importDefinitions(definitions: object): Promise<unknown>;
  listAccounts(): Promise<string[]>;
  removeAccount(name: string): Promise<unknown>;
}

type Definitions = Record<string, object[]>;

interface TestVhost {
  url: string;
  /**
   * Imports definitions with the accounts that they name, and returns the addresses for them. Names on the broker begin with the
   * virtual host's, because accounts are valid for the whole broker. Undefined without permission.
   */
  importAccounts?(definitions: Definitions): Promise<(account: string) => string>;
  close(): Promise<void>;
}

/** Uses `rabbitmqctl`, as root or through sudo. */
function createCommandLineAdmin(user: string): VhostAdmin {
  const runWithInput = async (input: string, ...command: string[]): Promise<string[]> => {
    const [file = '', ...args] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'rabbitmqctl', '-q', ...command];
    const running = promisify(execFile)(file, args);
    running.child.stdin?.end(input);
    return (await running).stdout.split('\n');
  };
  const run = (...command: string[]): Promise<string[]> => runWithInput('', ...command);
  return {
    list: () => run('list_vhosts'),
    add: (vhost) => run('add_vhost', vhost).then(() => run('set_permissions', '-p', vhost, user, '.*', '.*', '.*')),
    remove: (vhost) => run('delete_vhost', vhost),
    importDefinitions: (definitions) => runWithInput(JSON.stringify(definitions), 'import_definitions'),
    listAccounts: async () => (await run('list_users')).map((line) => line.split('\t')[0] ?? ''),
    removeAccount: (name) => run('delete_user', name),
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
  const listNames = async (path: string): Promise<string[]> =>
    ((await call('GET', path)) as { name: string }[]).map(({ name }) => name);
  const all = { configure: '.*', write: '.*', read: '.*' };
  return {
    list: () => listNames('vhosts'),
    add: (vhost) => call('PUT', `vhosts/${vhost}`).then(() => call('PUT', `permissions/${vhost}/${user}`, all)),
    remove: (vhost) => call('DELETE', `vhosts/${vhost}`),
    importDefinitions: (definitions) => call('POST', 'definitions', definitions),
    listAccounts: () => listNames('users'),
    removeAccount: (name) => call('DELETE', `users/${name}`),
  };
}

async function importAccounts(
  admin: VhostAdmin,
  url: URL,
  definitions: Definitions,
): Promise<(account: string) => string> {
  const vhost = url.pathname.slice(1);
  const password = randomBytes(12).toString('hex');
  const accounts = new Set<string>();
  const moveToVhost = (entry: object): object => {
    if (!('user' in entry)) return { ...entry, vhost };
    const name = `${vhost}-${String(entry.user)}`;
    accounts.add(name);
    return { ...entry, vhost, user: name };
  };
  const moved = Object.entries(definitions).map(([section, entries]) => [section, entries.map(moveToVhost)] as const);
  const users = [...accounts].map((name) => ({ name, password, tags: '' }));
  await admin.importDefinitions({ users, ...Object.fromEntries(moved) });
  return (account) => Object.assign(new URL(url), { username: `${vhost}-${account}`, password }).href;
}

/** Removes the accounts of the virtual host and those of killed runs. */
async function removeAccounts(admin: VhostAdmin, vhost: string): Promise<void> {
  const names = (await admin.listAccounts()).filter((name) => name.startsWith(`${vhost}-`) || isOrphaned(name));
  await Promise.all(names.map((name) => admin.removeAccount(name)));
}

/**
 * Opens the virtual host of a test run. The first call creates it and deletes those of killed runs. Without permission the default
 * one is used, where queues of tests expire. Undefined if RabbitMQ does not answer.
 */
export async function openTestVhost(
  vhost = newVhostName(),
  brokerUrl = DEFAULT_BROKER_URL,
): Promise<TestVhost | undefined> {
  if (!(await canConnect(brokerUrl))) return undefined;
  const url = Object.assign(new URL(brokerUrl), { pathname: `/${vhost}` });
  const user = url.username || 'guest';
  for (const admin of [createManagementApiAdmin(url, user), createCommandLineAdmin(user)]) {
    let hasAccounts = false;
    const close = async (): Promise<void> => {
      if (hasAccounts) await removeAccounts(admin, vhost);
      await admin.remove(vhost);
    };
    try {
      const existing = await admin.list();
      const orphans = existing.filter(isOrphaned);
      await Promise.all(orphans.map((orphan) => admin.remove(orphan).catch(() => undefined))); // another run may be first
      if (!existing.includes(vhost) || !(await canConnect(url.href))) await admin.add(vhost);
      if (!(await canConnect(url.href))) continue;
      const importInto = (definitions: Definitions): Promise<(account: string) => string> => {
        hasAccounts = true;
        return importAccounts(admin, url, definitions);
      };
      return { url: url.href, importAccounts: importInto, close };
    } catch {
      // No permission: try the next way.
    }
  }
  return { url: brokerUrl, close: () => Promise.resolve() };
}
