import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { findSizeArea } from '@shop/contracts-catalog';
import { parseCents } from '@shop/contracts-common';
import { COLOURS, CUTS, getPictureUrl, type ColourKey } from '@shop/product-pictures';
import { CONFIG } from '@shop/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { Config } from '../config.js';
import { withStoredArea } from '../products/product-areas.rules.js';
import { ProductEventsPublisher } from '../products/product-events.publisher.js';
import { ProductEntity } from '../products/product.entity.js';
import { ProductVariantEntity } from '../products/product-variant.entity.js';
import { ProductsRepository } from '../products/products.repository.js';
import { getSeedDetails } from './seed-details.js';
import { SEED_PRODUCTS, type SeedProduct } from './seed-products.js';

/** The list is newest first, so each seeded product is a minute older than the one before it. */
const CREATED_AT_STEP_MS = 60_000;

type NewVariant = Omit<ProductVariantEntity, 'id' | 'productId' | 'version'>;

function toSizeVariants({ category, sizes }: SeedProduct): NewVariant[] {
  return sizes.map(({ name, priceModifier = '0.00', printArea = findSizeArea(category, name) }, position) => ({
    type: 'size',
    name,
    priceModifierCents: parseCents(priceModifier),
    active: true,
    colorHex: null,
    imageUrl: null,
    printArea,
    position,
  }));
}

/** A product in one color has nothing to choose. */
function toColourVariants({ cut }: SeedProduct): NewVariant[] {
  const colours: readonly ColourKey[] = CUTS[cut].colours;
  if (colours.length < 2) return [];
  return colours.map((colour, position) => ({
    type: 'color',
    name: COLOURS[colour].name,
    priceModifierCents: 0,
    active: true,
    colorHex: COLOURS[colour].hex,
    imageUrl: getPictureUrl(cut, colour),
    printArea: null,
    position,
  }));
}

/** Fills an empty catalogue at the start, unless SEED is `none`. Deleted products keep their rows, so they do not come back. */
@Injectable()
export class CatalogueSeeder implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly productsRepository: ProductsRepository,
    private readonly productEvents: ProductEventsPublisher,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.config.SEED === 'none') return;
    await this.dataSource.transaction(async (manager) => {
      if (!(await this.productsRepository.isEmptyLocked(manager))) return;
      const now = Date.now();
      for (const [index, seed] of SEED_PRODUCTS.entries())
        await this.insertProduct(seed, new Date(now - index * CREATED_AT_STEP_MS), manager);
    });
  }

  private async insertProduct(seed: SeedProduct, createdAt: Date, manager: EntityManager): Promise<void> {
    const { colours } = CUTS[seed.cut];
    const product = await manager.save(
      withStoredArea(
        manager.create(ProductEntity, {
          title: seed.title,
          description: seed.description,
          category: seed.category,
          basePriceCents: parseCents(seed.basePrice),
          costCents: null,
          imageUrl: getPictureUrl(seed.cut, colours[0]),
          mockupTemplateUrl: null,
          active: true,
          printArea: null,
          pictureArea: null,
          details: getSeedDetails(seed),
          createdAt,
          deletedAt: null,
        }),
      ),
    );
    await manager.insert(
      ProductVariantEntity,
      [...toSizeVariants(seed), ...toColourVariants(seed)].map((variant) => ({ ...variant, productId: product.id })),
    );
    await this.productEvents.publishSaved(product, manager);
  }
}
