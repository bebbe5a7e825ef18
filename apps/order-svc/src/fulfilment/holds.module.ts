import { Module } from '@nestjs/common';
import { FulfilmentsRepository } from './fulfilments.repository.js';
import { Holds } from './holds.js';

/** The beginning of an order's printing, apart from the rest of it, because payments lean on it and it leans on payments. */
@Module({ providers: [FulfilmentsRepository, Holds], exports: [FulfilmentsRepository, Holds] })
export class HoldsModule {}
