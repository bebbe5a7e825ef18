import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { migrations } from './database/migrations.js';
import { ErasuresModule } from './erasures/erasures.module.js';
import { HourlyCleanupTask } from './hourly-cleanup.task.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { PersonalDataModule } from './personal-data/personal-data.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ service: 'identity-svc', config, entities: [], migrations }),
        UsersModule,
        SessionsModule,
        PasswordsModule,
        SignInModule,
        ErasuresModule,
        PersonalDataModule,
      ],
      providers: [HourlyCleanupTask],
    };
  }
}
