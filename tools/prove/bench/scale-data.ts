/**
 * Rows of a shop with `orders` orders in 400 days, for each service's database. Carts, accounts, artworks and emails grow with the orders. The
 * catalogue and the orders that are under way do not.
 */
import { createHash } from 'node:crypto';

export const PRODUCTS = 10_000;
/** Has more reviews than any other product. */
export const REVIEWED_PRODUCT = 5;
/** The newest orders, from created to shipped. */
export const OPEN_ORDERS = 500;
/** The other orders have ended: delivered, refunded, or cancelled without a payment. */
const HISTORY = '400 days';

/** Shape of the data: what belongs to the same number has related ids in all databases. */
export const toBenchId = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');

/**
 * The same id in SQL. Triggers are off, and keys and indexes are created afterwards: with them, a million rows would take an hour. Foreign keys need
 * the other keys, so they are dropped first and created last.
 */
const PREPARE = `
  SET session_replication_role = replica;
  CREATE FUNCTION bench_id(name text) RETURNS uuid IMMUTABLE PARALLEL SAFE LANGUAGE sql
    RETURN (overlay(overlay(md5(name) PLACING '4' FROM 13) PLACING '8' FROM 17))::uuid;
  CREATE TEMPORARY TABLE dropped AS
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create, CASE contype WHEN 'f' THEN 3 ELSE 1 END AS place
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
    UNION ALL
    SELECT 'DROP INDEX ' || indexrelid::regclass, pg_get_indexdef(indexrelid), 2 FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'));
  DO $$ DECLARE one record; BEGIN FOR one IN SELECT * FROM dropped ORDER BY place DESC LOOP EXECUTE one.drop; END LOOP; END $$;
`;

const FINISH = `
  DO $$ DECLARE one record; BEGIN FOR one IN SELECT * FROM dropped ORDER BY place LOOP EXECUTE one.create; END LOOP; END $$;
`;

/** The account of the keys in scale-shop.ts (apps/sandbox/src/stripe/accounts.rules.ts). */
const STRIPE_ACCOUNT = `'acct_${createHash('sha256').update('bench').digest('hex').slice(0, 16)}'`;

/** Three of ten orders are a guest's. Each customer has two orders. */
const isGuests = '(n % 10 < 3)';
const userOf = (orders: number): string => `bench_id('user-' || (n % ${orders / 2}))`;
const owner = (orders: number, isNamed = 'true'): string => `
  CASE WHEN ${isNamed} AND NOT ${isGuests} THEN ${userOf(orders)} END, CASE WHEN ${isNamed} AND ${isGuests} THEN bench_id('guest-' || n) END`;
const orderedAt = (orders: number): string =>
  `now() - interval '3 hours' - interval '${HISTORY}' * (${orders} - n) / ${orders}`;
/** 0 to 4 for orders under way, null for the others. */
const openStage = (orders: number): string => `CASE WHEN n > ${orders - OPEN_ORDERS} THEN n % 5 END`;
const allOrders = (orders: number): string => `generate_series(1, ${orders}) n`;
/**
 * One of twenty paid orders was on hold once. Of the orders that are not printed yet, every second one is; the calls of scale-samples.ts take the
 * others.
 */
const heldOrders = (orders: number, payment: string): string => `
  SELECT n, at, ${openStage(orders)} IS NOT NULL AS is_open,
    CASE ${openStage(orders)} WHEN 1 THEN 'payment-review' WHEN 2 THEN 'question' ELSE (ARRAY['payment-review', 'dispute', 'fraud-warning', 'question'])[n / 20 % 4 + 1] END AS kind
  FROM (SELECT n, ${orderedAt(orders)} AS at FROM ${allOrders(orders)}) placed
  WHERE CASE WHEN ${openStage(orders)} IS NULL THEN n % 20 = 7 AND ${payment} <> 'pending' ELSE n % 10 IN (1, 2) END`;

