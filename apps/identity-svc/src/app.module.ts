import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { Identity1795190500000 } from './database/migrations/0001-identity.js';
import { ExpiredRowsSweep } from './expired-rows.sweep.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ service: 'identity-svc', config, entities: [], migrations: [Identity1795190500000] }),
        UsersModule,
        SessionsModule,
        PasswordsModule,
        SignInModule,
      ],
      providers: [ExpiredRowsSweep],
    };
  }
}
