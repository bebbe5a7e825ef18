import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StyleEntity } from './style.entity.js';
import { StylesController } from './styles.controller.js';
import { StylesService } from './styles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([StyleEntity])],
  controllers: [StylesController],
  providers: [StylesService],
  exports: [StylesService],
})
export class StylesModule {}
