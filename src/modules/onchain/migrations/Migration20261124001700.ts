import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** What sessions and payments of Medusa stored for us so far, and anybody with an order id can read. */
const READABLE = ["deposit_address", "memo", "page_path"]

export class Migration20261124001700 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "onchain_page_link" ("id" text not null, "token_hash" text not null, "purpose" text check ("purpose" in ('storefront', 'mail')) not null, "collection_id" text not null, "customer_id" text null, "expires_at" timestamptz not null, "revoked_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "onchain_page_link_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_deleted_at" ON "onchain_page_link" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_onchain_page_link_token_hash_unique" ON "onchain_page_link" ("token_hash") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_collection_id_created_at" ON "onchain_page_link" ("collection_id", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_onchain_page_link_expires_at" ON "onchain_page_link" ("expires_at") WHERE deleted_at IS NULL;`
    )
    // Data of Medusa's own tables: they are in the same database, except in a test of this module alone.
    for (const table of ["payment_session", "payment"])
      this.addSql(
        `DO $$ BEGIN IF to_regclass('"${table}"') IS NOT NULL THEN
           UPDATE "${table}" SET data = data - '{${READABLE.join(",")}}'::text[]
           WHERE (provider_id = 'pp_onchain' OR provider_id LIKE 'pp\\_onchain\\_%')
             AND jsonb_exists_any(data, '{${READABLE.join(",")}}'::text[]);
         END IF; END $$;`
      )
  }

  /** What was removed from Medusa's data is not put back: the payment rows still have it. */
  override async down(): Promise<void> {
    this.addSql(`drop table if exists "onchain_page_link" cascade;`)
  }
}
