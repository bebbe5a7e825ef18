import { Controller, Get, Param, UseFilters, UseGuards } from '@nestjs/common';
import { PRODUCTS } from './catalogue.js';
import { toPrintFilesObject } from './catalogue-objects.mapper.js';
import { CatalogueRepository } from './catalogue.repository.js';
import { PrintfulErrorFilter } from './printful-error.filter.js';
import { PrintfulKeyGuard } from './printful-key.guard.js';
import { PrintfulError, toAnswer } from './printful.error.js';

/** The print areas of Printful's products. */
@Controller('mockup-generator/printfiles')
@UseFilters(PrintfulErrorFilter)
@UseGuards(PrintfulKeyGuard)
export class PrintFilesController {
  constructor(private readonly catalogue: CatalogueRepository) {}

  @Get(':id')
  async getPrintFiles(@Param('id') id: string) {
    const product = PRODUCTS.find((each) => each.id === Number(id));
    if (!product) throw new PrintfulError(404, 'Not found');
    const variants = [...(await this.catalogue.listVariants()).values()];
    return toAnswer(
      toPrintFilesObject(
        product,
        variants.filter((variant) => variant.product.id === product.id),
      ),
    );
  }
}
