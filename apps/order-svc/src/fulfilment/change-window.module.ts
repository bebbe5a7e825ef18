import { Module } from '@nestjs/common';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import { ChangeWindowService } from './change-window.service.js';

/** A module of its own, because payments depend on the change window and the rest of fulfilment depends on payments. */
@Module({
  providers: [FulfilmentsRepository, ChangeWindowService],
  exports: [FulfilmentsRepository, ChangeWindowService],
})
export class ChangeWindowModule {}
