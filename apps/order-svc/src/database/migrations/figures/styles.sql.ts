/**
 * The style of an item's artwork, for figures by style. It stays when the artwork is erased. A trigger sets it, because the version before goes on
 * writing and does not know the column. Null: the artwork is older than the column.
 */
export const STYLES = [
  'ALTER TABLE artworks ADD COLUMN IF NOT EXISTS style_key text',
  'ALTER TABLE order_items ADD COLUMN IF NOT EXISTS style_key text',
  `CREATE OR REPLACE FUNCTION set_item_style() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.style_key := (SELECT a.style_key FROM artworks a WHERE a.id = NEW.generated_image_id);
    RETURN NEW;
  END $$`,
  'CREATE OR REPLACE TRIGGER order_items_style_insert BEFORE INSERT ON order_items FOR EACH ROW EXECUTE FUNCTION set_item_style()',
  `CREATE OR REPLACE TRIGGER order_items_style_update BEFORE UPDATE OF generated_image_id ON order_items
    FOR EACH ROW WHEN (NEW.generated_image_id <> OLD.generated_image_id) EXECUTE FUNCTION set_item_style()`,
];

export const STYLE_INDEX = {
  name: 'order_items_without_style',
  definition: 'ON order_items (generated_image_id) WHERE style_key IS NULL',
};
