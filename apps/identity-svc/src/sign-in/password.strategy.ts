import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { PasswordCheckService } from '../passwords/password-check.service.js';
import { readClient } from '../security/sign-in-client.js';
import type { UserRow } from '../users/users.repository.js';
import type { SignInRequest } from './password.guard.js';

/** Passport's strategy `local`. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy) {
  constructor(@Inject(PasswordCheckService) private readonly passwordCheck: PasswordCheckService) {
    super({ usernameField: 'email', passReqToCallback: true });
  }

  validate(request: SignInRequest, email: string, password: string): Promise<UserRow | null> {
    return this.passwordCheck.checkPassword({ email, client: readClient(request) }, password);
  }
}
