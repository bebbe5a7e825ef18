import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import {
  findSizeArea,
  getDefaultPrintArea,
  type AdminVariant,
  type variantChangeSchema,
  type variantFormSchema,
} from '@shop/contracts-catalog';
import { DomainError, parseCents, MESSAGES } from '@shop/contracts-common';
import { assertPictureExists } from '@shop/product-pictures';
import { type AuditActor, idempotencyKeyReused, type SeenVersions } from '@shop/service-kit';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { getAreas } from '../products/product-areas.rules.js';
import { findChangedFields, changeAction, wasCreatedWith } from '../products/product-changes.rules.js';
import { type ProductEntity } from '../products/product.entity.js';
import { ProductVariantEntity } from '../products/product-variant.entity.js';
import { toAdminVariant, toVariantFields } from '../products/product.mapper.js';
import { ProductsRepository } from '../products/products.repository.js';
import { productNotFound, ProductsService } from '../products/products.service.js';
import { assertUnitPrices } from '../products/unit-price.rules.js';
import {
  assertNameFree,
  assertProportions,
  assertBelowLimit,
  selectFieldsOfType,
  getNextPosition,
} from './variants.rules.js';

type Form = z.output<typeof variantFormSchema>;
type Change = z.output<typeof variantChangeSchema>;

/** Throws if `variant` is invalid together with the `others` of the product. */
function assertValid(
  product: ProductEntity,
  variant: ProductVariantEntity,
  others: readonly ProductVariantEntity[],
): void {
  assertNameFree(others, variant);
  assertUnitPrices(product.basePriceCents, [...others, variant], 'priceModifier');
  assertProportions(getAreas(product).printArea, variant);
}

/** A size that prints another area than its kind (`sizeAreas`) has it, if the product prints the area of the kind. */
function withAreaOfSize(product: ProductEntity, form: Form): Form {
  const area = form.type === 'size' && form.printArea === undefined ? findSizeArea(product.category, form.name) : null;
  const ofKind = getDefaultPrintArea(product.category);
  return area && isDeepStrictEqual(getAreas(product).printArea, ofKind) ? { ...form, printArea: area } : form;
}

/** Identifies a variant in the audit trail. */
const getIdentity = ({ id, type, name }: ProductVariantEntity): Record<string, unknown> => ({
  variantId: id,
  type,
  name,
});

@Injectable()
export class VariantsService {
  constructor(
    private readonly productsRepository: ProductsRepository,
    private readonly productsService: ProductsService,
  ) {}

  /** All variants, active or not: sizes before colours, each by position. */
  async listVariants(productId: string): Promise<AdminVariant[]> {
    const variants = await this.productsRepository.findAllVariants(productId);
    if (!variants) throw productNotFound();
    return variants.map(toAdminVariant);
  }

  /** A repeated call with the same `key` returns the variant of the first call. Throws 409 if that call had another form. */
  addVariant(productId: string, form: Form, actor: AuditActor, key: string | null): Promise<AdminVariant> {
    return this.productsService.withLockedProduct(productId, async (product, manager) => {
      const others = await this.listAll(productId, manager);
      const existing = key && (await manager.findOneBy(ProductVariantEntity, { id: key }));
      if (existing && existing.productId !== productId) throw idempotencyKeyReused();
      if (!existing) assertBelowLimit(others);
      const variant = manager.create(ProductVariantEntity, {
        ...(key ? { id: key } : {}),
        productId,
        type: form.type,
        name: form.name,
        priceModifierCents: parseCents(form.priceModifier ?? '0'),
        active: form.active ?? true,
        position: form.position ?? getNextPosition(others, form.type),
        ...{ colorHex: null, imageUrl: null, printArea: null },
        ...selectFieldsOfType(form.type, withAreaOfSize(product, form)),
      });
      if (existing) return this.repeatAddition(existing, form, variant, manager);
      assertPictureExists('imageUrl', variant.imageUrl);
      assertValid(product, variant, others);
      await manager.save(variant);
      await this.productsService.recordChange(
        product,
        {
          actor,
          action: 'variant.added',
          before: null,
          after: { ...getIdentity(variant), ...toVariantFields(variant) },
        },
        manager,
      );
      return toAdminVariant(variant);
    });
  }

  /** Changes the sent fields, like `ProductsService.changeProduct`. */
  changeVariant(
    productId: string,
    variantId: string,
    { priceModifier, ...fields }: Change,
    { actor, seen }: { actor: AuditActor; seen: SeenVersions },
  ): Promise<AdminVariant> {
    return this.productsService.withLockedProduct(productId, async (product, manager) => {
      const variants = await this.listAll(productId, manager);
      const variant = variants.find(({ id }) => id === variantId);
      if (!variant) throw new DomainError('VARIANT_UNKNOWN', 'not-found', MESSAGES.notFound);
      const before = { ...getIdentity(variant), ...toVariantFields(variant) };
      const typed = selectFieldsOfType(fields.type ?? variant.type, fields);
      Object.assign(
        variant,
        fields,
        typed,
        priceModifier === undefined ? {} : { priceModifierCents: parseCents(priceModifier) },
      );
      const changed = findChangedFields(before, { ...getIdentity(variant), ...toVariantFields(variant) });
      if (!changed) return toAdminVariant(variant);
      const { version } = variant;
      await this.productsService.assertSeen(product, { type: 'variant', version, variantId }, seen, manager);
      if ('imageUrl' in changed.after) assertPictureExists('imageUrl', variant.imageUrl);
      assertValid(
        product,
        variant,
        variants.filter((other) => other !== variant),
      );
      await manager.save(variant);
      const { type, name } = before;
      await this.productsService.recordChange(
        product,
        {
          actor,
          action: changeAction('variant', changed.after),
          before: { variantId, type, name, ...changed.before },
          after: { ...getIdentity(variant), ...changed.after },
        },
        manager,
      );
      return toAdminVariant(variant);
    });
  }

  /** The caller has locked the product, so the variants do not change. */
  private listAll(productId: string, manager: EntityManager): Promise<ProductVariantEntity[]> {
    return manager.find(ProductVariantEntity, {
      where: { productId },
      order: { type: 'DESC', position: 'ASC', name: 'ASC' },
    });
  }

  private async repeatAddition(
    existing: ProductVariantEntity,
    form: Form,
    variant: ProductVariantEntity,
    manager: EntityManager,
  ): Promise<AdminVariant> {
    const { id: variantId, productId } = existing;
    const created = await this.productsService.findCreation(productId, { action: 'variant.added', variantId }, manager);
    const { position, ...fields } = toVariantFields(variant);
    // Without a position in the form the place was the next one then.
    if (!wasCreatedWith(created, form.position === undefined ? fields : { ...fields, position }))
      throw idempotencyKeyReused();
    return toAdminVariant(existing);
  }
}
