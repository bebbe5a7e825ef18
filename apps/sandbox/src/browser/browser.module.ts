import { Module } from '@nestjs/common';
import { BrowserController } from './browser.controller.js';

/** What the payment page loads; its calls are in `stripe/`. */
@Module({ controllers: [BrowserController] })
export class BrowserModule {}