/** Sent events and processed ones of the last week. */
function fillMessaging(subject: string, orders: number): string {
  return `
    INSERT INTO outbox_subjects SELECT '${subject}/' || bench_id('${subject}-' || n), 3 FROM ${allOrders(orders)};
    INSERT INTO outbox (id, envelope, created_at, published_at)
      SELECT bench_id('event-' || n), '{}', at, at FROM (SELECT n, now() - interval '6 days' * random() AS at FROM generate_series(1, ${orders / 20}) n) event;
    INSERT INTO processed_events SELECT bench_id('event-' || n), 'Consumer.onEvent', now() - interval '59 days' * random()
      FROM generate_series(1, ${orders / 2}) n;
    INSERT INTO subject_positions SELECT 'Consumer', '${subject}/' || bench_id('${subject}-' || n), 3 FROM ${allOrders(orders)};
  `;
}

const ADDRESS = `'{"name":"Pat","address":"1 Main St","city":"Springfield","state":"IL","zip":"62701","country":"US"}'`;
const DESIGN = `'{"x":50,"y":50,"scale":100,"rotation":0}'`;
const SELECTIONS = `'{"size":"M","color":"White"}'`;
const PRINT = `'{"areaPx":{"widthPx":4500,"heightPx":5400,"shape":"rectangle"},"pictureUrl":null,"pictureArea":{"x":0,"y":0,"width":1,"height":1},"overlayUrl":null}'`;
const PRODUCT_OF_ORDER = `bench_id('product-' || (n % ${PRODUCTS}))`;

/** One of twenty orders has a review, and a tenth of them are of one product. */
function fillCatalogue(orders: number): string {
  return `
    INSERT INTO products (id, title, category, base_price_cents, created_at)
      SELECT bench_id('product-' || n), 'Product ' || n, 'tshirt', 2400, now() - interval '1 day' - interval '1 minute' * n FROM generate_series(0, ${PRODUCTS - 1}) n;
    INSERT INTO product_variants (id, product_id, type, name, color_hex)
      SELECT bench_id(name || n), bench_id('product-' || n), type, name, hex
      FROM generate_series(0, ${PRODUCTS - 1}) n, (VALUES ('size', 'M', NULL), ('size', 'L', NULL), ('color', 'White', '#ffffff')) variant (type, name, hex);
    INSERT INTO audit_entries (actor, action, subject_type, subject_id, at)
      SELECT 'admin@example.com', 'product.changed', 'product', bench_id('product-' || n % ${PRODUCTS}), now() - interval '1 day' * random() FROM generate_series(1, ${PRODUCTS * 5}) n;
    INSERT INTO reviews (id, order_id, order_number, product_id, rating, text, name, status, written_at)
      SELECT bench_id('review-' || n), bench_id('order-' || n * 20), 'PA-' || n, bench_id('product-' || CASE WHEN n % 10 = 0 THEN ${REVIEWED_PRODUCT} ELSE n % ${PRODUCTS} END),
        1 + n % 5, 'Soft, and it looks just like her.', 'Pat', CASE n % 100 WHEN 1 THEN 'pending' WHEN 2 THEN 'rejected' ELSE 'published' END, now() - interval '1 minute' * n
      FROM generate_series(1, ${orders / 20}) n;
    INSERT INTO review_invitations (order_id, order_number, key_hash, first_name, products, expires_at)
      SELECT bench_id('order-' || n), 'PA-' || n, encode(sha256(convert_to('review-key-' || n, 'UTF8')), 'base64'), 'Pat',
        jsonb_build_array(jsonb_build_object('productId', bench_id('product-' || n % ${PRODUCTS}), 'title', 'Product')), now() + interval '1 day' + interval '1 minute' * n
      FROM generate_series(1, ${orders / 5}) n;
  `;
}

