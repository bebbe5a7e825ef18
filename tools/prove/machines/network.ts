/** Machines of a rehearsal: network namespaces with an address each, joined by a bridge. A machine dies as a whole, and without a goodbye. */
import { spawn, type ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { execa } from 'execa';

const BRIDGE = 'petart0';
/** This machine, where the shop runs, has the first address. */
const SUBNET = '10.77.0';

const ip = async (command: string): Promise<string> => (await execa('ip', command.split(' '))).stdout;

interface Run {
  /** The account that the command runs as. */
  user: string;
  env?: NodeJS.ProcessEnv;
  logFile: string;
}

export class Machine {
  readonly namespace: string;
  readonly address: string;
  private readonly link: string;

  constructor(
    readonly name: string,
    index: number,
  ) {
    this.namespace = `petart-${name}`;
    this.address = `${SUBNET}.${10 + index}`;
    this.link = `petart-v${index}`;
  }

  async create(): Promise<void> {
    await ip(`netns add ${this.namespace}`);
    await ip(`link add ${this.link} master ${BRIDGE} type veth peer name eth0 netns ${this.namespace}`);
    await ip(`-n ${this.namespace} address add ${this.address}/24 dev eth0`);
    for (const device of ['lo', 'eth0']) await ip(`-n ${this.namespace} link set ${device} up`);
    await this.raiseLink();
  }

  /** Starts a server, which runs until the machine dies. */
  start(command: readonly string[], { user, env, logFile }: Run): ChildProcess {
    const log = openSync(logFile, 'a');
    return spawn('ip', ['netns', 'exec', this.namespace, ...asUser(user), ...command], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', log, log],
    });
  }

  async run(command: readonly string[], { user, env }: Omit<Run, 'logFile'>): Promise<string> {
    const args = ['netns', 'exec', this.namespace, ...asUser(user), ...command];
    return (await execa('ip', args, { env })).stdout;
  }

  /** The link goes first, so that no connection is closed: its other end has to notice. */
  async die(): Promise<void> {
    await ip(`link set ${this.link} down`);
    await this.killAll();
  }

  async raiseLink(): Promise<void> {
    await ip(`link set ${this.link} up`);
  }

  private async killAll(): Promise<void> {
    for (;;) {
      const ids = (await ip(`netns pids ${this.namespace}`)).split('\n').filter((id) => id !== '');
      if (ids.length === 0) return;
      await execa('kill', ['-KILL', ...ids], { reject: false });
    }
  }

  async remove(): Promise<void> {
    await this.killAll().catch(() => undefined);
    await execa('ip', ['netns', 'delete', this.namespace], { reject: false });
  }
}

const asUser = (user: string): string[] => ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];

/** Only one rehearsal runs at a time: what a killed one has left is removed. */
export async function withMachines<T>(names: readonly string[], work: (machines: Machine[]) => Promise<T>): Promise<T> {
  const machines = names.map((name, index) => new Machine(name, index + 1));
  const clear = async (): Promise<void> => {
    for (const machine of machines) await machine.remove();
    await execa('ip', ['link', 'delete', BRIDGE], { reject: false });
  };
  await clear();
  try {
    await ip(`link add ${BRIDGE} type bridge`);
    await ip(`address add ${SUBNET}.1/24 dev ${BRIDGE}`);
    await ip(`link set ${BRIDGE} up`);
    for (const machine of machines) await machine.create();
    return await work(machines);
  } finally {
    await clear();
  }
}
