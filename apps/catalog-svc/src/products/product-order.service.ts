import { Injectable } from '@nestjs/common';
import type { ProductMove } from '@shop/contracts-catalog';
import { DomainError } from '@shop/contracts-common';
import type { AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import { ProductOrderRepository, type PlacedProduct } from './product-order.repository.js';
import { findPlaces, isInPlace, type Neighbors, type Place } from './product-order.rules.js';
import { ProductsRepository } from './products.repository.js';
import { productNotFound, ProductsService } from './products.service.js';

type Side = keyof ProductMove;

/** More than enough unless many products have the same time. */
const FEW_NEIGHBORS = 32;

const neighborGone = (): DomainError =>
  new DomainError(
    'PRODUCT_NEIGHBOR_GONE',
    'conflict',
    'The product beside which this one should be is gone. The list has changed in between.',
  );

@Injectable()
export class ProductOrderService {
  constructor(
    private readonly productOrder: ProductOrderRepository,
    private readonly productsRepository: ProductsRepository,
    private readonly productsService: ProductsService,
  ) {}

  /** Places the product directly before or after another one. Nothing happens if it is there already. Throws 409 if the other one is deleted. */
  async moveProduct(id: string, { before, after }: ProductMove, actor: AuditActor): Promise<void> {
    const side = before === undefined ? 'after' : 'before';
    const targetId = before ?? after;
    await this.productsService.runInTransaction(async (manager) => {
      await this.productOrder.lockOrder(manager);
      const moved = await this.productOrder.findPlaced(id, manager);
      if (!moved) throw productNotFound();
      if (targetId === undefined || targetId === id) return;
      const target = await this.productOrder.findPlaced(targetId, manager);
      if (!target) throw neighborGone();
      const places = await this.planMove(moved, { target, side }, manager);
      if (!places) return;
      await this.productOrder.savePlaces(places, manager);
      const product = await this.productsRepository.findLocked(id, manager);
      if (!product) throw productNotFound();
      const place = { side, productId: target.id, title: target.title };
      await this.productsService.recordChange(
        product,
        { actor, action: 'product.moved', before: null, after: place },
        manager,
      );
    });
  }

  /** The new places; null if the product is in its place. */
  private async planMove(
    moved: Place,
    { target, side }: { target: PlacedProduct; side: Side },
    manager: EntityManager,
  ): Promise<Place[] | null> {
    for (let size = FEW_NEIGHBORS; ; size *= 2) {
      const beside = { target, movedId: moved.id, size };
      const { above, below, isWhole } = await this.productOrder.listBeside(beside, manager);
      const neighbors: Neighbors =
        side === 'before'
          ? { above, below: [target, ...below], isWhole }
          : { above: [target, ...above], below, isWhole };
      if (isInPlace(moved, neighbors)) return null;
      const places = findPlaces(moved.id, neighbors);
      if (places) return places;
    }
  }
}
