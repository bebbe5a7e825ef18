import { decideRoleChange, type NewRole, type RoleDecision, type RoleHolder } from './role-change.rules.js';

const CUSTOMER: RoleHolder = { role: 'user', permissions: ['refund', 'export'], isConfirmed: true, isClosed: false };
const ADMIN: RoleHolder = { ...CUSTOMER, role: 'admin' };
const PACKER: RoleHolder = { ...ADMIN, permissions: [] };
const TO_USER: NewRole = { role: 'user', permissions: [] };
const TO_PACKER: NewRole = { role: 'admin', permissions: [] };
const TO_ADMIN: NewRole = { role: 'admin', permissions: ['export', 'refund'] };

describe('decideRoleChange', () => {
  it.each<[RoleDecision, RoleHolder, NewRole]>([
    ['granted', CUSTOMER, TO_PACKER],
    ['granted', CUSTOMER, TO_ADMIN],
    ['unconfirmed', { ...CUSTOMER, isConfirmed: false }, TO_PACKER],
    ['closed', { ...CUSTOMER, isConfirmed: false, isClosed: true }, TO_ADMIN],
    ['revoked', ADMIN, TO_USER],
    ['revoked', { ...ADMIN, isConfirmed: false }, TO_USER],
    ['permissions-changed', ADMIN, TO_PACKER],
    ['permissions-changed', { ...PACKER, isConfirmed: false }, TO_ADMIN],
    ['permissions-changed', PACKER, { role: 'admin', permissions: ['export'] }],
    ['unchanged', ADMIN, TO_ADMIN],
    ['unchanged', PACKER, TO_PACKER],
    ['unchanged', CUSTOMER, TO_USER],
    ['closed', { ...ADMIN, isClosed: true }, TO_USER],
  ])('%s: %j to %j', (decision, account, to) => expect(decideRoleChange(account, to)).toBe(decision));
});
