import { Module } from '@nestjs/common';
import { GenerationModule } from '../generation/generation.module.js';
import { DesignsController } from './designs.controller.js';
import { DesignsService } from './designs.service.js';

@Module({ imports: [GenerationModule], controllers: [DesignsController], providers: [DesignsService] })
export class DesignsModule {}