function fillIdentity(orders: number): string {
  return `
    INSERT INTO users (id, email, password) SELECT bench_id('user-' || n), 'user-' || n || '@example.com', 'none' FROM generate_series(0, ${orders / 2 - 1}) n;
    INSERT INTO users (id, email, password, role) VALUES (bench_id('admin'), 'admin@example.com', 'none', 'admin');
    INSERT INTO sessions SELECT md5('session-' || n), jsonb_build_object('userId', bench_id('user-' || n)), now() + interval '30 days' * random() + interval '1 day'
      FROM generate_series(1, ${orders / 4}) n;
    INSERT INTO sessions SELECT md5('guest-session-' || n), jsonb_build_object('guestId', bench_id('guest-' || n)), now() + interval '30 days' * random() + interval '1 day'
      FROM generate_series(1, ${orders / 4}) n;
    INSERT INTO guest_claims SELECT bench_id('claimed-' || n), bench_id('user-' || n), now() FROM generate_series(1, ${orders / 5}) n;
    INSERT INTO password_reset_tokens (user_id, token, source, expires_at) SELECT bench_id('user-' || n), md5('token-' || n), md5('source-' || n), now() + interval '1 hour' FROM generate_series(1, 500) n;
    INSERT INTO known_browsers SELECT bench_id('user-' || n % ${orders / 2}), md5('browser-' || n), '203.0.' || n % 256 || '.0/24', now() - interval '399 days' * random() FROM generate_series(1, ${orders / 2}) n;
    INSERT INTO security_log (at, event, user_id) SELECT now() - interval '179 days' * random(), 'signed-in', bench_id('user-' || n % ${orders / 2}) FROM generate_series(1, ${orders}) n;
    INSERT INTO account_attempts SELECT md5('account-' || n), 3, now() + interval '10 minutes', 'sign-in' FROM generate_series(1, 1000) n;
  `;
}

function fillArt(orders: number): string {
  const image = (type: string, width: number): string => `
    INSERT INTO images (id, user_id, guest_id, type, url, mime_type, width_px, height_px, size_bytes, created_at)
      SELECT bench_id('${type}-' || n), ${owner(orders)}, '${type}', '/media/' || bench_id('${type}-' || n), 'image/png', ${width}, ${width}, 100000, ${orderedAt(orders)}
      FROM ${allOrders(orders)};`;
  return `
    INSERT INTO ai_styles (key, name, prompt_template, position) SELECT style, style, '{petName}', n FROM unnest('{modern,abstract}'::text[]) WITH ORDINALITY listed(style, n);
    ${image('upload', 1600)} ${image('artwork', 1600)} ${image('mockup', 1000)}
    INSERT INTO ai_jobs (id, user_id, guest_id, input_image_id, output_image_id, style_key, status, body_hash, progress_percent, progress_stage, deadline_at, claimed_at, created_at, completed_at)
      SELECT bench_id('job-' || n), ${owner(orders)}, bench_id('upload-' || n), bench_id('artwork-' || n), 'modern', 'completed', 'hash', 100, 'Done', at, at, at, at
      FROM (SELECT n, ${orderedAt(orders)} AS at FROM ${allOrders(orders)}) job;
    INSERT INTO cut_outs (id, image_id, source, has_subject, width_px, height_px, size_bytes, sha256, created_at)
      SELECT bench_id('cut-out-' || n), bench_id('upload-' || n), 'network', true, 1600, 1600, 1000, md5('cut-out-' || n), ${orderedAt(orders)} FROM ${allOrders(orders)};
    INSERT INTO print_files (id, order_item_id, order_id, order_number, line, order_ended, artwork_id, design, scale_sense, status, file, mockup_id, files_due_at, created_at, completed_at)
      SELECT bench_id('print-' || n), bench_id('item-' || n), bench_id('order-' || n), 'B-' || n, 1, ${openStage(orders)} IS NULL, bench_id('artwork-' || n), ${DESIGN}, 'whole-artwork', 'completed',
        jsonb_build_object('sha256', md5('file-' || n), 'widthPx', 4500, 'heightPx', 5400, 'bleedPx', 0, 'dpi', 300, 'sizeBytes', 1000000), bench_id('mockup-' || n),
        CASE WHEN ${openStage(orders)} IS NULL THEN CASE WHEN at > now() - interval '60 days' THEN at + interval '60 days' ELSE 'infinity' END END, at, at
      FROM (SELECT n, ${orderedAt(orders)} AS at FROM ${allOrders(orders)}) job;
    ${fillMessaging('artwork', orders)}
  `;
}

