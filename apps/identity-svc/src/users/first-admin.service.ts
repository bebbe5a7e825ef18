import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { hashPassword } from '../passwords/password-hash.js';
import { UsersService } from './users.service.js';
import { UsersRepository } from './users.repository.js';

const DEVELOPMENT_ADMIN = { email: 'admin@example.com', password: 'petart-admin' };

/** Creates the admin of the environment at the start; in development without one, a well-known admin. */
@Injectable()
export class FirstAdminService implements OnApplicationBootstrap {
  private readonly log = new Logger('FirstAdmin');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(UsersService) private readonly usersService: UsersService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const credentials = this.getCredentials();
    if (!credentials) return;
    const existing = await this.usersRepository.findOpenByEmail(credentials.email);
    if (existing) {
      // The address may have been registered by anybody, so the account is not promoted.
      if (existing.role !== 'admin')
        this.log.warn(
          `The account ${credentials.email} exists and is not an admin. Run "npm run admin -- grant ${credentials.email}" to change its role.`,
        );
      return;
    }
    const passwordHash = await hashPassword(credentials.password);
    const created = await this.dataSource.transaction((manager) =>
      this.usersService.createUser(manager, { email: credentials.email, passwordHash, role: 'admin' }),
    );
    if (created)
      this.log.log(
        `The first admin is ${credentials.email}${credentials === DEVELOPMENT_ADMIN ? `, with the password ${credentials.password} (development only)` : ''}.`,
      );
  }

  private getCredentials(): { email: string; password: string } | undefined {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, NODE_ENV } = this.config;
    if (email !== undefined && password !== undefined) return { email, password };
    return NODE_ENV === 'production' ? undefined : DEVELOPMENT_ADMIN;
  }
}
