import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { hashPassword } from '../passwords/password-hash.js';
import { UsersService } from './users.service.js';
import { UsersRepository } from './users.repository.js';

const DEVELOPMENT_ADMIN = { email: 'admin@example.com', password: 'petart-admin' };

/** D12: at the start, the admin that the environment names; on a development start without one, a known one. */
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
      // Whoever registered the address before is not made an admin by a variable.
      if (existing.role !== 'admin')
        this.log.warn(
          `The account ${credentials.email} exists and is no admin; "npm run admin -- grant ${credentials.email}" makes it one.`,
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
