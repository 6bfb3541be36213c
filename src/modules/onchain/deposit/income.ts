import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type InvoiceFacts, judgeInvoice } from "../../../domain/deposit/deposit-lifecycle"
import { isSettledStatus } from "../../../domain/payment/payment-status"
import type { Invoice } from "../../../gateway/contract"
import { queuedSessionIn } from "../payment/payment-row"
import { isPaidTo, isSameAddressIn, ownRows, type Scope, scopeColumns } from "../work/claim"

/** Kept money that no order and no payment of ours has: what was accepted for a payment is in its queue. */
export const isIncome = (
  deposit: string
) => `(${deposit}.state = 'income' OR (${deposit}.state = 'accepted' AND NOT EXISTS (
  SELECT 1 FROM onchain_payment AS queued
  WHERE queued.session_id = ${queuedSessionIn(`${deposit}.payment_id`, `${deposit}.id`)} AND queued.deleted_at IS NULL)))`

const own = (alias: string) =>
  `${alias}.environment = :environment AND ${alias}.business_id = :business_id AND ${alias}.deleted_at IS NULL`

/**
 * The customer of a reusable address, which is the same on all EVM networks, or of the memo of an intent at a shared one. After an
 * erasure the address stays, and nobody is named.
 */
const OWNER = `
  SELECT CASE WHEN NOT starts_with(a.customer_id, 'erased_') THEN a.customer_id END AS customer_id,
    starts_with(a.customer_id, 'erased_') AS is_erased
  FROM onchain_address AS a
  WHERE ${isSameAddressIn("a.address", "i.address")}
    AND a.chain = i.chain AND (a.chain = 'evm' OR a.network_id = i.network_id) AND ${own("a")}
  UNION ALL
  SELECT t.customer_id, t.erased_at IS NOT NULL
  FROM onchain_attempt AS t
  WHERE ${isPaidTo("t", { address: "i.address", memo: "i.memo" })} AND t.memo IS NOT DISTINCT FROM i.memo
    AND t.kind = 'auto_deposit' AND t.chain = i.chain AND (t.chain = 'evm' OR t.network_id = i.network_id) AND ${own("t")}
  LIMIT 1`

/** Whether deposit `d` is the transfer that settled `i`. */
const isSameTransfer = (address: string) => `d.chain = i.chain AND d.network_id = i.network_id
  AND lower(d.tx_hash) = lower(i.tx_hash) AND (d.to_address IS NULL OR ${isSameAddressIn("d.to_address", address)})
  AND (d.amount IS NULL OR d.amount::numeric = i.amount::numeric)`

const FACTS = `
  SELECT i.id, owner.customer_id, owner.is_erased, owner.is_erased IS NOT NULL AS "isOfCustomer",
    EXISTS (SELECT 1 FROM onchain_attempt AS t WHERE t.gateway_invoice_id = i.id AND ${own("t")})
      OR EXISTS (SELECT 1 FROM onchain_refund AS r WHERE r.id = 'extra_' || i.id AND ${own("r")}) AS "isOfPayment",
    EXISTS (SELECT 1 FROM onchain_deposit AS d WHERE d.state <> 'income' AND d.confirmed_at IS NOT NULL
      AND ${isSameTransfer("i.address")} AND ${own("d")}) AS "hasDeposit",
    (SELECT min(t.sort_at) FROM onchain_transaction AS t
      WHERE t.reference = i.id AND t.direction = 'in' AND ${own("t")}) AS received_at
  FROM jsonb_to_recordset(CAST(:listed AS jsonb)) AS i
    (id text, chain text, network_id text, address text, memo text, tx_hash text, amount text)
  LEFT JOIN LATERAL (${OWNER}) AS owner ON true`

/** Removes the income of transfers that turn out to be in review: the service need not mark their invoices. */
export async function leaveToReview(knex: Knex, scope: Scope, depositIds: readonly string[]): Promise<void> {
  await knex.raw(
    `DELETE FROM onchain_deposit AS i USING onchain_deposit AS d
     WHERE i.state = 'income' AND d.state <> 'income' AND d.confirmed_at IS NOT NULL AND d.id = ANY(:depositIds)
       AND ${isSameTransfer("i.to_address")} AND ${own("i")} AND ${own("d")}`,
    { ...scopeColumns(scope), depositIds: [...depositIds] }
  )
}

type Facts = Pick<InvoiceFacts, "isOfPayment" | "isOfCustomer" | "hasDeposit"> & {
  id: string
  customer_id: string | null
  is_erased: boolean | null
  received_at: Date | null
}

export type AssetRow = { chain: string; network_id: string; token: string; canonical_asset_id: string | null }

/** What each asset received without an order, ever. Decimals in token units. */
export async function readIncome(knex: Knex, scope: Scope): Promise<(AssetRow & { amount: string })[]> {
  const { rows } = await knex.raw(
    `SELECT d.chain, d.network_id, d.token, d.canonical_asset_id, trim_scale(sum(d.amount::numeric))::text AS amount
     FROM onchain_deposit AS d WHERE d.state IN ('income', 'accepted') AND ${isIncome("d")} AND ${own("d")}
       AND d.amount IS NOT NULL AND d.token IS NOT NULL
     GROUP BY d.chain, d.network_id, d.token, d.canonical_asset_id`,
    scopeColumns(scope)
  )
  return rows
}

const ENDS: readonly string[] = ["unsettled", "order", "review"]

