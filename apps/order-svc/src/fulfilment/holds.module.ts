import { Module } from '@nestjs/common';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import { Holds } from './holds.js';

/** A module of its own, because payments depend on the change window and the rest of fulfilment depends on payments. */
@Module({ providers: [FulfilmentsRepository, Holds], exports: [FulfilmentsRepository, Holds] })
export class HoldsModule {}
