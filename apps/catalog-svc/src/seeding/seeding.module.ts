import { Module } from '@nestjs/common';
import { ProductsModule } from '../products/products.module.js';
import { CatalogueSeeder } from './catalogue-seeder.js';

@Module({ imports: [ProductsModule], providers: [CatalogueSeeder] })
export class SeedingModule {}
