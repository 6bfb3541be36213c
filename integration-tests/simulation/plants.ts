import { randomUUID } from "node:crypto"
import type { Story } from "./stories"
import type { Node } from "./world"

/** A mistake that is planted on purpose: the simulation has to find it. */
export type Plant = {
  /** Of the product. */
  what: string
  /** The stories that can meet it. */
  only?: Story["kind"]
  statement?: (sql: string) => string
  prepare?: (node: Node) => void
}

export const PLANTS: Record<string, Plant> = {
  fence: {
    what: "a delivery is ended without comparing the number of its attempt",
    statement: (sql) =>
      /^update "onchain_webhook_delivery"/.test(sql)
        ? sql.replace(/( where .*)"attempts" = (\$\d+)/, "$1($2::int IS NOT NULL)")
        : sql,
  },
  "event fence": {
    what: "an event is noted without comparing the number of its attempt",
    statement: (sql) =>
      /^\s*UPDATE onchain_outbox SET (?:published_at|due_at)/.test(sql)
        ? sql
            .replace(/ AND onchain_outbox\.attempts = done\.attempts/, "")
            .replace(/ AND attempts = (\$\d+)/, " AND $1::int IS NOT NULL")
        : sql,
  },
  "event order": {
    what: "an event is claimed before the earlier one of its subject is published",
    statement: (sql) =>
      sql.replace(/ AND NOT EXISTS \(\s*SELECT 1 FROM onchain_outbox AS earlier[^)]*\)/, ""),
  },
  lock: {
    what: "a payout is approved without the locks of its limit and its row",
    only: "payout",
    statement: (sql) =>
      sql
        .replace(/pg_advisory_xact_lock\(hashtextextended\('onchain:payout:' \|\| (\$\d+), 0\)\)/, "$1::text")
        .replace(/(SELECT 1 FROM onchain_(?:withdrawal|payment|refund) WHERE .*) FOR UPDATE/, "$1"),
  },
  deposit: {
    what: "an action on a deposit begins without the lock of its row",
    only: "deposit",
    statement: (sql) => (/FROM onchain_deposit\b/.test(sql) ? sql.replace(/ FOR UPDATE\s*$/, "") : sql),
  },
  refund: {
    what: "a refund does not follow its payout",
    only: "refund",
    statement: (sql) =>
      /^update "onchain_refund" set "state".*"done_at"/.test(sql) ? `${sql} and false` : sql,
  },
  key: {
    what: "the key of an invoice is stored after its call",
    only: "buy",
    prepare: ({ onchain }) => {
      const { gateway } = onchain.checkout
      const create = gateway.createInvoice
      gateway.createInvoice = async (body, call) => {
        const invoice = await create(body, { ...call, idempotencyKey: `late_${randomUUID()}` })
        return invoice
      }
    },
  },
}
