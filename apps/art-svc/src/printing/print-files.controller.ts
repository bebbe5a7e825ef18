import { Controller, Header, Headers, Inject, Injectable, Param, Query, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { ArtworkDetails, PrintFileLink } from '@shop/contracts/art';
import { DomainError, MESSAGES } from '@shop/contracts/common';
import { getArtwork, getPrintFile, getSignedPrintFile } from '@shop/contracts/routes';
import { CONFIG, isLinkValid, Route, uuidPipe, zodPipe } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { FileRemovalsService } from '../images/file-removals.service.js';
import { printKey } from '../images/image-keys.js';
import { ImageStore, type StoredFile } from '../images/image-store.js';
import { getEngine } from '../images/image.entity.js';
import { ImagesRepository } from '../images/images.repository.js';
import { sendPicture } from '../media/send-picture.js';
import { RecipeFilesService } from './print-drawing.service.js';
import { getDownloadName } from './print-job.rules.js';
import { PrintJobsRepository } from './print-jobs.repository.js';
import { readBackground, readRecipe } from './print-recipe.rules.js';

const printFileUnknown = (): DomainError => new DomainError('PRINT_FILE_UNKNOWN', 'not-found', MESSAGES.notFound);

const printFileBeingMade = (): DomainError =>
  new DomainError(
    'PRINT_FILE_BEING_MADE',
    'unavailable',
    'This print file was deleted after its order ended. It is being made again; please try again in a minute.',
    { retryAfterSeconds: 60 },
  );

/** Sends print files to admins. */
@Injectable()
export class PrintFilesService {
  constructor(
    private readonly jobs: PrintJobsRepository,
    private readonly store: ImageStore,
    private readonly fileRemovals: FileRemovalsService,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /**
   * Streams the file. Throws 404 where it does not exist, or no longer exists, and 503 where it was deleted after its order ended: it is
   * made again.
   */
  async sendPrintFile(id: string, ifNoneMatch: string | undefined, reply: FastifyReply): Promise<void> {
    const job = await this.jobs.findWithFile(id);
    if (!job) throw printFileUnknown();
    if (await this.makeDeletedAgain(id)) throw printFileBeingMade();
    const { sha256 } = job.file;
    const picture = { etag: `"${sha256}"`, mimeType: 'image/png', open: () => this.openFile(sha256) };
    await sendPicture(reply, picture, ifNoneMatch, {
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="${getDownloadName(job)}"`,
    });
  }

  private makeDeletedAgain(id: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const job = await this.jobs.restartDeleted(id, manager);
      if (job?.viewId) await this.fileRemovals.deleteImages([{ id: job.viewId, mimeType: 'image/png' }], null, manager);
      return job !== null;
    });
  }

  private async openFile(sha256: string): Promise<StoredFile> {
    const file = await this.store.open(printKey(sha256));
    if (!file) throw printFileUnknown();
    return file;
  }
}

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

/** Describes an artwork for the designer: its size, how it was drawn, and whether its print is painted at full density. */
@Injectable()
export class ArtworkDetailsService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly recipeFiles: RecipeFilesService,
  ) {}

  /** Throws 404 for any picture that is no artwork. */
  async getDetails(id: string): Promise<ArtworkDetails> {
    const image = await this.images.findActive(id);
    if (image?.type !== 'artwork') throw new DomainError('ARTWORK_NOT_FOUND', 'not-found', MESSAGES.notFound);
    const recipe = readRecipe(image);
    return {
      id,
      width: image.widthPx,
      height: image.heightPx,
      isRedrawnForPrint: recipe !== null && (await this.recipeFiles.hasPhotos(recipe)),
      engine: getEngine(image),
      background: readBackground(image),
    };
  }
}

@Controller()
export class PrintFilesController {
  constructor(private readonly printFiles: PrintFilesService) {}

  @Route(getPrintFile)
  download(
    @Param('id', uuidPipe) id: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.printFiles.sendPrintFile(id, ifNoneMatch, reply);
  }
}

@Controller()
export class SignedPrintFilesController {
  constructor(private readonly signedPrintFiles: SignedPrintFilesService) {}

  @Route(getSignedPrintFile)
  download(
    @Param('file') file: string,
    @Query(zodPipe(getSignedPrintFile.query)) link: PrintFileLink,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.signedPrintFiles.sendPrintFile(file, link, ifNoneMatch, reply);
  }
}

@Controller()
export class ArtworkDetailsController {
  constructor(private readonly artworkDetails: ArtworkDetailsService) {}

  @Route(getArtwork)
  @Header('cache-control', 'public, max-age=300')
  getDetails(@Param('id', uuidPipe) id: string): Promise<ArtworkDetails> {
    return this.artworkDetails.getDetails(id);
  }
}