function fillHolds(orders: number, payment: string): string {
  return `
    INSERT INTO fulfilment_holds (id, order_id, kind, reference, opened_at, released_at, released_by)
      SELECT bench_id('hold-' || n), bench_id('order-' || n), kind, CASE kind WHEN 'question' THEN bench_id('question-' || n)::text ELSE 'reference-' || n END, at,
        CASE WHEN NOT is_open THEN at + interval '1 hour' END, CASE WHEN NOT is_open THEN CASE kind WHEN 'question' THEN 'admin' ELSE 'provider' END END
      FROM (${heldOrders(orders, payment)}) held;
    INSERT INTO order_codes (order_id, session, network, code_hash, created_at, expires_at)
      SELECT bench_id('order-' || n), md5('session-' || n), 'network', 'hash', now() - n % 1400 * interval '1 minute', now()
      FROM generate_series(1, least(${orders} - 1, 50000)) n;
    INSERT INTO order_questions (id, order_id, text, asked_at, answer, answered_at)
      SELECT bench_id('question-' || n), bench_id('order-' || n), 'Is the photo too dark?', at, CASE WHEN NOT is_open THEN 'No' END, CASE WHEN NOT is_open THEN at END
      FROM (${heldOrders(orders, payment)}) held WHERE kind = 'question';
    INSERT INTO disputes (provider, dispute_id, order_id, amount_cents, currency, reason, status, opened_at, closed_at, reported_at)
      SELECT 'stripe', 'reference-' || n, bench_id('order-' || n), 2400, 'usd', 'fraudulent', 'won', at, at, at FROM (${heldOrders(orders, payment)}) held WHERE kind = 'dispute';
  `;
}

/** Of twenty delivered orders a report of one was answered, and an item of another one was sent again; that of the newest ones is at the printer. */
function fillReprints(orders: number): string {
  const ended = `SELECT n, ${orderedAt(orders)} AS at, n > ${orders - 2 * OPEN_ORDERS} AS is_open FROM ${allOrders(orders)} WHERE n <= ${orders - OPEN_ORDERS}`;
  return `
    INSERT INTO problem_reports (id, order_id, kind, text, items, photo_ids, reported_at, closed_at, answer)
      SELECT bench_id('report-' || n), bench_id('order-' || n), 'damaged', 'A hole', jsonb_build_array(jsonb_build_object('orderItemId', bench_id('item-' || n), 'quantity', 1)), '{}', at, at,
        CASE n % 20 WHEN 9 THEN 'We are sorry.' END
      FROM (${ended}) placed WHERE n % 20 IN (9, 10);
    INSERT INTO reprints (id, order_id, report_id, reason, photo_ids, shipping_address, requested_at, provider, state, due_at, attempts, external_id, submitted_at, polled_at, shipped_at, cost_cents, cost_currency, ended_at)
      SELECT bench_id('reprint-' || n), bench_id('order-' || n), bench_id('report-' || n), 'damaged', '{}', ${ADDRESS}, at, 'sandbox', CASE WHEN is_open THEN 'submitted' ELSE 'delivered' END, at, 1, 'reprint-' || n, at, now(),
        CASE WHEN NOT is_open THEN at END, 900, 'usd', CASE WHEN NOT is_open THEN at END
      FROM (${ended}) placed WHERE n % 20 = 10;
    INSERT INTO reprint_items (reprint_id, order_item_id, quantity, file)
      SELECT bench_id('reprint-' || n), bench_id('item-' || n), 1, jsonb_build_object('sha256', md5('file-' || n), 'sizeBytes', 1000000) FROM (${ended}) placed WHERE n % 20 = 10;
  `;
}

