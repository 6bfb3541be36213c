import { Client } from "@medusajs/framework/pg"
import { logger } from "@medusajs/framework/logger"
import { migrate } from "../module/module-database"

/** Of Medusa's tables, the columns that our code reads or that the model needs. */
const TABLES: Record<string, string> = {
  currency: "code text PRIMARY KEY, decimal_digits int",
  customer: "id text PRIMARY KEY, has_account boolean",
  cart: "id text PRIMARY KEY, customer_id text, currency_code text, completed_at timestamptz, updated_at timestamptz",
  cart_line_item: `id text PRIMARY KEY, cart_id text, product_id text, variant_id text, title text, quantity int, raw_unit_price jsonb,
    is_tax_inclusive boolean`,
  cart_line_item_adjustment:
    "id text PRIMARY KEY, item_id text, amount numeric, raw_amount jsonb, is_tax_inclusive boolean",
  cart_line_item_tax_line: "id text PRIMARY KEY, item_id text, rate real",
  cart_promotion: "cart_id text, promotion_id text",
  cart_payment_collection: "cart_id text, payment_collection_id text",
  order_payment_collection: "order_id text, payment_collection_id text",
  order_cart: "order_id text, cart_id text UNIQUE",
  payment_collection:
    "id text PRIMARY KEY, currency_code text, raw_amount jsonb, status text DEFAULT 'not_paid', created_at timestamptz",
  payment_session: `id text PRIMARY KEY, payment_collection_id text, provider_id text, raw_amount jsonb, currency_code text,
    status text DEFAULT 'pending', data jsonb DEFAULT '{}', authorized_at timestamptz, created_at timestamptz`,
  payment: `id text PRIMARY KEY, payment_collection_id text, payment_session_id text UNIQUE, provider_id text, raw_amount jsonb,
    currency_code text, data jsonb, captured_at timestamptz, canceled_at timestamptz, created_at timestamptz`,
  capture: "id text PRIMARY KEY, payment_id text, raw_amount jsonb, created_at timestamptz",
  refund: "id text PRIMARY KEY, payment_id text, raw_amount jsonb, created_at timestamptz",
  order: `id text PRIMARY KEY, display_id int, status text DEFAULT 'pending', canceled_at timestamptz, customer_id text, email text,
    locale text, currency_code text, created_at timestamptz`,
  order_summary: "order_id text, version int DEFAULT 1, totals jsonb",
  order_item: "id text PRIMARY KEY, order_id text",
  order_transaction: `id text PRIMARY KEY, order_id text, raw_amount jsonb, currency_code text, reference text, reference_id text,
    created_at timestamptz`,
  order_change: "id text PRIMARY KEY, order_id text, change_type text, status text, created_at timestamptz",
  fulfillment: "id text PRIMARY KEY, order_id text, canceled_at timestamptz",
  reservation_item: "id text PRIMARY KEY, line_item_id text",
}

/** Creates them in the schema of the connection. */
export const TABLES_OF_MEDUSA = Object.entries(TABLES)
  .map(([table, columns]) => `CREATE TABLE "${table}" (${columns}, deleted_at timestamptz);`)
  .join("\n")

/** A run leaves few rows; indexes that only make reading fast cost more than they save. */
const LEAN = `
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT indexrelid::regclass AS name FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE starts_with(relname, 'onchain') AND NOT indisunique LOOP
    EXECUTE 'DROP INDEX ' || found.name;
  END LOOP;
  FOR found IN SELECT format('%I', tablename) AS name FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE 'ALTER TABLE ' || found.name || ' SET (autovacuum_enabled = off)';
  END LOOP;
  FOR found IN SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_default LIKE '%now()%' OR column_default LIKE '%CURRENT_TIMESTAMP%' OR column_default LIKE '%clock_timestamp%') LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I SET DEFAULT simulated_now()', found.table_name, found.column_name);
  END LOOP;
END $$;`

/** Files that hold nothing are kept, because to truncate a table ends each plan that reads it. */
const EMPTY = `
DO $make$ DECLARE tables text; sequences text; BEGIN
  SELECT string_agg(format('IF pg_relation_size(%1$L) > 0 THEN TRUNCATE %1$s CASCADE; END IF;', format('%I', tablename)), ' ')
    FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('currency', 'mikro_orm_migrations') INTO tables;
  SELECT string_agg(format('PERFORM setval(%L, 1, false);', sequencename), ' ')
    FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'mikro%' INTO sequences;
  EXECUTE 'CREATE FUNCTION empty_simulation() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $body$ BEGIN '
    || tables || sequences || ' END $body$';
END $make$;`

/** Creates the database of a worker: the plugin's tables by its migration, and those of the model. */
export async function createTables(server: string, name: string): Promise<string> {
  const url = new URL(server)
  const admin = new Client({ connectionString: server })
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  await admin.query(`CREATE DATABASE "${name}"`)
  await admin.query(`ALTER DATABASE "${name}" SET timezone = 'UTC'`)
  await admin.end()
  url.pathname = `/${name}`
  await migrate({ options: { database: { clientUrl: url.href } }, logger })
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await client.query(`CREATE SEQUENCE simulated_ms;
    CREATE FUNCTION simulated_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT to_timestamp(last_value / 1000.0) FROM simulated_ms';
    ${TABLES_OF_MEDUSA}
    INSERT INTO currency VALUES ('usd', 2), ('eur', 2);
    ${LEAN}
    ${EMPTY}`)
  await client.end()
  return url.href
}
