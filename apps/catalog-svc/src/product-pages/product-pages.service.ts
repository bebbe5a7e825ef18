import { Injectable } from '@nestjs/common';
import { type ProductPage, REVIEWS_PER_PAGE } from '@shop/contracts-catalog';
import type { MovedPage, PageHead } from '@shop/contracts-common';
import { toProductPage } from '../products/product.mapper.js';
import { ProductsRepository } from '../products/products.repository.js';
import { productNotFound } from '../products/products.service.js';
import { toReviewData } from '../reviews/review-data.rules.js';
import { ReviewsService } from '../reviews/reviews.service.js';
import { createProductHead, neutral, toPath } from './product-head.rules.js';
import { ProductSlugsRepository } from '../products/product-slugs.repository.js';

/** A sitemap has at most 50,000 addresses (sitemaps.org). */
const LISTED_MAX = 10_000;

@Injectable()
export class ProductPagesService {
  constructor(
    private readonly slugs: ProductSlugsRepository,
    private readonly productsRepository: ProductsRepository,
    private readonly reviews: ReviewsService,
  ) {}

  /** By its address, a former one or its id; the answer has the present address. Throws 404 if it is not on sale. */
  async getPage(slug: string): Promise<ProductPage> {
    const found = await this.slugs.findBySlug(slug);
    if (!found) throw productNotFound();
    const [product, variants, rating] = await Promise.all([
      this.productsRepository.findActive(found.id),
      this.productsRepository.findActiveVariants(found.id),
      this.reviews.getRating(found.id),
    ]);
    if (!product || !variants) throw productNotFound();
    return toProductPage(product, variants, rating);
  }

  /** The head of the page, or its present address. */
  async getHead(slug: string): Promise<PageHead | MovedPage> {
    const page = await this.getPage(slug);
    const present = page.slug ?? page.id;
    if (present !== slug) return { movedTo: toPath(present) };
    return createProductHead(page, present, await this.getReviewData(page));
  }

  private async getReviewData({ id, rating }: ProductPage): Promise<object> {
    if (rating.count === 0) return {};
    const { items } = await this.reviews.listPublished(id, { limit: REVIEWS_PER_PAGE });
    return toReviewData(rating, items, neutral);
  }

  async listPaths(): Promise<string[]> {
    return (await this.slugs.listSlugs(LISTED_MAX)).map(toPath);
  }
}
