import type {
  OnchainCreatedAddressRequestResponse,
  OnchainErasureResponse,
  OnchainRefundResponse,
} from "../../src/types/http"
import { awaitDeposit, becomeFinal, sendFor } from "./support/deposits"
import { eventually } from "./support/eventually"
import { fillTreasury, letItBePaid, refused, sell, WALLETS } from "./support/refunds"
import { RefundLink } from "./support/refund-links"
import { storeSuite } from "./support/store-suite"

const [WALLET, SENDER] = WALLETS
const NOTE = "Ada called about her wallet"

storeSuite("the erasure of a customer's data", { jobs: true }, (store) => {
  const erase = async (id: string) =>
    (await store.merchant.post<OnchainErasureResponse>(`/admin/onchain/customers/${id}/erase`, {})).customer
  const open = (...words: string[]) => refused(409, words.map(escaped).join(".*"), "customer_money_open")

  /** Rows of any of our tables with one of the texts, by table. */
  async function rowsWith(texts: string[]): Promise<Record<string, number>> {
    const { rows: tables } = await store.db.raw(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND starts_with(tablename, 'onchain_')"
    )
    const found: Record<string, number> = {}
    for (const { tablename } of tables) {
      const { rows } = await store.db.raw(
        `SELECT count(*)::int AS count FROM ${tablename} AS t, unnest(?::text[]) AS text
         WHERE strpos(lower(to_jsonb(t)::text), lower(text)) > 0`,
        [texts]
      )
      if (rows[0].count > 0) found[tablename] = rows[0].count
    }
    return found
  }

  /** A person decided about each payment, and wrote why. */
  async function noteDecisions(): Promise<void> {
    const ids: string[] = await store.db("onchain_payment").pluck("id")
    await store
      .db("onchain_decision")
      .insert(ids.map((id) => ({ id: `ocdec_${id}`, payment_id: id, kind: "keep", note: NOTE })))
  }

  /** What the books need of each row. */
  async function money() {
    const books: unknown[] = []
    for (const [table, columns] of Object.entries(MONEY))
      books.push(
        await store
          .db(table)
          .orderBy("id")
          .select("id", ...columns)
      )
    return books
  }
  const entries = (id: string) =>
    store.db("onchain_audit_entry").where({ subject_type: "customer", subject_id: id })

  it("takes what says who a guest is, once their refund is paid, and keeps the money", async () => {
    const refunds = store.merchant.refunds
    await fillTreasury(store)
    const { orderId, refund } = await sell(store)
    const { email, customer_id } = await store.db("order").where({ id: orderId }).first()
    const id = await refund()
    await expect(erase(customer_id)).rejects.toMatchObject(open(`refund ${id} (due)`))

    const path = `/admin/onchain/refunds/${id}/address-requests`
    const { address_request: made } = await store.merchant.post<OnchainCreatedAddressRequestResponse>(
      path,
      {}
    )
    const link = new RefundLink(store.api, made.token, String(email))
    await link.propose({ address: WALLET })
    const approval = { address: WALLET, memo: null }
    const approved = await store.merchant.post<OnchainRefundResponse>(`${path}/${made.id}/approve`, approval)
    const destination_id = approved.refund.address_request?.destination_id ?? ""
    await refunds.act(await refunds.quote(id, { destination_id, rate: "payment" }), "confirm")
    await expect(erase(customer_id)).rejects.toMatchObject(
      open("Money of this customer is open", "withdrawal")
    )
    await letItBePaid(store)
    await refunds.until(id, "done")
    await store.quiet()
    // What operators wrote.
    await noteDecisions()
    await store.db("onchain_refund").update({ settled_note: NOTE })
    await store.merchant.post("/admin/onchain/transactions/sync", {})

    const personal = [customer_id, String(email), WALLET, NOTE]
    const before = await money()
    expect(Object.keys(await rowsWith(personal))).toEqual(
      expect.arrayContaining(["onchain_refund", "onchain_withdrawal", "onchain_payout_destination"])
    )
    const { erased_rows } = await erase(customer_id)
    expect(erased_rows).toMatchObject({ onchain_withdrawal: 1, onchain_payout_destination: 1 })
    expect(await rowsWith(personal)).toEqual({ onchain_audit_entry: 1 })
    expect(await money()).toEqual(before)
    expect(await entries(customer_id)).toMatchObject([
      { action: "customer.erased", actor_id: "user_merchant", before: null, after: { rows: erased_rows } },
    ])
    expect((await link.open()).status).toBe(404)

    // The service still lists the payout with its address.
    await store.db("onchain_status").whereNotNull("finished_at").del()
    await store.merchant.post("/admin/onchain/transactions/sync", {})
    expect(await rowsWith(personal)).toEqual({ onchain_audit_entry: 1 })
    expect(await erase(customer_id)).toEqual({ customer_id, erased_rows: {} })
    expect(await entries(customer_id)).toHaveLength(1)
    expect((await refunds.view(id)).state).toBe("done")
  })

  it("waits for the open payment and the deposit of an account, and works after Medusa deleted it", async () => {
    const deposits = store.merchant.deposits
    const { payment, orderId, sessionId } = await awaitDeposit(store)
    const { customer_id, email } = await store.db("order").where({ id: orderId }).first()
    const row = await store.db("onchain_payment").where({ session_id: sessionId }).first()
    const deposit = await sendFor(store, payment, { amount: "3", fromAddress: SENDER })
    await deposits.untilConfirmed(deposit)
    await expect(erase(customer_id)).rejects.toMatchObject(
      open(`payment ${row.id} (awaiting)`, `deposit ${deposit} (in_review)`)
    )
    await deposits.act(deposit, "refund")
    await becomeFinal(store)
    await deposits.until(deposit, "refunded")
    await sendFor(store, payment, { fromAddress: SENDER })
    await eventually(async () =>
      expect(await store.db("onchain_payment").pluck("state")).toEqual(["captured"])
    )
    await store.quiet()
    await store.merchant.delete(`/admin/customers/${customer_id}`)

    const before = await money()
    const personal = [customer_id, String(email), SENDER]
    const { erased_rows } = await erase(customer_id)
    expect(erased_rows).toMatchObject({ onchain_customer: 1, onchain_address: 1, onchain_deposit: 1 })
    expect(await rowsWith(personal)).toEqual({ onchain_audit_entry: 1 })
    expect(await money()).toEqual(before)
    await store.db("onchain_status").whereNotNull("finished_at").del()
    await deposits.sync()
    await store.merchant.post("/admin/onchain/transactions/sync", {})
    expect(await rowsWith(personal)).toEqual({ onchain_audit_entry: 1 })
    // The store's own address is known as such.
    expect(await store.db("onchain_address").pluck("address")).toEqual([payment.deposit_address])
    expect(await erase(customer_id)).toEqual({ customer_id, erased_rows: {} })
  })

  it("touches nobody else's rows, and refuses an id that nothing is known of", async () => {
    const [ada, other] = [await sell(store), await sell(store)]
    const { customer_id } = await store.db("order").where({ id: ada.orderId }).first()
    await store.db("order").where({ id: other.orderId }).update({ customer_id: "cus_other" })
    await store.db("cart").where({ id: other.cartId }).update({ customer_id: "cus_other" })
    await noteDecisions()
    const mine = await store.db("onchain_payment").where({ session_id: other.sessionId }).first()
    const deliveries = () => store.db("onchain_webhook_delivery").orderBy("resource_id").pluck("resource_id")
    expect(new Set(await deliveries())).toEqual(new Set([ada.invoiceId, other.invoiceId]))
    expect((await erase(customer_id)).erased_rows).toMatchObject({ onchain_decision: 1 })
    expect(await store.db("onchain_payment").where({ id: mine.id }).first()).toEqual(mine)
    expect(new Set(await deliveries())).toEqual(new Set([other.invoiceId]))
    await expect(erase("cus_nobody")).rejects.toMatchObject(refused(404, "There is no customer cus_nobody"))
    expect(await entries("cus_nobody")).toEqual([])
  })
})

const MONEY = {
  onchain_payment: ["state", "session_id", "fiat_amount", "captured_at", "collection_id"],
  onchain_attempt: ["state", "expected_amount", "received_amount", "deposit_address", "tx_hash"],
  onchain_decision: ["kind", "amount", "token_amount", "done_at"],
  onchain_deposit: ["state", "amount_raw", "tx_hash", "to_address", "payment_id"],
  onchain_refund: ["state", "fiat_amount", "token_amount", "withdrawal_id"],
  onchain_withdrawal: ["state", "amount", "fee", "tx_hash", "gateway_withdrawal_id", "requested_by"],
  onchain_transaction: ["amount", "tx_hash", "reference"],
}

const escaped = (text: string) => text.replace(/[()]/g, "\\$&")
