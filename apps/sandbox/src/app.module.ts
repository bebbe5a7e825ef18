import { Module, type DynamicModule } from '@nestjs/common';
import { JobsModule } from '@shop/jobs';
import { BrowserModule } from './browser/browser.module.js';
import { CONFIG, type Config } from './config.js';
import { sandboxDatabase } from './database/sandbox-database.js';
import { FaultsModule } from './faults/faults.module.js';
import { HealthController } from './health.controller.js';
import { PrintfulModule } from './printful/printful.module.js';
import { StripeModule } from './stripe/stripe.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [
        sandboxDatabase(config),
        JobsModule.forRoot({ url: config.DATABASE_URL }),
        FaultsModule.with(config),
        StripeModule.with(config),
        PrintfulModule.with(config),
        BrowserModule,
      ],
      controllers: [HealthController],
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}
