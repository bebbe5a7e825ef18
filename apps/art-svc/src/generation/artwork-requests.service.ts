import { Injectable } from '@nestjs/common';
import type { FurtherPet, GenerateRequest } from '@shop/contracts-art';
import { type Caller, type Client, toOwner } from '@shop/service-kit';
import { CutOutsRepository } from '../cut-outs/cut-outs.repository.js';
import type { RequestedPet } from '../images/image.entity.js';
import { getOwnerIds, ImagesRepository } from '../images/images.repository.js';
import { StylesService } from '../styles/styles.service.js';
import { assertSameBody, computePrintShape, hashRequest, parseUploadId } from './generate-request.rules.js';
import { cutOutUnknown, photoUnknown, styleNotOffered, styleUnknown } from './generation.errors.js';
import { DrawingQueueService } from './drawing-queue.service.js';
import { DrawingsRepository, type NewDrawing } from './drawings.repository.js';

/** Enqueues a drawing, or finds the drawing of an earlier request with the same key. */
@Injectable()
export class ArtworkRequestsService {
  /** Requests of this instance whose drawings are not saved yet, by owner and key. */
  private readonly underWay = new Map<string, Promise<string>>();

  constructor(
    private readonly drawings: DrawingsRepository,
    private readonly images: ImagesRepository,
    private readonly cutOuts: CutOutsRepository,
    private readonly styles: StylesService,
    private readonly drawingQueue: DrawingQueueService,
  ) {}

  /**
   * Returns the drawing's id. Throws 400 for a photo that is not the caller's, a cut-out of another photo or an unknown style, 409 where the key was
   * used for another request, 503 where the queue is too long. A request that joins an existing drawing never fails
   * because of the queue.
   */
  async requestArtwork(client: Client, request: GenerateRequest, key: string | null): Promise<string> {
    const saving = this.saveRequest(client, request, key);
    if (key === null) return saving;
    const name = toRequestName(client.caller, key);
    this.underWay.set(name, saving);
    try {
      return await saving;
    } finally {
      if (this.underWay.get(name) === saving) this.underWay.delete(name);
    }
  }

  /** Resolves when this request of the caller is saved or has failed; at once where this instance has none under way. */
  async waitForRequest(caller: Caller, key: string): Promise<void> {
    await Promise.allSettled([this.underWay.get(toRequestName(caller, key))]);
  }

  private async saveRequest(
    { caller, network }: Client,
    request: GenerateRequest,
    key: string | null,
  ): Promise<string> {
    const owner = toOwner(caller);
    const bodyHash = hashRequest(request);
    const existingId = key && (await this.findMatchingDrawing(caller, key, bodyHash));
    if (existingId) return existingId;
    const { imageId: inputImageId, cutOutId } = await this.getPet(caller, request);
    const furtherPets: RequestedPet[] = [];
    for (const pet of request.furtherPets ?? []) furtherPets.push(await this.getPet(caller, pet));
    const style = await this.styles.findByKey(request.styleKey);
    if (!style?.active) throw style ? styleNotOffered() : styleUnknown();
    const drawing: NewDrawing = {
      ...owner,
      inputImageId,
      cutOutId,
      background: request.background === 'style' ? null : (request.background ?? null),
      styleKey: request.styleKey,
      prompt: request.prompt || null,
      petName: request.petName || null,
      variation: request.variation ?? 0,
      printShape: request.printArea ? computePrintShape(request.printArea) : null,
      idempotencyKey: key,
      bodyHash,
      network,
    };
    const drawingId = await this.drawingQueue.enqueueDrawing(drawing, furtherPets);
    if (drawingId) return drawingId;
    // Another request with this key won. Its row is committed, or the insert would still wait for it.
    const winner = key && (await this.findMatchingDrawing(caller, key, bodyHash));
    if (!winner) throw new Error('A drawing with this idempotency key exists but was not found');
    return winner;
  }

  private async getPet(caller: Caller, { imageUrl, cutOutId }: FurtherPet): Promise<RequestedPet> {
    const photo = await this.images.findOwnUpload(caller, parseUploadId(imageUrl));
    if (!photo) throw photoUnknown();
    if (!cutOutId) return { imageId: photo.id, cutOutId: null };
    const cutOut = await this.cutOuts.findOfPhoto(photo.id, cutOutId);
    if (!cutOut) throw cutOutUnknown();
    return { imageId: photo.id, cutOutId: cutOut.id };
  }

  private async findMatchingDrawing(caller: Caller, key: string, bodyHash: string): Promise<string | null> {
    const drawing = await this.drawings.findByKeyForOwner(caller, key);
    if (!drawing) return null;
    assertSameBody(drawing.bodyHash, bodyHash);
    return drawing.id;
  }
}

/** A guest's request keeps its name when the guest signs in in between. */
function toRequestName(caller: Caller, key: string): string {
  const { userId, guestId } = getOwnerIds(caller);
  return `${guestId ?? userId} ${key.toLowerCase()}`;
}
