import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UnprintableProduct } from '@shop/contracts/order';
import { DataSource } from 'typeorm';
import { PrintCatalogueService } from './print-catalogue.service.js';

/** A product without sizes or colours is one article. */
const SELECT_ARTICLES = `
  SELECT p.id AS "productId", p.title, jsonb_strip_nulls(jsonb_build_object('size', size.id, 'color', colour.id)) AS "variantIds",
    concat_ws(', ', size.name, colour.name) AS choice
  FROM (SELECT id, title FROM catalogue_products WHERE active AND deleted_at IS NULL ORDER BY title, id LIMIT 1000) p
  LEFT JOIN catalogue_variants size ON size.product_id = p.id AND size.type = 'size' AND size.active
  LEFT JOIN catalogue_variants colour ON colour.product_id = p.id AND colour.type = 'color' AND colour.active
  ORDER BY p.title, p.id, colour.position, colour.name, size.position, size.name LIMIT 20000`;

interface Row {
  productId: string;
  title: string;
  variantIds: { size?: string; color?: string };
  choice: string;
}

/** Tells admins what is on sale although Printful does not print it. */
@Injectable()
export class UnprintableProductsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printCatalogue: PrintCatalogueService,
  ) {}

  /** Empty without Printful. */
  async listProducts(): Promise<UnprintableProduct[]> {
    if (this.printCatalogue.entries === null) return [];
    const products = new Map<string, UnprintableProduct>();
    for (const { productId, title, variantIds, choice } of await this.dataSource.query<Row[]>(SELECT_ARTICLES)) {
      if (this.printCatalogue.canPrint({ productId, variantIds })) continue;
      const product = products.get(productId) ?? { productId, title, choices: [] };
      if (choice) product.choices.push(choice);
      products.set(productId, product);
    }
    return [...products.values()];
  }
}