function fillOrders(orders: number): string {
  const stage = openStage(orders);
  /** One of twenty orders was never paid, another one was refunded. */
  const status = `CASE ${stage} WHEN 0 THEN 'created' WHEN 1 THEN 'paid' WHEN 2 THEN 'paid' WHEN 3 THEN 'processing' WHEN 4 THEN 'shipped'
    ELSE CASE WHEN n % 20 IN (5, 6) THEN 'cancelled' ELSE 'delivered' END END`;
  const payment = `CASE WHEN ${stage} = 0 THEN 'pending' WHEN ${stage} IS NULL AND n % 20 = 5 THEN 'pending' WHEN ${stage} IS NULL AND n % 20 = 6 THEN 'refunded' ELSE 'paid' END`;
  return `
    INSERT INTO catalogue_products (id, title, category, base_price_cents, active, print_area, picture_area)
      SELECT bench_id('product-' || n), 'Product ' || n, 'tshirt', 2400, true, '{"widthPx":4500,"heightPx":5400,"shape":"rectangle"}', '{"x":0,"y":0,"width":1,"height":1}'
      FROM generate_series(0, ${PRODUCTS - 1}) n;
    INSERT INTO catalogue_variants (id, product_id, type, name, price_modifier_cents, active)
      SELECT bench_id(name || n), bench_id('product-' || n), type, name, 0, true
      FROM generate_series(0, ${PRODUCTS - 1}) n, (VALUES ('size', 'M'), ('size', 'L'), ('color', 'White')) variant (type, name);
    INSERT INTO accounts SELECT bench_id('user-' || n), 'user-' || n || '@example.com', now() FROM generate_series(0, ${orders / 2 - 1}) n;
    INSERT INTO guest_claims SELECT bench_id('claimed-' || n), bench_id('user-' || n), now() FROM generate_series(1, ${orders / 5}) n;
    INSERT INTO artworks SELECT bench_id('job-' || n), ${owner(orders)}, '/media/' || bench_id('artwork-' || n), 1600, 1600, ${orderedAt(orders)} FROM ${allOrders(orders)};

    INSERT INTO carts (id, user_id, updated_at) SELECT bench_id('cart-' || n), bench_id('user-' || n), now() - interval '80 days' * random() FROM generate_series(0, ${orders / 4 - 1}) n;
    INSERT INTO carts (id, guest_id, updated_at) SELECT bench_id('guest-cart-' || n), bench_id('guest-' || n), now() - interval '80 days' * random() FROM generate_series(1, ${orders / 4}) n;
    INSERT INTO cart_items (id, cart_id, product_id, generated_image_id, variant_selections, design_config, scale_sense, line_key, quantity, unit_price_cents)
      SELECT bench_id(cart || 'item-' || n), bench_id(cart || n), ${PRODUCT_OF_ORDER}, bench_id('job-' || n), ${SELECTIONS}, ${DESIGN}, 'whole-artwork', 'line', 1, 2400
      FROM generate_series(1, ${orders / 4 - 1}) n, (VALUES ('cart-'), ('guest-cart-')) kind (cart);

    INSERT INTO orders (id, order_number, user_id, guest_id, status, email, currency, subtotal_cents, total_cents, shipping_address, created_at, updated_at, paid_at,
        change_window_ends_at, payment_provider, payment_status, payment_attempted_at, anonymised_at)
      SELECT bench_id('order-' || n), 'B-' || n, ${owner(orders, 'anonymised_at IS NULL')}, ${status}, 'user-' || n || '@example.com', 'usd', 2400, 2400, ${ADDRESS}, at, at,
        CASE WHEN ${payment} <> 'pending' THEN at END, CASE WHEN ${payment} <> 'pending' THEN CASE WHEN ${stage} = 1 THEN now() + interval '5 hours' ELSE at END END,
        'stripe', ${payment}, at, anonymised_at
      FROM (SELECT n, ${orderedAt(orders)} AS at FROM ${allOrders(orders)}) placed,
        LATERAL (SELECT CASE WHEN ${status} = 'cancelled' AND ${payment} = 'pending' AND at < now() - interval '29 days' THEN at END AS anonymised_at) ended;
    INSERT INTO payment_intents (order_id, n, intent_id, client_secret, account, livemode, started_at) SELECT bench_id('order-' || n), 0, 'pi_' || n, 'pi_' || n || '_secret', ${STRIPE_ACCOUNT}, false, ${orderedAt(orders)} FROM ${allOrders(orders)};
    INSERT INTO order_items (id, order_id, position, product_id, title, generated_image_id, generated_image_url, variant_selections, variant_ids, design_config, scale_sense, line_key, quantity, unit_price_cents, subtotal_cents, print,
        print_file, print_file_sha256, mockup_url, style_key)
      SELECT bench_id(CASE line WHEN 1 THEN 'item-' ELSE 'second-item-' END || n), bench_id('order-' || n), line, ${PRODUCT_OF_ORDER}, 'Product', bench_id('job-' || n), '/media/' || bench_id('artwork-' || n),
        ${SELECTIONS}, '{}', ${DESIGN}, 'whole-artwork', 'line', 1, 2400 / (1 + n % 2), 2400 / (1 + n % 2), ${PRINT}, jsonb_build_object('id', bench_id('print-' || n), 'sha256', md5('file-' || n), 'widthPx', 4500, 'heightPx', 5400, 'bleedPx', 0, 'dpi', 300, 'sizeBytes', 1000000), md5('file-' || n), '/media/' || bench_id('mockup-' || n), 'style-' || n % 20
      FROM ${allOrders(orders)}, generate_series(1, 1 + n % 2) line;
    INSERT INTO order_history (id, order_id, at, action, details)
      SELECT gen_random_uuid(), bench_id('order-' || n), ${orderedAt(orders)}, action, '{"totalCents":2400}' FROM ${allOrders(orders)}, (VALUES ('order.placed'), ('order.paid')) entry (action);
    INSERT INTO audit_entries (actor, action, subject_type, subject_id, at)
      SELECT 'admin@example.com', 'order.status-changed', 'order', bench_id('order-' || n), ${orderedAt(orders)} FROM ${allOrders(orders)} WHERE n % 5 = 0;

    INSERT INTO ledger_entries (provider, intent_id, kind, reference, order_id, amount_cents, currency, happened_at, recorded_at)
      SELECT 'stripe', 'pi_' || n, kind, CASE kind WHEN 'refunded' THEN 're_' ELSE 'pi_' END || n, bench_id('order-' || n), 2400, 'usd', ${orderedAt(orders)}, ${orderedAt(orders)}
      FROM ${allOrders(orders)}, (VALUES ('intent-created'), ('succeeded'), ('canceled'), ('refunded')) entry (kind)
      WHERE CASE kind WHEN 'intent-created' THEN true WHEN 'succeeded' THEN ${payment} <> 'pending' WHEN 'canceled' THEN ${status} = 'cancelled' AND ${payment} = 'pending' ELSE ${payment} = 'refunded' END;
    INSERT INTO payment_events SELECT 'stripe', 'evt_' || n, bench_id('order-' || n), ${orderedAt(orders)} FROM ${allOrders(orders)} WHERE ${orderedAt(orders)} > now() - interval '89 days';
    INSERT INTO order_refunds (source, order_id, n, reason, amount_cents, refund_id, requested_at, refunded_at)
      SELECT 'shop', bench_id('order-' || n), 1, 'cancelled', 2400, 're_' || n, at, at FROM (SELECT n, ${orderedAt(orders)} AS at FROM ${allOrders(orders)}) r WHERE ${payment} = 'refunded';
    INSERT INTO fulfilments (order_id, provider, state, due_at, attempts, external_id, submitted_at, polled_at)
      SELECT bench_id('order-' || n), 'sandbox', CASE WHEN ${status} = 'cancelled' THEN 'cancelled' WHEN ${stage} = 1 THEN 'change-window' WHEN ${stage} = 2 THEN 'waiting' ELSE 'submitted' END,
        CASE WHEN ${stage} IN (1, 2) THEN now() + interval '5 hours' ELSE at END, CASE WHEN ${stage} IN (1, 2) OR ${status} = 'cancelled' THEN 0 ELSE 1 END,
        CASE WHEN ${stage} IN (1, 2) OR ${status} = 'cancelled' THEN NULL ELSE 'print-' || n END, CASE WHEN ${stage} IN (1, 2) OR ${status} = 'cancelled' THEN NULL ELSE at END, now()
      FROM (SELECT n, ${orderedAt(orders)} AS at FROM ${allOrders(orders)}) printed WHERE ${payment} <> 'pending';
    ${fillHolds(orders, payment)}
    ${fillReprints(orders)}
    ${fillMessaging('order', orders)}
  `;
}

