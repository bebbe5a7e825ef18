import { Injectable } from '@nestjs/common';
import type { AdminVariant, variantChangeSchema, variantFormSchema } from '@shop/contracts/catalog';
import { DomainError, parseCents, SENTENCES } from '@shop/contracts/common';
import type { AuditActor } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { assertDrawn } from '../pictures/picture-address.rules.js';
import { changedFields } from '../products/changed-fields.rules.js';
import { keyReused } from '../products/idempotency-key.rules.js';
import { areasOf } from '../products/product-areas.rules.js';
import { ProductChanges, productUnknown } from '../products/product-changes.js';
import { changeAction } from '../products/product-timeline.rules.js';
import { ProductVariantEntity } from '../products/product-variant.entity.js';
import type { ProductEntity } from '../products/product.entity.js';
import { toAdminVariant, toVariantFacts } from '../products/product.mapper.js';
import { ProductsRepository } from '../products/products.repository.js';
import { assertSeen } from '../products/seen-version.rules.js';
import { assertUnitPrices } from '../products/unit-price.rules.js';
import { assertNameFree, assertProportions, assertRoom, fieldsOfType, lastPosition } from './variants.rules.js';

type Form = z.output<typeof variantFormSchema>;
type Change = z.output<typeof variantChangeSchema>;

/** Throws where the product would not be sound with `variant` as it is now beside `others`. */
function assertSound(
  product: ProductEntity,
  variant: ProductVariantEntity,
  others: readonly ProductVariantEntity[],
): void {
  assertNameFree(others, variant);
  assertUnitPrices(product.basePriceCents, [...others, variant], 'priceModifier');
  assertProportions(areasOf(product).printArea, variant);
}

/** How the trail names a variant beside what changed of it. */
const identityOf = ({ id, type, name }: ProductVariantEntity): Record<string, unknown> => ({
  variantId: id,
  type,
  name,
});

@Injectable()
export class AdminVariantsService {
  constructor(
    private readonly products: ProductsRepository,
    private readonly changes: ProductChanges,
  ) {}

  /** All of them, active or not: sizes before colours, each in its order. */
  async list(productId: string): Promise<AdminVariant[]> {
    const variants = await this.products.findAllVariants(productId);
    if (!variants) throw productUnknown();
    return variants.map(toAdminVariant);
  }

  /** The same `key` again answers what it made the first time. */
  add(productId: string, form: Form, actor: AuditActor, key: string | null): Promise<AdminVariant> {
    return this.changes.of(productId, async (product, manager) => {
      const others = await this.variantsOf(productId, manager);
      const known = key && (await this.madeBefore(key, productId, manager));
      if (known) return toAdminVariant(known);
      assertRoom(others);
      const variant = manager.create(ProductVariantEntity, {
        ...(key ? { id: key } : {}),
        productId,
        type: form.type,
        name: form.name,
        priceModifierCents: parseCents(form.priceModifier ?? '0'),
        active: form.active ?? true,
        position: form.position ?? lastPosition(others, form.type),
        ...{ colorHex: null, imageUrl: null, printArea: null },
        ...fieldsOfType(form.type, form),
      });
      assertDrawn('imageUrl', variant.imageUrl);
      assertSound(product, variant, others);
      await manager.save(variant);
      await this.changes.tell(
        product,
        { actor, action: 'variant.added', before: null, after: { ...identityOf(variant), ...toVariantFacts(variant) } },
        manager,
      );
      return toAdminVariant(variant);
    });
  }

  /** Changes the fields that were sent, as `AdminProductsService.change` does. */
  change(
    productId: string,
    variantId: string,
    { version, priceModifier, ...fields }: Change,
    actor: AuditActor,
  ): Promise<AdminVariant> {
    return this.changes.of(productId, async (product, manager) => {
      const variants = await this.variantsOf(productId, manager);
      const variant = variants.find(({ id }) => id === variantId);
      if (!variant) throw new DomainError('VARIANT_UNKNOWN', 'not-found', SENTENCES.notFound);
      const before = { ...identityOf(variant), ...toVariantFacts(variant) };
      const typed = fieldsOfType(fields.type ?? variant.type, fields);
      Object.assign(
        variant,
        fields,
        typed,
        priceModifier === undefined ? {} : { priceModifierCents: parseCents(priceModifier) },
      );
      const changed = changedFields(before, { ...identityOf(variant), ...toVariantFacts(variant) });
      if (!changed) return toAdminVariant(variant);
      assertSeen(variant.version, version);
      if ('imageUrl' in changed.after) assertDrawn('imageUrl', variant.imageUrl);
      assertSound(
        product,
        variant,
        variants.filter((other) => other !== variant),
      );
      await manager.save(variant);
      const { type, name } = before;
      await this.changes.tell(
        product,
        {
          actor,
          action: changeAction('variant', changed.after),
          before: { variantId, type, name, ...changed.before },
          after: { ...identityOf(variant), ...changed.after },
        },
        manager,
      );
      return toAdminVariant(variant);
    });
  }

  /** Under the product's lock, so that no other call changes them meanwhile. */
  private variantsOf(productId: string, manager: EntityManager): Promise<ProductVariantEntity[]> {
    return manager.find(ProductVariantEntity, {
      where: { productId },
      order: { type: 'DESC', position: 'ASC', name: 'ASC' },
    });
  }

  private async madeBefore(
    key: string,
    productId: string,
    manager: EntityManager,
  ): Promise<ProductVariantEntity | null> {
    const known = await manager.findOneBy(ProductVariantEntity, { id: key });
    if (known && known.productId !== productId) throw keyReused();
    return known;
  }
}
