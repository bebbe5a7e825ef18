import { Inject, Injectable } from '@nestjs/common';
import type { PrintFileLink } from '@shop/contracts-art';
import { CONFIG, isLinkValid } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.js';
import { printKey } from '../images/image-keys.js';
import { ImageStore } from '../images/image-store.js';
import { sendPicture } from '../media/send-picture.js';
import { printFileUnknown } from './print-file.errors.js';

const FILE_NAME = /^([0-9a-f]{64})\.png$/;

/** Sends print files to a printer: without a session, under a URL that order-svc signed and that expires. */
@Injectable()
export class SignedPrintFilesService {
  constructor(
    private readonly store: ImageStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Throws 404 for every URL without a valid signature, whether or not the file exists. */
  async sendPrintFile(
    name: string,
    { expires, signature }: PrintFileLink,
    ifNoneMatch: string | undefined,
    reply: FastifyReply,
  ): Promise<void> {
    const sha256 = FILE_NAME.exec(name)?.[1];
    const secret = this.config.PRINT_FILE_SECRET;
    if (!sha256 || !secret || !isLinkValid(secret, { subject: `print-file ${sha256}`, expires }, signature))
      throw printFileUnknown();
    const picture = { etag: `"${sha256}"`, mimeType: 'image/png', open: () => this.store.open(printKey(sha256)) };
    await sendPicture(reply, picture, ifNoneMatch, { 'cache-control': 'private, max-age=86400, immutable' });
  }
}
