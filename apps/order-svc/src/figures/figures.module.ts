import { Module } from '@nestjs/common';
import { AccountsConsumer } from './accounts.consumer.js';
import { FiguresController } from './figures.controller.js';
import { FiguresService } from './figures.service.js';

@Module({ controllers: [FiguresController, AccountsConsumer], providers: [FiguresService] })
export class FiguresModule {}
