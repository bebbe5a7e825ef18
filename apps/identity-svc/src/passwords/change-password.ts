import { Inject, Injectable } from '@nestjs/common';
import type { ChangePasswordRequest } from '@shop/contracts/identity';
import type { Caller } from '@shop/service-kit';
import { DataSource } from 'typeorm';
import { UsersRepository } from '../users/users.repository.js';
import { NewPassword } from './new-password.js';
import { incorrectPassword, PasswordCheck } from './password-check.js';
import { hashPassword } from './password-hash.js';

@Injectable()
export class ChangePassword {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(UsersRepository) private readonly users: UsersRepository,
    @Inject(PasswordCheck) private readonly passwords: PasswordCheck,
    @Inject(NewPassword) private readonly newPassword: NewPassword,
  ) {}

  /** D10: ends the user's other sessions; the one that asked stays. */
  async change(caller: Caller, { currentPassword, newPassword }: ChangePasswordRequest): Promise<void> {
    const user = await this.passwords.confirm(caller, currentPassword);
    const passwordHash = await hashPassword(newPassword);
    await this.dataSource.transaction(async (manager) => {
      const now = await this.users.lockOpen(manager, user.id);
      // Changed since it was compared: what was typed is the current one no more.
      if (now?.password !== user.password) throw incorrectPassword();
      await this.newPassword.set(manager, now, passwordHash, { by: 'owner', keepSid: user.sid });
    });
  }
}
