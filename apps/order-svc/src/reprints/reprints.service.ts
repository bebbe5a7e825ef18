import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, MESSAGES } from '@shop/contracts-common';
import type { ReprintRequest, ShippingAddress, Tracking } from '@shop/contracts-order';
import { type AuditActor, idempotencyKeyReused, LOGGER } from '@shop/service-kit';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { ShippableAddressesService } from '../addresses/shippable-addresses.service.js';
import { correctTracking, type ParcelChanges } from '../fulfilment/parcels.rules.js';
import { PrintProviders } from '../fulfilment/print-providers.js';
import type { OrderCheck } from '../orders/order-check.js';
import type { Order } from '../orders/order.entity.js';
import { OrdersRepository } from '../orders/orders.repository.js';
import { assertOrdered } from '../problem-reports/item-quantities.js';
import { ProblemReportsService } from '../problem-reports/problem-reports.service.js';
import { ReprintEventsPublisher } from './reprint-events.publisher.js';
import { ReprintItem } from './reprint-item.entity.js';
import { ReprintPrintingService } from './reprint-printing.service.js';
import { Reprint } from './reprint.entity.js';
import { ReprintObstaclesService } from './reprint-obstacles.service.js';
import { listUnnamedRepeats, REPRINT_OBSTACLES } from './reprint.rules.js';
import { type LockedReprint, ReprintsRepository } from './reprints.repository.js';

/** More than a recall and the following transaction take. */
const RECALL_MS = 60_000;

const conflict = (code: string, message: string): DomainError => new DomainError(code, 'conflict', message);

export const reprintUnknown = (): DomainError => new DomainError('REPRINT_UNKNOWN', 'not-found', MESSAGES.notFound);

const alreadyReprinted = (): DomainError =>
  conflict(
    'ALREADY_REPRINTED',
    'Some of these items are sent again already. Please look at the order, and confirm if they should be sent once more.',
  );

const beingSubmitted = (): DomainError =>
  conflict('REPRINT_BEING_SUBMITTED', 'It is being handed to the printer right now. Please try again in a moment.');

const changedInBetween = (): DomainError =>
  conflict('REPRINT_CHANGED', 'This has changed in between. Please look at it again.');

/** The caller's key is the id: a repeated request makes one reprint. */
export interface NewReprint extends ReprintRequest {
  id: string;
}

export interface ReprintAddress {
  orderId: string;
  reprintId: string;
}

interface SentReprint {
  tracking: Tracking | null;
  /** The number that is corrected. Null: a parcel is added. Absent: the first number is corrected. */
  replaces?: string | null | undefined;
}

/** Null: nothing changes. */
function findTrackingChange(
  { tracking: known }: Reprint,
  { tracking, replaces = known?.number ?? null }: SentReprint,
): ParcelChanges | null {
  const changes = tracking ? correctTracking(known, tracking, replaces) : 'unchanged';
  if (changes === 'conflict') throw changedInBetween();
  return changes === 'unchanged' ? null : changes;
}

