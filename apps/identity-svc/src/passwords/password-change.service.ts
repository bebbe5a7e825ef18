import { Inject, Injectable } from '@nestjs/common';
import type { ChangePasswordRequest } from '@shop/contracts/identity';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { UsersRepository } from '../users/users.repository.js';
import { PasswordsService } from './passwords.service.js';
import { incorrectPassword, PasswordCheckService } from './password-check.service.js';
import { hashPassword } from './password-hash.js';

@Injectable()
export class PasswordChangeService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly usersRepository: UsersRepository,
    @Inject(PasswordCheckService) private readonly passwordCheck: PasswordCheckService,
    @Inject(PasswordsService) private readonly passwordsService: PasswordsService,
  ) {}

  /** Ends the user's other sessions; the caller's session continues. */
  async changePassword(caller: Caller, { currentPassword, newPassword }: ChangePasswordRequest): Promise<void> {
    const user = await this.passwordCheck.confirmPassword(caller, currentPassword);
    const passwordHash = await hashPassword(newPassword);
    await this.dataSource.transaction(async (manager) => {
      const current = await this.usersRepository.lockOpen(manager, user.id);
      // A concurrent change replaced the password that was compared.
      if (current?.password !== user.password) throw incorrectPassword();
      await this.passwordsService.setPassword(manager, current, passwordHash, { by: 'owner', keepSid: user.sid });
    });
  }
}