/** The sandbox's Stripe has the payments of the orders under way. */
function fillSandbox(orders: number): string {
  return `
    INSERT INTO stripe_objects (id, account, kind, intent_id, document)
      SELECT document->>'id', ${STRIPE_ACCOUNT}, document->>'object', document->>'payment_intent', document
      FROM (SELECT n, CASE ${openStage(orders)} WHEN 0 THEN 'requires_payment_method' ELSE 'succeeded' END AS status FROM generate_series(${orders - OPEN_ORDERS + 1}, ${orders}) n) payment, LATERAL (VALUES
        (jsonb_build_object('id', 'pi_' || n, 'object', 'payment_intent', 'client_secret', 'pi_' || n || '_secret', 'status', status, 'amount', 2400,
          'amount_received', CASE status WHEN 'succeeded' THEN 2400 ELSE 0 END, 'currency', 'usd', 'livemode', false, 'metadata', jsonb_build_object('orderId', bench_id('order-' || n)),
          'last_payment_error', NULL, 'next_action', NULL, 'latest_charge', CASE status WHEN 'succeeded' THEN 'ch_' || n END)),
        (jsonb_build_object('id', 'ch_' || n, 'object', 'charge', 'payment_intent', 'pi_' || n, 'status', status, 'amount', 2400, 'amount_captured', 2400, 'amount_refunded', 0,
          'currency', 'usd', 'disputed', false, 'payment_method_details', '{"type":"card","card":{"last4":"4242"}}'::jsonb))) object (document)
      WHERE status = 'succeeded' OR document->>'object' = 'payment_intent';
  `;
}

