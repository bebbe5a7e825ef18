/** PostgreSQL with Patroni on three machines, with synchronous replication, and haproxy on this one as the address of the current leader. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa, type ResultPromise } from 'execa';
import { freePort } from '../../dev/stack/ports.ts';
import { query } from '../kills/checks.ts';
import { makePostgresFolder, POSTGRES_ACCOUNT } from './debian-postgres.ts';
import type { Machine } from './network.ts';
import { findPostgres } from './packages.ts';

const PASSWORD = 'rehearsal';
const REST_PORT = 8008;
const START_LIMIT_MS = 120_000;
const CHECK_TIMEOUT_MS = 2_000;

type Role = 'primary' | 'sync' | 'replica';

/** `GET /primary`, `/sync` and `/replica` of Patroni answer 200 if the machine has this role. */
const hasRole = ({ address }: Machine, role: Role): Promise<boolean> =>
  fetch(`http://${address}:${REST_PORT}/${role}`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

export class PatroniCluster {
  readonly url: string;
  private proxy: ResultPromise | undefined;

  private constructor(
    private readonly folder: string,
    private readonly etcd: Machine,
    readonly nodes: readonly Machine[],
    private readonly port: number,
  ) {
    this.url = `postgresql://${POSTGRES_ACCOUNT}:${PASSWORD}@127.0.0.1:${port}/postgres`;
  }

  /** Resolves when there are a leader and a synchronous standby. One etcd is enough here, as it does not die; production has three. */
  static async start(folder: string, etcd: Machine, nodes: readonly Machine[]): Promise<PatroniCluster> {
    const cluster = new PatroniCluster(folder, etcd, nodes, await freePort());
    await cluster.startEtcd();
    for (const node of nodes) {
      await cluster.startNode(node);
      if (node === nodes[0]) await cluster.findRole('primary');
    }
    await cluster.findRole('sync');
    await cluster.startProxy();
    return cluster;
  }

  /** The machine with this role, once there is one. */
  async findRole(role: Role): Promise<Machine> {
    const end = Date.now() + START_LIMIT_MS;
    while (Date.now() < end) {
      for (const node of this.nodes) if (await hasRole(node, role)) return node;
      await delay(500);
    }
    throw new Error(`No machine became ${role}; the logs are in ${this.folder}`);
  }

  /** Starts a machine again that has died. Resolves when it follows the leader. */
  async rejoin(node: Machine): Promise<void> {
    await node.raiseLink();
    await this.startNode(node);
    const end = Date.now() + START_LIMIT_MS;
    while (!(await hasRole(node, 'replica'))) {
      if (Date.now() > end) throw new Error(`${node.name} did not come back as a standby`);
      await delay(500);
    }
  }

  private async isLeaderReached(): Promise<boolean> {
    const rows = await query(this.url, 'SELECT WHERE NOT pg_is_in_recovery()').catch(() => []);
    return rows.length > 0;
  }

  async stop(): Promise<void> {
    this.proxy?.kill('SIGKILL');
    await this.proxy;
  }

  private async startEtcd(): Promise<void> {
    const data = await makePostgresFolder(join(this.folder, 'etcd'));
    const url = `http://${this.etcd.address}:2379`;
    this.etcd.start(['etcd', '--data-dir', data, '--listen-client-urls', url, '--advertise-client-urls', url], {
      user: POSTGRES_ACCOUNT,
      logFile: join(this.folder, 'etcd.log'),
    });
    const end = Date.now() + START_LIMIT_MS;
    while (
      !(await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (Date.now() > end) throw new Error('etcd did not start');
      await delay(200);
    }
  }

  private async startNode(node: Machine): Promise<void> {
    const own = await makePostgresFolder(join(this.folder, node.name));
    const file = join(this.folder, `${node.name}.json`);
    await writeFile(file, JSON.stringify(this.configure(node, own)));
    node.start(['patroni', file], { user: POSTGRES_ACCOUNT, logFile: join(this.folder, `${node.name}.log`) });
  }

  /** JSON is YAML. Times are Patroni's defaults. */
  private configure({ name, address }: Machine, folder: string): object {
    const everyone = ['127.0.0.1/32', '10.77.0.0/24'];
    return {
      scope: 'petart',
      name,
      restapi: { listen: `${address}:${REST_PORT}`, connect_address: `${address}:${REST_PORT}` },
      etcd3: { host: `${this.etcd.address}:2379` },
      bootstrap: {
        dcs: {
          ...{ ttl: 30, loop_wait: 10, retry_timeout: 10, synchronous_mode: true },
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, shared_buffers: '64MB' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: join(folder, 'files'),
        bin_dir: findPostgres(),
        pgpass: join(folder, 'pgpass'),
        parameters: { unix_socket_directories: folder },
        authentication: {
          superuser: { username: POSTGRES_ACCOUNT, password: PASSWORD },
          replication: { username: 'replicator', password: PASSWORD },
        },
        pg_hba: everyone.flatMap((from) => [
          `host all all ${from} scram-sha-256`,
          `host replication replicator ${from} scram-sha-256`,
        ]),
      },
    };
  }

  /** As in Patroni's documentation. Connections to a machine that is not the leader any more are ended. */
  private async startProxy(): Promise<void> {
    const file = join(this.folder, 'haproxy.cfg');
    const lines = [
      'defaults\n mode tcp\n timeout connect 4s\n timeout client 30m\n timeout server 30m\n timeout check 5s',
      `listen primary\n bind 127.0.0.1:${this.port}\n option httpchk OPTIONS /primary\n http-check expect status 200`,
      ' default-server inter 3s fall 3 rise 2 on-marked-down shutdown-sessions',
      ...this.nodes.map(({ name, address }) => ` server ${name} ${address}:5432 check port ${REST_PORT}`),
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    this.proxy = execa('haproxy', ['-db', '-f', file], { reject: false, stdout: 'ignore', stderr: 'ignore' });
    const end = Date.now() + START_LIMIT_MS;
    // Until its first checks haproxy takes every machine for the leader.
    for (let right = 0; right < 2 * this.nodes.length;) {
      right = (await this.isLeaderReached()) ? right + 1 : 0;
      if (Date.now() > end) throw new Error('haproxy leads to no leader');
      if (right === 0) await delay(500);
    }
  }
}
