import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { MAX_UNPRINTABLE, type UnprintableProduct } from '@shop/contracts-order';
import { DataSource } from 'typeorm';
import { PrintCatalogueService } from './print-catalogue.service.js';

/** Products per query. Each is read, so that none is missing because others come first. */
const BATCH = 200;

/** A product without sizes or colours is one article. One that is asked for by its id need not be on sale. */
const SELECT_ARTICLES = `
  SELECT p.id AS "productId", p.title, jsonb_strip_nulls(jsonb_build_object('size', size.id, 'color', colour.id)) AS "variantIds",
    concat_ws(', ', size.name, colour.name) AS choice
  FROM (SELECT id, title FROM catalogue_products WHERE (active OR $2::uuid IS NOT NULL) AND deleted_at IS NULL AND ($1::uuid IS NULL OR id > $1)
    AND ($2::uuid IS NULL OR id = $2) ORDER BY id LIMIT ${BATCH}) p
  LEFT JOIN catalogue_variants size ON size.product_id = p.id AND size.type = 'size' AND size.active
  LEFT JOIN catalogue_variants colour ON colour.product_id = p.id AND colour.type = 'color' AND colour.active
  ORDER BY p.id, colour.position, colour.name, size.position, size.name`;

interface Row {
  productId: string;
  title: string;
  variantIds: { size?: string; color?: string };
  choice: string;
}

/** Lists for admins what Printful does not print although it is on sale, or is to be. */
@Injectable()
export class UnprintableProductsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly printCatalogue: PrintCatalogueService,
  ) {}

  /** By title. `productId`: only this product, also before it is on sale. Empty without Printful. */
  async listProducts(productId: string | null = null): Promise<UnprintableProduct[]> {
    if (this.printCatalogue.entries === null) return [];
    const products = new Map<string, UnprintableProduct>();
    let last: string | null | undefined = null;
    while (last !== undefined && products.size < MAX_UNPRINTABLE) {
      const rows: Row[] = await this.dataSource.query<Row[]>(SELECT_ARTICLES, [last, productId]);
      for (const row of rows) this.addUnprintable(products, row);
      last = rows.at(-1)?.productId;
    }
    return [...products.values()].sort((one, other) => one.title.localeCompare(other.title)).slice(0, MAX_UNPRINTABLE);
  }

  private addUnprintable(
    products: Map<string, UnprintableProduct>,
    { productId, title, variantIds, choice }: Row,
  ): void {
    if (this.printCatalogue.canPrint({ productId, variantIds })) return;
    const product = products.get(productId) ?? { productId, title, choices: [] };
    if (choice) product.choices.push(choice);
    products.set(productId, product);
  }
}
