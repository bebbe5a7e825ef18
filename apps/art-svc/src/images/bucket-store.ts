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
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { OnApplicationShutdown } from '@nestjs/common';
import { createBucketClient, isMissingObject, type BucketAccess } from '@shop/bucket';
import pRetry from 'p-retry';
import { type FileContent, ImageStore, type StoredFile, wrapStoreErrors } from './image-store.js';
import { SharedLocalCopies } from './local-copies.js';
import { computeFileSha256, type TemporaryFiles } from './temporary-files.js';

export type BucketConfig = BucketAccess & { S3_BUCKET: string };

const ATTEMPTS = 3;
/** A print file has up to a hundred megabytes. */
const TRANSFER_TIMEOUT_MS = 120_000;
/** Upper bound of local copies at a time. The service never draws, shrinks or prints more photos at once. */
const MAX_LOCAL_COPIES = 32;

/**
 * Stores pictures as objects of an S3 bucket. S3 reads are consistent after writes, and an object is never visible in
 * part.
 */
export class BucketStore extends ImageStore implements OnApplicationShutdown {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly localCopies = new SharedLocalCopies((key) => this.download(key), MAX_LOCAL_COPIES);

  constructor(
    config: BucketConfig,
    private readonly temporaryFiles: TemporaryFiles,
  ) {
    super();
    this.bucket = config.S3_BUCKET;
    this.client = createBucketClient(config);
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  async put(key: string, content: FileContent): Promise<void> {
    await wrapStoreErrors(() =>
      'path' in content
        ? this.putFile(key, content.path)
        : this.putObject({ ...this.objectAt(key), Body: content, ContentLength: content.length }),
    );
  }

  /**
   * The SDK retries bodies in memory, but not streams: each attempt here opens the file again. With its checksum
   * given the body is sent as it is; not every server supports Amazon's chunked checksums.
   */
  private async putFile(key: string, path: string): Promise<void> {
    const [{ size }, sha256] = await Promise.all([stat(path), computeFileSha256(path)]);
    const object = {
      ...this.objectAt(key),
      ContentLength: size,
      ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    };
    const attempt = async (): Promise<void> => {
      const body = createReadStream(path);
      try {
        await this.putObject({ ...object, Body: body });
      } finally {
        // The SDK does not close a stream that it has not read to its end.
        body.destroy();
      }
    };
    await pRetry(attempt, { retries: ATTEMPTS - 1, minTimeout: 0 });
  }

  private async putObject(object: PutObjectCommandInput): Promise<void> {
    await this.client.send(new PutObjectCommand(object), { requestTimeout: TRANSFER_TIMEOUT_MS });
  }

  open(key: string): Promise<StoredFile | null> {
    return nullIfMissing(() => this.getObject(key));
  }

  read(key: string): Promise<Buffer | null> {
    return nullIfMissing(async () => {
      const { Body } = await this.client.send(
        new GetObjectCommand(this.objectAt(key)),
        timeoutAfter(TRANSFER_TIMEOUT_MS),
      );
      if (!Body) throw new Error('The bucket responded without a body');
      const { buffer, byteOffset, length } = await Body.transformToByteArray();
      return Buffer.from(buffer, byteOffset, length);
    });
  }

  async exists(key: string): Promise<boolean> {
    return (
      (await nullIfMissing(() => this.client.send(new HeadObjectCommand(this.objectAt(key))).then(() => true))) ?? false
    );
  }

  async remove(key: string): Promise<void> {
    await wrapStoreErrors(() => this.client.send(new DeleteObjectCommand(this.objectAt(key))));
  }

  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T | null> {
    return this.localCopies.withLocalCopy(key, use);
  }

  /** A bucket grows. */
  hasRoom(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
  }

  private async getObject(key: string, options = {}): Promise<StoredFile> {
    const { Body, ContentLength } = await this.client.send(new GetObjectCommand(this.objectAt(key)), options);
    if (!Body || ContentLength === undefined) throw new Error('The bucket responded without a body or its length');
    return { stream: Body as Readable, sizeBytes: ContentLength };
  }

  private download(key: string): Promise<string | null> {
    return nullIfMissing(async () => {
      const { stream } = await this.getObject(key, timeoutAfter(TRANSFER_TIMEOUT_MS));
      const path = await this.temporaryFiles.createPath();
      try {
        await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        return path;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    });
  }

  private objectAt(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: key };
  }
}

/** Covers the transfer up to the last byte; `requestTimeout` covers only the start of the response. */
const timeoutAfter = (ms: number): { abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(ms) });

/** Null where the object does not exist. A missing bucket is an error of the store. */
const nullIfMissing = <T>(work: () => Promise<T>): Promise<T | null> =>
  wrapStoreErrors(() =>
    work().catch((error: unknown) => {
      if (isMissingObject(error)) return null;
      throw error;
    }),
  );