/** What admins do with reprints: request, try again, send by hand, cancel. */
@Injectable()
export class ReprintsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reprints: ReprintsRepository,
    private readonly orders: OrdersRepository,
    private readonly obstacles: ReprintObstaclesService,
    private readonly shippableAddresses: ShippableAddressesService,
    private readonly printProviders: PrintProviders,
    private readonly printing: ReprintPrintingService,
    private readonly events: ReprintEventsPublisher,
    private readonly reports: ProblemReportsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether a request with this id was made before. Throws `conflict` if it was for something else. */
  async isRequested(manager: EntityManager, order: Order, request: NewReprint): Promise<boolean> {
    const known = await this.reprints.find(request.id, manager);
    if (!known) return false;
    if (known.orderId !== order.id || !isSameRequest(known, request)) throw idempotencyKeyReused();
    return true;
  }

  /**
   * Requires the order's lock. The items are printed once art-svc has confirmed their files, or by hand where no printer is set up.
   *
   * @throws DomainError `conflict` if nothing can be sent, or the items are sent again already and the admin does not name the earlier reprints.
   */
  async requestReprint(manager: EntityManager, order: Order, request: NewReprint, by: AuditActor): Promise<void> {
    const obstacle = await this.obstacles.findObstacle(manager, order);
    if (obstacle) throw conflict('ORDER_NOT_REPRINTABLE', REPRINT_OBSTACLES[obstacle]);
    assertOrdered((await this.orders.listItems([order.id], manager)).get(order.id) ?? [], request.items);
    const earlier = await this.reprints.listByOrder(order.id, manager);
    if (listUnnamedRepeats(earlier, request.items, request.repeats).length > 0) throw alreadyReprinted();
    if (request.reportId) await this.reports.closeByReprint(manager, order.id, request.reportId, request);
    const reprint = this.createReprint(order, request);
    await this.reprints.insert(manager, reprint);
    if (!reprint.isByHand) await this.reprints.enqueueSubmission(manager, reprint);
    const photos = { ids: request.photos, userId: by.id, guestId: null };
    await this.events.publishRequested(manager, { order, reprint }, photos, by);
  }

  private createReprint({ id: orderId, shippingAddress }: Order, request: NewReprint): Reprint {
    const { id, reason, note, photos, address, reportId, items } = request;
    const now = new Date();
    const reprint = new Reprint();
    Object.assign(reprint, { id, orderId, reason, note: note || null, photoIds: photos, reportId: reportId ?? null });
    reprint.shippingAddress = address ? this.getShippable(address) : shippingAddress;
    reprint.requestedAt = now;
    reprint.dueAt = now;
    reprint.provider = this.printProviders.current?.name ?? 'by-hand';
    if (reprint.isByHand) reprint.assignToAdmins();
    reprint.items = items.map(({ orderItemId, quantity }) =>
      Object.assign(new ReprintItem(), { id: randomUUID(), reprintId: id, orderItemId, quantity }),
    );
    return reprint;
  }

  private getShippable(address: ShippingAddress): ShippingAddress {
    return this.shippableAddresses.getShippable(address);
  }

  /** Tries the printer again, or asks it again if it has the reprint. */
  async retryReprint(orderId: string, reprintId: string, by: AuditActor): Promise<void> {
    const isAtPrinter = await this.withLocked(orderId, reprintId, async (manager, locked) => {
      const { reprint } = locked;
      if (!reprint.canBeRetried) throw conflict('REPRINT_NOT_WAITING', 'This does not wait for the printer.');
      await this.events.recordRetried(manager, locked, by);
      if (reprint.isMissingAtPrinter) reprint.resubmit();
      if (reprint.state === 'submitted' || reprint.state === 'shipped') return true;
      if (reprint.state === 'waiting') reprint.dueAt = new Date();
      await this.reprints.save(manager, reprint);
      await this.reprints.enqueueSubmission(manager, { id: reprint.id, dueAt: new Date() });
      if (reprint.items.some(({ file }) => file === null)) await this.events.publishFilesNeeded(manager, locked);
      return false;
    });
    if (isAtPrinter) await this.printing.pollAndConfirm(reprintId).catch((error: unknown) => this.throwOutage(error));
  }

  /** By an admin who printed it; or another tracking number, in one more email. A repeated request changes nothing. */
  async markSent(
    { orderId, reprintId }: ReprintAddress,
    sent: SentReprint,
    by: AuditActor,
    check: OrderCheck,
  ): Promise<void> {
    await this.withLocked(orderId, reprintId, async (manager, locked) => {
      const { reprint, order } = locked;
      if (!reprint.canBeMarkedSent) throw conflict('REPRINT_NOT_SENDABLE', 'The printer sends this.');
      if (reprint.state === 'shipped') {
        const changes = findTrackingChange(reprint, sent);
        if (!changes) return;
        await check(manager, order);
        return this.changeTracking(manager, locked, changes, by);
      }
      await check(manager, order);
      const { tracking } = sent;
      reprint.markShipped(tracking);
      await this.reprints.save(manager, reprint);
      await this.events.publishSent(manager, locked, { what: 'sent', parcels: tracking ? [tracking] : [] }, by);
    });
  }

  private async changeTracking(
    manager: EntityManager,
    locked: LockedReprint,
    changes: ParcelChanges,
    by: AuditActor,
  ): Promise<void> {
    const { reprint } = locked;
    const isAdded = changes.added.length > 0;
    reprint.tracking = changes.parcels;
    if (isAdded && reprint.isReturned) reprint.markSentAgain();
    await this.reprints.save(manager, reprint);
    const parcels = isAdded ? changes.added : changes.corrected;
    await this.events.publishSent(manager, locked, { what: isAdded ? 'sent' : 'corrected', parcels }, by);
  }

  /** Recalls it from the printer first. A repeated request changes nothing. @throws DomainError `conflict` if it is being printed. */
  async cancelReprint({ orderId, reprintId }: ReprintAddress, by: AuditActor, check: OrderCheck): Promise<void> {
    const paused = await this.withLocked(orderId, reprintId, async (manager, { order, reprint }) => {
      if (reprint.state === 'cancelled') return null;
      await check(manager, order);
      if (!reprint.canBeCancelled) throw conflict('REPRINT_SENT', 'This was sent already.');
      if (reprint.state === 'submitting') throw beingSubmitted();
      reprint.pauseForRecall(RECALL_MS);
      await this.reprints.save(manager, reprint);
      return reprint;
    });
    if (!paused) return;
    if (paused.mayBeAtPrinter && !paused.shippedAt) await this.recall(paused);
    await this.withLocked(orderId, reprintId, async (manager, locked) => {
      const { reprint } = locked;
      if (reprint.state === 'cancelled') return;
      if (reprint.attempts !== paused.attempts || reprint.state !== paused.state) throw changedInBetween();
      reprint.markEnded('cancelled');
      await this.reprints.save(manager, reprint);
      if (reprint.reportId && !reprint.shippedAt) await this.reports.reopenProblem(manager, reprint.reportId);
      await this.events.publishEnded(manager, locked, by);
    });
  }

  private async recall({ id, provider: name }: Reprint): Promise<void> {
    const provider = this.printProviders.getProvider(name);
    const outcome = await provider?.cancel(id).catch((error: unknown) => this.throwOutage(error));
    if (outcome === 'too-late')
      throw conflict('PRINTING_STARTED', 'The printer has begun to print this: it can no longer be cancelled.');
  }

  private throwOutage(error: unknown): never {
    if (error instanceof DomainError) throw error;
    this.logger.warn({ err: error }, 'the printer could not be asked about a reprint');
    throw new DomainError(
      'PRINTER_UNAVAILABLE',
      'unavailable',
      'The printer can’t be asked right now. Please try again in a moment.',
    );
  }

  private withLocked<Result>(
    orderId: string,
    reprintId: string,
    work: (manager: EntityManager, locked: LockedReprint) => Promise<Result>,
  ): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      const locked = await this.reprints.findLocked(manager, reprintId);
      if (locked?.order.id !== orderId) throw reprintUnknown();
      return work(manager, locked);
    });
  }
}

const toComparable = (items: readonly { orderItemId: string; quantity: number }[]) =>
  Object.fromEntries(items.map(({ orderItemId, quantity }) => [orderItemId, quantity]));

const isSameRequest = (known: Reprint, { items, reason }: NewReprint): boolean =>
  known.reason === reason && isDeepStrictEqual(toComparable(known.items), toComparable(items));
