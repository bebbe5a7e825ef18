import { Module } from '@nestjs/common';
import { PrintCatalogueService } from './print-catalogue.service.js';

@Module({ providers: [PrintCatalogueService], exports: [PrintCatalogueService] })
export class PrintCatalogueModule {}
