import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createBucketClient, isMissingObject, type BucketAccess } from '@shop/bucket';
import { ReleaseFault } from './release.rules.js';
import { createTooLargeError, type StoredKey, type WritableReleaseStore } from './release-store.js';

const TRANSFER_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 20;

/** The object was changed, created or removed by another writer. */
const CHANGED = new Set(['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']);

interface Condition {
  IfMatch?: string;
  IfNoneMatch?: string;
}

/** Released files in an S3 bucket: `s3://bucket` or `s3://bucket/prefix`. */
export class BucketReleases implements WritableReleaseStore {
  private readonly client: S3Client;
  private readonly closed = new AbortController();
  private readonly bucket: string;
  private readonly prefix: string;

  constructor(
    readonly address: string,
    access: BucketAccess,
  ) {
    const { hostname, pathname } = new URL(address);
    this.bucket = hostname;
    const folder = pathname.replaceAll(/^\/|\/$/g, '');
    this.prefix = folder === '' ? '' : `${folder}/`;
    this.client = createBucketClient(access);
  }

  async readFile(key: string, maxBytes: number): Promise<Buffer | null> {
    return (await this.readObject(key, maxBytes))?.content ?? null;
  }

  async writeFile(key: string, content: Uint8Array): Promise<void> {
    await this.putObject(key, content, {});
  }

  async changeFile(key: string, maxBytes: number, change: (before: Buffer | null) => Uint8Array | null): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const before = await this.readObject(key, maxBytes);
      const after = change(before?.content ?? null);
      if (!after) return;
      const condition = before ? { IfMatch: before.etag } : { IfNoneMatch: '*' };
      if (await this.putIf(key, after, condition)) return;
    }
    throw new ReleaseFault(`${key} in ${this.address} is being changed by other releases: try again`);
  }

  private async readObject(key: string, maxBytes: number): Promise<{ content: Buffer; etag?: string } | null> {
    try {
      const { Body, ContentLength, ETag } = await this.client.send(new GetObjectCommand(this.objectAt(key)), {
        abortSignal: AbortSignal.any([AbortSignal.timeout(TRANSFER_TIMEOUT_MS), this.closed.signal]),
      });
      if (!Body || ContentLength === undefined) throw new Error('The bucket responded without a body or its length');
      if (ContentLength > maxBytes) {
        // The SDK's type also has streams of browsers.
        (Body as { destroy?: () => void }).destroy?.();
        throw createTooLargeError(key, maxBytes);
      }
      return { content: Buffer.from(await Body.transformToByteArray()), etag: ETag };
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw error;
    }
  }

  /** False if the object is no longer what was read. Not every server has conditions: on one without, the last of two changes wins. */
  private async putIf(key: string, content: Uint8Array, condition: Condition): Promise<boolean> {
    try {
      await this.putObject(key, content, condition);
      return true;
    } catch (error) {
      const { name } = error as Error;
      if (CHANGED.has(name)) return false;
      if (name !== 'NotImplemented') throw error;
      await this.putObject(key, content, {});
      return true;
    }
  }

  /** With its checksum given the body is sent as it is; not every server supports Amazon's chunked checksums. */
  private async putObject(key: string, content: Uint8Array, condition: Condition): Promise<void> {
    const ChecksumSHA256 = createHash('sha256').update(content).digest('base64');
    const object = { ...this.objectAt(key), Body: content, ContentLength: content.length, ChecksumSHA256 };
    await this.client.send(new PutObjectCommand({ ...object, ...condition }), { requestTimeout: TRANSFER_TIMEOUT_MS });
  }

  async listFiles(prefix: string): Promise<StoredKey[]> {
    const files: StoredKey[] = [];
    const query = { Bucket: this.bucket, Prefix: this.prefix + prefix };
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.client }, query))
      for (const { Key = '', LastModified } of Contents)
        files.push({ key: Key.slice(this.prefix.length), changedAt: LastModified?.getTime() ?? Date.now() });
    return files;
  }

  async removeFile(key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.objectAt(key)));
  }

  close(): void {
    this.closed.abort();
    this.client.destroy();
  }

  private objectAt(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + key };
  }
}
