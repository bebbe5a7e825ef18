import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type Config } from '../config.js';
import { CatalogueRepository } from './catalogue.repository.js';
import type { Variant } from './catalogue.js';
import { toOrderObject, type OrderObject } from './order-objects.mapper.js';
import { decideConfirmation, findStatus, type Confirmation } from './order-state.rules.js';
import type { OrderContent, StoredOrder } from './order.js';
import { OrdersRepository } from './orders.repository.js';
import { PrintfulError } from './printful.error.js';
import { StageReportsService } from './stage-reports.service.js';

export interface NewOrder {
  content: OrderContent;
  store: number;
  isConfirmed: boolean;
  /** An existing draft of this number gets the content. */
  updatesExisting: boolean;
}

/** A refused confirmation leaves a draft, so its transaction commits. */
interface Outcome {
  order: StoredOrder;
  rejection: string | null;
}

const notFound = () => new PrintfulError(404, 'Not found');

/** What a shop can do to its orders at the printer. */
@Injectable()
export class OrdersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly orders: OrdersRepository,
    private readonly catalogue: CatalogueRepository,
    private readonly stageReports: StageReportsService,
  ) {}

  async getOrder(reference: string): Promise<OrderObject> {
    const order = await this.orders.find(reference);
    if (!order) throw notFound();
    return this.toObject(order, await this.catalogue.listVariants());
  }

  async createOrder({ content, store, isConfirmed, updatesExisting }: NewOrder): Promise<OrderObject> {
    const variants = await this.listVariants(content);
    const confirmation = isConfirmed ? this.decide({ items: content.items, ageMs: 0 }, variants) : null;
    const outcome = await this.dataSource.transaction(async (manager): Promise<Outcome> => {
      const order = await this.orders.insert(manager, content, {
        store,
        items: confirmation?.items ?? content.items,
        isConfirmed: confirmation?.rejection === null,
      });
      if (!order) {
        if (!updatesExisting) throw new PrintfulError(400, 'Order with this External ID already exists');
        return this.replaceContent(manager, `@${content.external_id}`, { content, isConfirmed, variants });
      }
      if (order.confirmedAt) await this.stageReports.enqueueNext(manager, order);
      return { order, rejection: confirmation?.rejection ?? null };
    });
    return this.toResult(outcome, variants);
  }

  async updateOrder(reference: string, content: OrderContent, isConfirmed: boolean): Promise<OrderObject> {
    const variants = await this.listVariants(content);
    const outcome = await this.dataSource.transaction((manager) =>
      this.replaceContent(manager, reference, { content, isConfirmed, variants }),
    );
    return this.toResult(outcome, variants);
  }

  async confirmOrder(reference: string): Promise<OrderObject> {
    const variants = await this.catalogue.listVariants();
    const outcome = await this.dataSource.transaction(async (manager) =>
      this.confirm(manager, await this.findDraft(manager, reference, 'Only a draft can be confirmed'), variants),
    );
    return this.toResult(outcome, variants);
  }

  /** Possible until printing starts. */
  async cancelOrder(reference: string): Promise<OrderObject> {
    const order = await this.dataSource.transaction(async (manager) => {
      const found = await this.orders.findLocked(manager, reference);
      if (!found) throw notFound();
      if (!['draft', 'pending'].includes(this.getStatus(found)))
        throw new PrintfulError(400, 'This order can not be cancelled any more');
      return this.orders.update(manager, found, { status: 'canceled' });
    });
    return this.toObject(order, await this.catalogue.listVariants());
  }

  private async replaceContent(
    manager: EntityManager,
    reference: string,
    {
      content: { shipping, recipient, items },
      isConfirmed,
      variants,
    }: Pick<NewOrder, 'content' | 'isConfirmed'> & { variants: ReadonlyMap<number, Variant> },
  ): Promise<Outcome> {
    const draft = await this.findDraft(manager, reference, 'Only a draft can be changed');
    const order = await this.orders.update(manager, draft, { shipping, recipient, items });
    return isConfirmed ? this.confirm(manager, order, variants) : { order, rejection: null };
  }

  private async confirm(
    manager: EntityManager,
    draft: StoredOrder,
    variants: ReadonlyMap<number, Variant>,
  ): Promise<Outcome> {
    const { items, rejection } = this.decide(draft, variants);
    const confirmedAt = rejection === null ? new Date() : null;
    const order = await this.orders.update(manager, draft, { items, confirmedAt });
    if (confirmedAt) await this.stageReports.enqueueNext(manager, order);
    return { order, rejection };
  }

  private async findDraft(manager: EntityManager, reference: string, rejection: string): Promise<StoredOrder> {
    const order = await this.orders.findLocked(manager, reference);
    if (!order) throw notFound();
    if (this.getStatus(order) !== 'draft') throw new PrintfulError(400, rejection);
    return order;
  }

  /** Throws if an item is of a variant that was never there. */
  private async listVariants({ items }: OrderContent): Promise<ReadonlyMap<number, Variant>> {
    const variants = await this.catalogue.listVariants();
    const unknown = items.findIndex(({ variant_id: id }) => !variants.has(id));
    if (unknown !== -1) throw new PrintfulError(400, `Item ${unknown}: This variant does not exist`);
    return variants;
  }

  private decide(order: Pick<StoredOrder, 'items' | 'ageMs'>, variants: ReadonlyMap<number, Variant>): Confirmation {
    return decideConfirmation(order, variants, this.config.SANDBOX_PRINTER_FAULTS);
  }

  private getStatus(order: StoredOrder) {
    return findStatus(order, this.config.SANDBOX_PRINTER_SPEED);
  }

  private toResult({ order, rejection }: Outcome, variants: ReadonlyMap<number, Variant>): OrderObject {
    if (rejection !== null) throw new PrintfulError(400, rejection);
    return this.toObject(order, variants);
  }

  private toObject(order: StoredOrder, variants: ReadonlyMap<number, Variant>): OrderObject {
    return toOrderObject(order, variants, this.config.SANDBOX_PRINTER_SPEED);
  }
}
