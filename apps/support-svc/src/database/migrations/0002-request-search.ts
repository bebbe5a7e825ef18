import { defineSearchMigration } from '@shop/service-kit';

export const RequestSearch = defineSearchMigration('RequestSearch1796100000000', {
  indexes: {
    contact_submissions_search: `ON contact_submissions
      USING gin (search_text(name || ' ' || email || ' ' || subject || ' ' || message) gin_trgm_ops)`,
  },
});
