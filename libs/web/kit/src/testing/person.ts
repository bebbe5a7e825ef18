import type { User } from '@shop/contracts/identity';

export const aPerson = (given: Partial<User> = {}): User => ({
  id: crypto.randomUUID(),
  email: 'pat@example.com',
  role: 'user',
  firstName: 'Pat',
  lastName: null,
  profileImageUrl: null,
  ...given,
});
