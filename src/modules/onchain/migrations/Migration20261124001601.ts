import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Approvals by the person who added a destination no longer count once payouts take a second user. */
export class Migration20261124001601 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payout_destination" add column if not exists "has_second_approval" boolean not null default false;`);
    this.addSql(`update "onchain_payout_destination" set "has_second_approval" = true
      where "approved_by" is not null and "approved_by" not like 'apk\\_%' and "approved_by" <> "created_by"
        and "approved_by" is distinct from "created_by_owner" and not ("created_by" like 'apk\\_%' and "created_by_owner" is null);`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "onchain_payout_destination" drop column if exists "has_second_approval";`);
  }

}
