import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { ImageConfig } from './image-store.ts';

export interface ContainerOptions {
  name: string;
  /** The files of the image. */
  root: string;
  config: ImageConfig;
  /** More variables than those of the image. */
  env: NodeJS.ProcessEnv;
  /** Its `/data`. */
  data: string;
  /** For its log and what runc needs. */
  folder: string;
  /** Instead of the image's command. */
  command?: readonly string[];
}

/** A process of an image as deploy/chart and docker-compose.yml run it: no capability, nothing to write to but /data and /tmp. */
export class Container {
  readonly logFile: string;
  /** Its exit code. */
  readonly ended: Promise<number>;

  private constructor(
    private readonly name: string,
    private readonly folder: string,
  ) {
    this.logFile = join(folder, `${name}.log`);
    const log = openSync(this.logFile, 'a');
    const child = spawn('runc', [...this.state, 'run', '--bundle', join(folder, name), name], {
      stdio: ['ignore', log, log],
    });
    this.ended = once(child, 'exit').then(([code]) => code as number);
  }

  static async start(options: ContainerOptions): Promise<Container> {
    const { name, folder, data } = options;
    const user = findUser(options.root, options.config.User);
    await mkdir(data, { recursive: true });
    await chown(data, user.uid, user.gid);
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'config.json'), JSON.stringify(describe(options, user)));
    return new Container(name, folder);
  }

  /** What the kernel says of its first process. Throws if it may do more than it needs. */
  async checkRights(): Promise<string> {
    const { stdout } = await execa('runc', [...this.state, 'state', this.name]);
    const { pid } = JSON.parse(stdout) as { pid: number };
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    const root = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const options = root.find((mount) => mount[4] === '/')?.[5]?.split(',') ?? [];
    const rights = [
      `uid ${read('Uid')}`,
      Number(`0x${read('CapEff')}`) + Number(`0x${read('CapBnd')}`) === 0
        ? 'no capability'
        : `capabilities ${read('CapBnd')}`,
      read('NoNewPrivs') === '1' ? 'no new privileges' : 'new privileges',
      options.includes('ro') ? 'read-only root' : 'a root that it can change',
    ].join(', ');
    if (rights !== 'uid 1000, no capability, no new privileges, read-only root') throw new Error(rights);
    return rights;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    await execa('runc', [...this.state, 'kill', this.name, signal]);
  }

  /** For a container that may have ended. */
  async remove(): Promise<void> {
    await execa('runc', [...this.state, 'delete', '--force', this.name], { reject: false });
  }

  private get state(): string[] {
    return ['--root', join(this.folder, 'runc')];
  }
}

interface User {
  uid: number;
  gid: number;
}

/** As the image's own list of users has it. */
function findUser(root: string, name: string): User {
  const users = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([each]) => each === name) ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`The image runs as ${name}, whom it does not know`);
  return { uid: Number(uid), gid: Number(gid) };
}

const readVariables = ({ Env }: ImageConfig): Record<string, string> =>
  Object.fromEntries(Env.map((line) => [line.replace(/=.*/s, ''), line.slice(line.indexOf('=') + 1)]));

/** https://github.com/opencontainers/runtime-spec/blob/v1.0.2/config.md. It has the network of this machine, where the databases are. */
function describe({ root, config, env, data, command = config.Cmd }: ContainerOptions, user: User): object {
  const none: string[] = [];
  const variables = Object.entries({ ...readVariables(config), ...env });
  return {
    ociVersion: '1.0.2',
    process: {
      user,
      args: [...(config.Entrypoint ?? []), ...command],
      env: variables.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
      cwd: config.WorkingDir,
      noNewPrivileges: true,
      capabilities: { bounding: none, effective: none, inheritable: none, permitted: none, ambient: none },
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64m'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777', 'size=64m'] },
      { destination: '/data', type: 'bind', source: data, options: ['rbind', 'rw'] },
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
  };
}
