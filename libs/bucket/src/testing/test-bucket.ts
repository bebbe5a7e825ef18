import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
// @ts-expect-error The package has no types.
import S3rver from 's3rver';

/** The parts of s3rver that tests use. */
interface RunningServer {
  readonly httpServer: Server;
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
interface ServerOptions {
  port: number;
  address: string;
  silent: boolean;
  directory: string;
  vhostBuckets: boolean;
  configureBuckets: { name: string; configs: string[] }[];
}
const S3Server = S3rver as new (options: ServerOptions) => RunningServer;

const BUCKET = 'pictures';
/** The only keys that s3rver accepts. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A bucket on a local S3 server. */
export class TestBucket {
  private constructor(
    private server: RunningServer,
    private readonly directory: string,
    private readonly client: S3Client,
    readonly env: Record<
      'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
      string
    >,
  ) {}

  static async open(): Promise<TestBucket> {
    const directory = await mkdtemp(join(tmpdir(), 'shop-s3-'));
    const server = createServer(directory, 0);
    const endpoint = `http://127.0.0.1:${(await server.run()).port}`;
    const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials: KEYS });
    const env = {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    };
    return new TestBucket(server, directory, client, env);
  }

  /** Sorted keys of all objects. */
  async listKeys(): Promise<string[]> {
    const { Contents = [] } = await this.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    return Contents.flatMap(({ Key }) => Key ?? []).sort();
  }

  /** Makes the server unreachable. */
  async stop(): Promise<void> {
    this.server.httpServer.closeAllConnections();
    await this.server.close();
  }

  /** Starts the server again with all its objects. */
  async resume(): Promise<void> {
    this.server = createServer(this.directory, Number(new URL(this.env.S3_ENDPOINT).port));
    await this.server.run();
  }

  async close(): Promise<void> {
    this.client.destroy();
    await this.stop().catch(() => undefined);
    await rm(this.directory, { recursive: true, force: true });
  }
}

const createServer = (directory: string, port: number): RunningServer =>
  new S3Server({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
