import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '@shop/service-kit';
import { AdminStylesController } from './admin-styles.controller.js';
import { StyleChangesService } from './style-changes.service.js';
import { StyleEntity } from './style.entity.js';
import { StylesController } from './styles.controller.js';
import { StylesService } from './styles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([StyleEntity]), AuditModule],
  controllers: [StylesController, AdminStylesController],
  providers: [StylesService, StyleChangesService],
  exports: [StylesService],
})
export class StylesModule {}
