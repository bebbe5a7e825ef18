/** RabbitMQ on three machines, as a cluster. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import type { Machine } from './network.ts';

const ACCOUNT = 'rabbitmq';
const PROGRAMS = '/usr/lib/rabbitmq/bin';
const TICK_SECONDS = 15;
const START_LIMIT_MS = 300_000;

const nodeName = ({ address }: Machine): string => `rabbit@${address}`;

export class RabbitMqCluster {
  constructor(
    private readonly folder: string,
    readonly nodes: readonly Machine[],
  ) {}

  /** In the order in which the shop tries them. */
  get url(): string {
    return this.nodes.map(({ address }) => `amqp://guest:guest@${address}:5672`).join(',');
  }

  async start(): Promise<void> {
    for (const node of this.nodes) {
      await this.configure(node);
      await this.startNode(node);
    }
  }

  /** Resolves when the node belongs to the cluster, and its queues are in step. */
  async startNode(node: Machine): Promise<void> {
    node.start([join(PROGRAMS, 'rabbitmq-server')], {
      user: ACCOUNT,
      env: this.environmentOf(node),
      logFile: join(this.folder, `${node.name}.out`),
    });
    const end = Date.now() + START_LIMIT_MS;
    while (
      !(await this.ask(node, 'rabbitmq-diagnostics', 'check_running').then(
        () => true,
        () => false,
      ))
    ) {
      if (Date.now() > end) throw new Error(`RabbitMQ on ${node.name} did not start; the logs are in ${this.folder}`);
      await delay(1_000);
    }
  }

  async rejoin(node: Machine): Promise<void> {
    await node.raiseLink();
    await this.startNode(node);
  }

  /** Queues whose leader is on the node, and the number of all queues. */
  async countQueues(node: Machine, asked: Machine): Promise<{ led: number; all: number }> {
    const leaders = await this.ask(asked, 'rabbitmqctl', '--quiet', '--no-table-headers', 'list_queues', 'leader');
    const lines = leaders.split('\n').filter((line) => line.startsWith('rabbit@'));
    return { led: lines.filter((line) => line === nodeName(node)).length, all: lines.length };
  }

  private ask(node: Machine, program: string, ...args: string[]): Promise<string> {
    return node.run([join(PROGRAMS, program), ...args], { user: ACCOUNT, env: this.environmentOf(node) });
  }

  /** Nodes find each other by this list. A node that sees only a minority of the others pauses, so that there are never two halves. */
  private async configure(node: Machine): Promise<void> {
    const own = join(this.folder, node.name);
    await execa('install', ['--directory', `--owner=${ACCOUNT}`, own]);
    // Nodes with the same secret trust each other.
    const cookie = join(this.folder, 'cookie');
    await writeFile(cookie, 'rehearsal');
    await execa('install', ['--mode=400', `--owner=${ACCOUNT}`, cookie, join(own, '.erlang.cookie')]);
    const lines = [
      'loopback_users = none',
      'cluster_partition_handling = pause_minority',
      // A machine that dies closes no connection. Nodes notice after a quarter more than this; the default is 60.
      `net_ticktime = ${TICK_SECONDS}`,
      'cluster_formation.peer_discovery_backend = classic_config',
      ...this.nodes.map((each, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${nodeName(each)}`),
    ];
    await writeFile(join(this.folder, `${node.name}.conf`), `${lines.join('\n')}\n`);
    await writeFile(join(this.folder, `${node.name}.plugins`), '[].\n');
  }

  /** Addresses instead of host names, because names of other machines would have to be in /etc/hosts. */
  private environmentOf(node: Machine): NodeJS.ProcessEnv {
    const own = join(this.folder, node.name);
    return {
      HOME: own,
      RABBITMQ_NODENAME: nodeName(node),
      RABBITMQ_USE_LONGNAME: 'true',
      RABBITMQ_CONFIG_FILE: join(this.folder, node.name),
      RABBITMQ_ADVANCED_CONFIG_FILE: join(own, 'advanced'),
      RABBITMQ_CONF_ENV_FILE: '/dev/null',
      RABBITMQ_ENABLED_PLUGINS_FILE: join(this.folder, `${node.name}.plugins`),
      RABBITMQ_MNESIA_BASE: own,
      RABBITMQ_LOG_BASE: own,
    };
  }
}
