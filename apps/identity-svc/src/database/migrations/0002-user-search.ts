import { defineSearchMigration } from '@shop/service-kit';

export const UserSearch = defineSearchMigration('UserSearch1796100000000', {
  indexes: {
    users_newest: 'ON users (created_at DESC, id DESC)',
    users_admins: `ON users (created_at DESC, id DESC) WHERE role = 'admin'`,
    users_search: `ON users
      USING gin (search_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops)`,
  },
});
