import { identityEvents } from '@shop/contracts-identity';
import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule, ServiceModule } from '@shop/service-kit';
import type { Config } from './config.js';
import { migrations } from './database/migrations.js';
import { AccountChangeLog } from './admin-users/account-change-log.service.js';
import { AccountChangesService } from './admin-users/account-changes.service.js';
import { AccountRolesService } from './admin-users/account-roles.service.js';
import { AdminUsersController } from './admin-users/admin-users.controller.js';
import { AdminUsersRepository } from './admin-users/admin-users.repository.js';
import { AdminUsersService } from './admin-users/admin-users.service.js';
import { ConfirmationTokensRepository } from './email-confirmation/confirmation-tokens.repository.js';
import { EmailConfirmationController } from './email-confirmation/email-confirmation.controller.js';
import { EmailConfirmationService } from './email-confirmation/email-confirmation.service.js';
import { ErasuresConsumer } from './erasures/erasures.consumer.js';
import { ErasuresController } from './erasures/erasures.controller.js';
import { ErasuresRepository } from './erasures/erasures.repository.js';
import { ErasuresService } from './erasures/erasures.service.js';
import { AccountAttemptsService } from './passwords/account-attempts.service.js';
import { AttemptCountersRepository } from './passwords/attempt-counters.repository.js';
import { GuessNoticesService } from './passwords/guess-notices.service.js';
import { PasswordCheckService } from './passwords/password-check.service.js';
import { PasswordStore } from './passwords/password-store.service.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { RepeatedCallsService } from './passwords/repeated-calls.service.js';
import { ResetLinksService } from './passwords/reset-links.service.js';
import { ResetTokensRepository } from './passwords/reset-tokens.repository.js';
import { KnownBrowsersRepository } from './security/known-browsers.repository.js';
import { CodeAttemptsService } from './second-factor/code-attempts.service.js';
import { CodeCheckService } from './second-factor/code-check.service.js';
import { SecondFactorController } from './second-factor/second-factor.controller.js';
import { SecondFactorService } from './second-factor/second-factor.service.js';
import { SecondFactorsRepository } from './second-factor/second-factors.repository.js';
import { TotpSecrets } from './second-factor/totp-secrets.service.js';
import { SecurityLog } from './security/security-log.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { UserSessionsController } from './sessions/user-sessions.controller.js';
import { UserSessionsService } from './sessions/user-sessions.service.js';
import { PasswordGuard } from './sign-in/password.guard.js';
import { PasswordStrategy } from './sign-in/password.strategy.js';
import { AdminNoticesService } from './sign-in/admin-notices.service.js';
import { RegistrationNoticesService } from './sign-in/registration-notices.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { AccountCallsRepository } from './users/account-calls.repository.js';
import { PasswordHasher } from './users/password-hasher.service.js';
import { UsersConsumer } from './users/users.consumer.js';
import { UsersController } from './users/users.controller.js';
import { UsersRepository } from './users/users.repository.js';
import { UsersService } from './users/users.service.js';

const security = [SecurityLog, KnownBrowsersRepository];
const users = [UsersService, UsersRepository, AccountCallsRepository, PasswordHasher];
const sessions = [SessionsService, UserSessionsService, SessionsRepository];
const passwords = [
  PasswordCheckService,
  PasswordStore,
  PasswordsService,
  RepeatedCallsService,
  ResetLinksService,
  ResetTokensRepository,
  AccountAttemptsService,
  AttemptCountersRepository,
  GuessNoticesService,
];
const emailConfirmation = [EmailConfirmationService, ConfirmationTokensRepository];
const signIn = [SignInService, AdminNoticesService, RegistrationNoticesService, PasswordGuard, PasswordStrategy];
const secondFactor = [CodeAttemptsService, CodeCheckService, SecondFactorService, SecondFactorsRepository, TotpSecrets];
const erasures = [ErasuresService, ErasuresRepository];
const adminUsers = [
  AdminUsersService,
  AdminUsersRepository,
  AccountChangesService,
  AccountRolesService,
  AccountChangeLog,
];

@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({ service: 'identity-svc', events: identityEvents, config, entities: [], migrations }),
        AuditModule,
      ],
      controllers: [
        UsersController,
        UsersConsumer,
        SessionsController,
        UserSessionsController,
        PasswordsController,
        EmailConfirmationController,
        SignInController,
        SecondFactorController,
        ErasuresController,
        ErasuresConsumer,
        AdminUsersController,
      ],
      providers: [
        ...security,
        ...users,
        ...sessions,
        ...passwords,
        ...emailConfirmation,
        ...signIn,
        ...secondFactor,
        ...erasures,
        ...adminUsers,
      ],
    };
  }
}
