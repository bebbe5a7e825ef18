import { Controller, Get, Param, UseFilters, UseGuards } from '@nestjs/common';
import { PRODUCTS, type Product, type Variant } from './catalogue.js';
import { toProductObject, toVariantObject } from './catalogue-objects.mapper.js';
import { CatalogueRepository } from './catalogue.repository.js';
import { PrintfulErrorFilter } from './printful-error.filter.js';
import { PrintfulKeyGuard } from './printful-key.guard.js';
import { PrintfulError, toAnswer } from './printful.error.js';

/** Printful's catalogue. */
@Controller('products')
@UseFilters(PrintfulErrorFilter)
@UseGuards(PrintfulKeyGuard)
export class ProductsController {
  constructor(private readonly catalogue: CatalogueRepository) {}

  @Get()
  async listProducts() {
    const variants = [...(await this.catalogue.listVariants()).values()];
    return toAnswer(PRODUCTS.map((product) => toProductObject(product, listOf(product, variants))));
  }

  @Get('variant/:id')
  async getVariant(@Param('id') id: string) {
    const variants = await this.catalogue.listVariants();
    const variant = variants.get(Number(id));
    if (!variant) throw new PrintfulError(404, 'Not found');
    const product = toProductObject(variant.product, listOf(variant.product, [...variants.values()]));
    return toAnswer({ variant: toVariantObject(variant), product });
  }

  @Get(':id')
  async getProduct(@Param('id') id: string) {
    const product = PRODUCTS.find((each) => each.id === Number(id));
    if (!product) throw new PrintfulError(404, 'Not found');
    const variants = listOf(product, [...(await this.catalogue.listVariants()).values()]);
    return toAnswer({ product: toProductObject(product, variants), variants: variants.map(toVariantObject) });
  }
}

const listOf = ({ id }: Product, variants: readonly Variant[]): Variant[] =>
  variants.filter(({ product }) => product.id === id);