function fillSupport(orders: number): string {
  return `
    INSERT INTO accounts SELECT bench_id('user-' || n), 'user-' || n || '@example.com', NULL FROM generate_series(0, ${orders / 2 - 1}) n;
    INSERT INTO emails (id, key, template, status, due_at, created_at, ended_at, order_id, has_text)
      SELECT bench_id('email-' || n), 'order-' || n, 'order-confirmed', 'sent', at, at, at, bench_id('order-' || n % ${orders}), true FROM (SELECT n, now() - interval '399 days' * random() AS at FROM generate_series(1, ${orders * 3}) n) email;
    INSERT INTO email_texts (email_id, order_id, subject, text, sent_at) SELECT id, order_id, 'Thank you', repeat('Hello ', 40), ended_at FROM emails;
    INSERT INTO contact_submissions (id, user_id, name, email, subject, message, status, created_at)
      SELECT bench_id('request-' || n), CASE WHEN n % 2 = 0 THEN bench_id('user-' || n) END, 'Pat', 'user-' || n || '@example.com', 'Question', 'Hello', CASE WHEN n <= 200 THEN 'new' ELSE 'replied' END, now() - interval '1 minute' * n
      FROM generate_series(1, ${orders / 20}) n;
    UPDATE contact_total SET total = ${orders / 20};
    INSERT INTO contact_replies (id, submission_id, message, author) SELECT bench_id('reply-' || n), bench_id('request-' || n), 'Hello', 'admin@example.com' FROM generate_series(201, ${orders / 20}) n;
    INSERT INTO order_mockups (order_item_id, order_id, url, created_at) SELECT bench_id('item-' || n), bench_id('order-' || n), '/media/x', now() - interval '6 days' * random() FROM generate_series(1, ${orders / 50}) n;
    ${fillMessaging('email', orders)}
  `;
}

/** What triggers would have noted. Reads every order, so it needs the indexes. */
const ADD_SALES = `SELECT count(*) FROM correct_sales(); SELECT add_sales_changes(9223372036854775807);`;

/** SQL that fills a database of the shop. Run it in one session of a superuser. */
export function fillDatabase(database: string, orders: number): string {
  const fill: Record<string, (orders: number) => string> = {
    identity: fillIdentity,
    catalog: fillCatalogue,
    art: fillArt,
    orders: fillOrders,
    sandbox: fillSandbox,
    support: fillSupport,
  };
  return `${PREPARE} ${fill[database]?.(orders) ?? ''} ${FINISH} ${database === 'orders' ? ADD_SALES : ''}`;
}
