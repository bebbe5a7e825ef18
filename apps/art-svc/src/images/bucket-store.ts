import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../config.js';
import { BorrowedFiles } from './borrowed-files.js';
import { sha256Of } from './content-hash.js';
import { ImageStore, reached, type Content, type StoredFile } from './image-store.js';
import type { LocalFiles } from './local-files.js';

export type BucketConfig = Pick<Config, 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'> & {
  S3_BUCKET: string;
};

const TRIES = 3;
/** Each of them; the gateway waits 15 s for an answer. */
const CONNECT_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 3_000;
/** A print file has up to a hundred megabytes. */
const TRANSFER_WITHIN_MS = 120_000;
/** A picture on its way to a slow reader holds one all the while, and must not keep others from theirs. */
const MOST_CONNECTIONS = 1_000;
/** As many files lie in the local folder at a time; more photos are never drawn, made smaller or printed at once. */
const MOST_BORROWED = 32;

/** Pictures as objects of a bucket, at Amazon or any server that speaks S3. Reading after writing is consistent there, and an object is whole or not there. */
export class BucketStore extends ImageStore implements OnApplicationShutdown {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly borrowed = new BorrowedFiles((key) => this.download(key), MOST_BORROWED);

  constructor(
    config: BucketConfig,
    private readonly local: LocalFiles,
  ) {
    super();
    this.bucket = config.S3_BUCKET;
    this.client = clientOf(config);
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  async put(key: string, content: Content): Promise<void> {
    await reached(() =>
      'path' in content
        ? this.putFile(key, content.path)
        : this.send({ ...this.at(key), Body: content, ContentLength: content.length }),
    );
  }

  /** The SDK tries anew what it has in memory; a file is read anew for each try. With its hash said beforehand it is sent as it is: not every server knows Amazon's frames. */
  private async putFile(key: string, path: string): Promise<void> {
    const [{ size }, sha256] = await Promise.all([stat(path), sha256Of(path)]);
    const object = {
      ...this.at(key),
      ContentLength: size,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    };
    for (let left = TRIES - 1; ; left--) {
      const body = createReadStream(path);
      try {
        return await this.send({ ...object, Body: body });
      } catch (error) {
        if (left === 0) throw error;
      } finally {
        // The SDK leaves open what it has not read to its end.
        body.destroy();
      }
    }
  }

  private async send(object: PutObjectCommandInput): Promise<void> {
    await this.client.send(new PutObjectCommand(object), { requestTimeout: TRANSFER_WITHIN_MS });
  }

  open(key: string): Promise<StoredFile | null> {
    return found(() => this.get(key));
  }

  read(key: string): Promise<Buffer | null> {
    return found(async () => {
      const { Body } = await this.client.send(new GetObjectCommand(this.at(key)), within(TRANSFER_WITHIN_MS));
      if (!Body) throw new Error('The bucket answered without a body');
      const { buffer, byteOffset, length } = await Body.transformToByteArray();
      return Buffer.from(buffer, byteOffset, length);
    });
  }

  async exists(key: string): Promise<boolean> {
    return (await found(() => this.client.send(new HeadObjectCommand(this.at(key))).then(() => true))) ?? false;
  }

  async remove(key: string): Promise<void> {
    await reached(() => this.client.send(new DeleteObjectCommand(this.at(key))));
  }

  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null> {
    return this.borrowed.use(key, use);
  }

  async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
  }

  private async get(key: string, options = {}): Promise<StoredFile> {
    const { Body, ContentLength } = await this.client.send(new GetObjectCommand(this.at(key)), options);
    if (!Body || ContentLength === undefined) throw new Error('The bucket answered without a body or its length');
    return { stream: Body as Readable, sizeBytes: ContentLength };
  }

  private download(key: string): Promise<string | null> {
    return found(async () => {
      const { stream } = await this.get(key, within(TRANSFER_WITHIN_MS));
      const path = await this.local.newPath();
      try {
        await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return path;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    });
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: key };
  }
}

/** Where no key is given, the SDK looks where it always does: its own variables, its files, the machine's role. */
function clientOf({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: BucketConfig): S3Client {
  const agent = { maxSockets: MOST_CONNECTIONS };
  return new S3Client({
    region,
    // Servers of one's own seldom have a name for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // It would write to the console that a file is not tried anew, which it is.
    logger: { debug: none, info: none, warn: none, error: none },
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: ANSWER_WITHIN_MS,
      throwOnRequestTimeout: true,
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

const none = (): void => undefined;

/** Until the last byte, not only until the answer begins. */
const within = (ms: number): { abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(ms) });

/** Null where there is no such object. A bucket that is missing is a store that is not there. */
const found = <T>(work: () => Promise<T>): Promise<T | null> =>
  reached(() =>
    work().catch((error: unknown) => {
      if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null;
      throw error;
    }),
  );
