import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { PasswordCheck } from '../passwords/password-check.js';
import type { UserRow } from '../users/users.repository.js';

/** Passport's local strategy: an e-mail and a password → the account, by the one function that compares them. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy) {
  /**
   * Passport keeps its strategies by name, for the whole process, and the last one of a name wins. With a name of its own each
   * instance checks against its own database, also where a process runs two.
   */
  readonly key = `local-${randomUUID()}`;

  constructor(@Inject(PasswordCheck) private readonly passwords: PasswordCheck) {
    super({ usernameField: 'email' });
    passport.use(this.key, this);
  }

  validate(email: string, password: string): Promise<UserRow | null> {
    return this.passwords.check(email, password);
  }
}
