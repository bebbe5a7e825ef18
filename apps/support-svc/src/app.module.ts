import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { ContactReplyEntity } from './contact/contact-reply.entity.js';
import { ContactModule } from './contact/contact.module.js';
import { ContactSubmissionEntity } from './contact/contact-submission.entity.js';
import { migrations } from './database/migrations.js';
import { LettersModule } from './letters/letters.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.forRoot({ service: 'support-svc', config, entities: [ContactSubmissionEntity, ContactReplyEntity], migrations }), LettersModule, ContactModule],
    };
  }
}
