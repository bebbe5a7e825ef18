import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import type { Config } from '../config.js';
import { hashPassword } from '../passwords/password-hash.js';
import { CreateUser } from './create-user.js';
import { UsersRepository } from './users.repository.js';

const DEVELOPMENT_ADMIN = { email: 'admin@example.com', password: 'petart-admin' };

/** D12: at the start, the admin that the environment names; on a development start without one, a known one. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  private readonly log = new Logger('FirstAdmin');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(CreateUser) private readonly createUser: CreateUser,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const wanted = this.wanted();
    if (!wanted) return;
    const known = await this.users.findOpenByEmail(wanted.email);
    if (known) {
      // Whoever registered the address before is not made an admin by a variable.
      if (known.role !== 'admin')
        this.log.warn(
          `The account ${wanted.email} exists and is no admin; "npm run admin -- grant ${wanted.email}" makes it one.`,
        );
      return;
    }
    const passwordHash = await hashPassword(wanted.password);
    const created = await this.dataSource.transaction((manager) =>
      this.createUser.create(manager, { email: wanted.email, passwordHash, role: 'admin' }),
    );
    if (created)
      this.log.log(
        `The first admin is ${wanted.email}${wanted === DEVELOPMENT_ADMIN ? `, with the password ${wanted.password} (development only)` : ''}.`,
      );
  }

  private wanted(): { email: string; password: string } | undefined {
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, NODE_ENV } = this.config;
    if (email !== undefined && password !== undefined) return { email, password };
    return NODE_ENV === 'production' ? undefined : DEVELOPMENT_ADMIN;
  }
}
