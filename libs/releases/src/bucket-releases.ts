import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createBucketClient, isMissingObject, type BucketAccess } from '@shop/bucket';
import { createTooLargeError, type StoredKey, type WritableReleaseStore } from './release-store.js';

const TRANSFER_TIMEOUT_MS = 30_000;

/** Released files in an S3 bucket: `s3://bucket` or `s3://bucket/prefix`. */
export class BucketReleases implements WritableReleaseStore {
  private readonly client: S3Client;
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
    try {
      const { Body, ContentLength } = await this.client.send(new GetObjectCommand(this.objectAt(key)), {
        abortSignal: AbortSignal.timeout(TRANSFER_TIMEOUT_MS),
      });
      if (!Body || ContentLength === undefined) throw new Error('The bucket responded without a body or its length');
      if (ContentLength > maxBytes) {
        // The SDK's type also has streams of browsers.
        (Body as { destroy?: () => void }).destroy?.();
        throw createTooLargeError(key, maxBytes);
      }
      return Buffer.from(await Body.transformToByteArray());
    } catch (error) {
      if (isMissingObject(error)) return null;
      throw error;
    }
  }

  /** With its checksum given the body is sent as it is; not every server supports Amazon's chunked checksums. */
  async writeFile(key: string, content: Uint8Array): Promise<void> {
    const ChecksumSHA256 = createHash('sha256').update(content).digest('base64');
    await this.client.send(
      new PutObjectCommand({ ...this.objectAt(key), Body: content, ContentLength: content.length, ChecksumSHA256 }),
      { requestTimeout: TRANSFER_TIMEOUT_MS },
    );
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
    this.client.destroy();
  }

  private objectAt(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + key };
  }
}
