import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OnRepublish, republishInPages } from '@shop/messaging';
import { DataSource } from 'typeorm';
import { ProductEventsPublisher, toEventSubject } from './product-events.publisher.js';
import { ProductsRepository } from './products.repository.js';

@Controller()
export class ProductsConsumer {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly productsRepository: ProductsRepository,
    private readonly productEvents: ProductEventsPublisher,
  ) {}

  /** Publishes all products and deletions again, so that read models can be rebuilt. */
  @OnRepublish('product')
  republishProducts(): Promise<void> {
    return republishInPages(this.dataSource, {
      listPage: (after, limit, manager) => this.productsRepository.listPageById(after, limit, manager),
      toSubject: ({ id }) => toEventSubject(id),
      publish: (product, manager) =>
        product.deletedAt
          ? this.productEvents.publishDeleted(product.id, manager)
          : this.productEvents.publishSaved(product, manager),
    });
  }
}
