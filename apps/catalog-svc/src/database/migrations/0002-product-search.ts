import { defineSearchMigration } from '@shop/service-kit';

export const ProductSearch = defineSearchMigration('ProductSearch1796100000000', {
  indexes: {
    products_search: `ON products USING gin (search_text(title || ' ' || coalesce(description, '')) gin_trgm_ops) WHERE deleted_at IS NULL`,
  },
});