/** Deposits that became paid invoices without an order. Each is a row of the deposits, with the identifier of its invoice. */
export class Income {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope,
    private readonly clock: () => number
  ) {}

  /**
   * Records what invoices say, in any order and any number of times. Only an order, a review or another status ends income: a list may
   * lack the address of an invoice.
   *
   * @returns identifiers of those that are income, and how many rows are new
   */
  async record(invoices: readonly Invoice[]): Promise<{ ids: string[]; added: number }> {
    if (invoices.length === 0) return { ids: [], added: 0 }
    const facts = await this.readFacts(invoices.filter(({ status }) => isSettledStatus(status)))
    const verdictOf = (invoice: Invoice) => {
      const found = facts.get(invoice.id)
      return found ? judgeInvoice({ ...invoice, ...found }) : "unsettled"
    }
    const income = new Map(
      invoices.filter((one) => verdictOf(one) === "income").map((invoice) => [invoice.id, invoice])
    )
    const ended = invoices.flatMap((invoice) => (ENDS.includes(verdictOf(invoice)) ? invoice.id : []))
    const added = await this.insert([...income.values()].map((invoice) => this.toRow(invoice, facts)))
    await this.rows().where({ state: "income" }).whereIn("id", ended).delete()
    return { ids: [...income.keys()], added }
  }

  /** Whether any customer has an address that money without an order can reach. */
  async isPossible(): Promise<boolean> {
    const found = await ownRows(this.knex, this.scope, "onchain_address").first(this.knex.raw("1"))
    return found !== undefined || (await this.hasIntents())
  }

  private async hasIntents(): Promise<boolean> {
    const intents = ownRows(this.knex, this.scope, "onchain_attempt").where({ kind: "auto_deposit" })
    return (await intents.first(this.knex.raw("1"))) !== undefined
  }

  private async readFacts(invoices: readonly Invoice[]): Promise<Map<string, Facts>> {
    const listed = invoices.map(
      ({ id, chain, networkId: network_id, depositAddress: address, ...invoice }) => ({
        ...{ id, chain, network_id, address, memo: memoOf(invoice) },
        ...{ tx_hash: invoice.settlementTxHash, amount: amountOf(invoice) },
      })
    )
    if (listed.length === 0) return new Map()
    const { rows }: { rows: Facts[] } = await this.knex.raw(FACTS, {
      ...scopeColumns(this.scope),
      listed: JSON.stringify(listed),
    })
    return new Map(rows.map((row) => [row.id, row]))
  }

  private toRow(invoice: Invoice, facts: ReadonlyMap<string, Facts>) {
    const { customer_id = null, is_erased, received_at } = facts.get(invoice.id) ?? {}
    const {
      chain,
      networkId: network_id,
      token,
      canonicalAssetId,
      depositAddress,
      settlementTxHash,
    } = invoice
    const amount = amountOf(invoice)
    const now = this.knex.fn.now()
    return {
      ...scopeColumns(this.scope),
      ...{ id: invoice.id, state: "income", state_at: now, confirmed_at: now },
      ...{ assignment_status: invoice.autoDepositAssignmentStatus ?? null, customer_id },
      ...{ chain, network_id, token, canonical_asset_id: canonicalAssetId ?? null },
      // An invoice names no decimals: these are the digits as the provider writes them.
      ...{ amount, amount_raw: amount.replace(".", ""), decimals: amount.split(".")[1]?.length ?? 0 },
      ...{ tx_hash: settlementTxHash ?? null, to_address: depositAddress ?? null },
      ...{ memo: is_erased ? null : memoOf(invoice), erased_at: is_erased ? now : null },
      observed_at: received_at ?? new Date(this.clock()),
    }
  }

  /** Another process may bind an invoice to its payment meanwhile: its row goes again. @returns how many rows are new */
  private async insert(rows: ReturnType<Income["toRow"]>[]): Promise<number> {
    if (rows.length === 0) return 0
    const of = (column: string) => this.knex.raw(`excluded.${column}`)
    // In one order, so that two processes never wait for each other's rows.
    const inOrder = [...rows].sort((one, other) => (one.id < other.id ? -1 : 1))
    const stored: { is_new: boolean }[] = await this.knex("onchain_deposit")
      .insert(inOrder)
      .onConflict(["id", "environment", "business_id"])
      .merge({
        ...{ amount: of("amount"), amount_raw: of("amount_raw"), decimals: of("decimals") },
        tx_hash: this.knex.raw("coalesce(excluded.tx_hash, onchain_deposit.tx_hash)"),
        observed_at: this.knex.raw("least(excluded.observed_at, onchain_deposit.observed_at)"),
        updated_at: this.knex.fn.now(),
      })
      .whereRaw(
        `onchain_deposit.state = 'income' AND (onchain_deposit.amount <> excluded.amount
           OR onchain_deposit.tx_hash IS NULL AND excluded.tx_hash IS NOT NULL
           OR excluded.observed_at < onchain_deposit.observed_at)`
      )
      .returning(this.knex.raw("(xmax = 0) AS is_new"))
    await this.rows()
      .where({ state: "income" })
      .whereIn(
        "id",
        rows.map(({ id }) => id)
      )
      .whereRaw(
        `EXISTS (SELECT 1 FROM onchain_attempt AS t WHERE t.gateway_invoice_id = onchain_deposit.id
           AND t.environment = onchain_deposit.environment AND t.business_id = onchain_deposit.business_id)`
      )
      .delete()
    return stored.filter(({ is_new }) => is_new).length
  }

  private rows() {
    return ownRows(this.knex, this.scope, "onchain_deposit")
  }
}

/** What arrived, as the books count it. */
function amountOf({ receivedAmount, amount }: Pick<Invoice, "receivedAmount" | "amount">): string {
  return receivedAmount ?? amount
}

function memoOf({ memoId, memo }: Pick<Invoice, "memoId" | "memo">): string | null {
  return memoId ?? memo?.value ?? null
}
