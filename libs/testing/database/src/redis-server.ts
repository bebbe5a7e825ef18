import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import getPort from 'get-port';
import { Redis } from 'ioredis';

/** A Redis of its own for tests that change its role. Needs the program `redis-server`. */
export class RedisServer {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
    private readonly client: Redis,
  ) {}

  static async start(): Promise<RedisServer> {
    const port = await getPort();
    const flags = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', flags, { cwd: tmpdir(), stdio: 'ignore' });
    await once(child, 'spawn');
    // Retries until the server listens.
    const client = new Redis(port, '127.0.0.1', { maxRetriesPerRequest: 100, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    await client.ping();
    return new RedisServer(child, port, client);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** As after a failover: connections stay open, reads work, writes are refused with READONLY. */
  async makeReadOnly(): Promise<void> {
    await this.client.replicaof('127.0.0.1', 1);
  }

  async makeWritable(): Promise<void> {
    await this.client.replicaof('NO', 'ONE');
  }

  listKeys(pattern: string): Promise<string[]> {
    return this.client.keys(pattern);
  }

  async stop(): Promise<void> {
    this.client.disconnect();
    const ended = once(this.process, 'exit');
    this.process.kill();
    await ended;
  }
}
