import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { PAYMENT_STATUSES } from "../../src/domain/payment/payment-status"
import { type PaymentFilter, PaymentList } from "../../src/modules/onchain/payment/payment-list"
import { LIST_COUNT_LIMIT } from "../../src/modules/onchain/work/listed-rows"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import { describeTables, plansOf } from "./onchain-module"
import { account, scope, storeAllStatuses } from "./rows"

/** Most are captured, a part of the rest expired; one in fifty was refunded. */
const FILL = [
  `INSERT INTO onchain_payment (id, session_id, state, fiat_amount, currency_code, created_at, collection_id, placed_order_id, abandoned_at)
   SELECT 'ocpay_' || lpad(n::text, 6, '0'), 'payses_' || n, 'open', '10', 'usd', timestamptz '2026-01-01' + n * interval '5 minutes',
     'pay_col_' || n, 'order_' || n, CASE WHEN n % 17 = 0 THEN now() END FROM generate_series(1, 20000) AS n`,
  `INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, idempotency_key, gateway_status, rail_id, chain, network_id, token,
     decimals, expected_amount, asked_fiat_amount, received_amount, rate, rate_source, rate_at, gateway_invoice_id, deposit_address, memo, tx_hash, customer_id, next_check_at, created_at)
   SELECT 'ocatt_' || lpad(n::text, 6, '0'), 'ocpay_' || lpad(n::text, 6, '0'), ?, ?,
     CASE WHEN n % 5 = 0 THEN 'expired' WHEN n % 997 = 0 THEN 'awaiting' ELSE 'settled' END, 'key_' || n,
     CASE WHEN n % 5 = 0 THEN 'expired' WHEN n % 997 = 0 THEN 'pending' ELSE 'paid' END, 'rail', 'evm', 'network-' || n % 5, 'T' || n % 7,
     6, '10', '10', CASE WHEN n % 5 = 0 OR n % 997 = 0 THEN NULL ELSE '10' END, '1', 'fixed', now(), 'inv_' || n, '0x' || md5('to' || n), n::text,
     '0x' || md5(n::text), 'shopper_' || n % 1000, CASE WHEN n = 997 THEN now() END, timestamptz '2026-01-01' + n * interval '5 minutes'
   FROM generate_series(1, 20000) AS n`,
  `UPDATE onchain_payment AS p SET current_attempt_id = a.id,
     state = CASE WHEN a.state = 'settled' THEN 'captured' ELSE 'open' END,
     captured_at = CASE WHEN a.state = 'settled' THEN p.created_at END
   FROM onchain_attempt AS a WHERE a.payment_id = p.id AND a.id <> 'ocatt_000010'`,
  `INSERT INTO onchain_refund (id, environment, business_id, payment_id, session_id, kind, state, fiat_amount, currency_code, chain, network_id, token)
   SELECT 'ref_' || n, ?, ?, 'ocpay_' || lpad((n * 50 + 1)::text, 6, '0'), 'payses', 'order', CASE WHEN n % 40 = 0 THEN 'due' ELSE 'done' END, '4',
     'usd', 'evm', 'network-1', 'T1' FROM generate_series(1, 390) AS n`,
]

const TABLES = [
  "onchain_payment",
  "onchain_attempt",
  "onchain_deposit",
  "onchain_withdrawal",
  "onchain_payment_claim",
]

async function fill(knex: Knex): Promise<void> {
  for (const sql of FILL)
    await knex.raw(sql, sql.includes("?, ?") ? [account.environment, account.business_id] : [])
  // Without statistics a plan that reads all statuses may take minutes.
  await knex.raw("ANALYZE")
  await storeAllStatuses(knex)
  await knex.raw(`ANALYZE ${TABLES.join(", ")}, onchain_refund`)
}

const FILTERS: readonly Partial<PaymentFilter>[] = [
  {},
  ...PAYMENT_STATUSES.map((status) => ({ statuses: [status] })),
  { statuses: ["captured", "held", "awaiting"] },
  { network_id: "network-3" },
  { token: "T3" },
  { network_id: "network-9" },
  { statuses: ["captured"], network_id: "network-3" },
  { created_from: new Date("2026-01-20T00:00:00Z"), created_before: new Date("2026-01-21T00:00:00Z") },
  { ids: ["ocpay_000500", "ocpay_000501"] },
]

describeTables(({ knex }) => {
  const list = new PaymentList(knex, scope)
  const expectIndexed = async (work: () => Promise<unknown>) => {
    const big = ["all of onchain_payment", "all of onchain_attempt"]
    for (const plan of await plansOf(knex, work)) for (const scan of big) expect(plan).not.toContain(scan)
  }

  async function pagesComeFromIndexes(): Promise<void> {
    for (const filter of FILTERS) {
      const page = { filter: { statuses: [], ...filter }, direction: "desc" as const, limit: 20, offset: 0 }
      await expectIndexed(() => list.page(page))
      const [found = []] = await plansOf(knex, () => list.page(page))
      expect(found.filter((index) => index.includes("onchain_payment"))).toHaveLength(1)
    }
    await expectIndexed(() => list.after({ statuses: [] }, null, 100))
    expect(await list.count({ statuses: [] })).toBe(LIST_COUNT_LIMIT + 1)
    expect(await list.count({ statuses: ["refund_due"] })).toBe(9)
  }

  async function aSearchReadsEachIndexAlone(): Promise<void> {
    const known = { orderIds: ["order_7"], collectionIds: ["pay_col_8"], customerIds: ["cus_1"] }
    for (const q of ["inv_500", "ocpay_000500", "0xC4CA4238", "17", "0x" + "f".repeat(64), "%", "_______"])
      await expectIndexed(() => list.find(q, known))
    expect(await list.find("0xc4ca4238", NOBODY)).toEqual(["ocpay_000001"])
    expect(await list.find("0XC4CA4238A0B923820DCC509A6F75849B", NOBODY)).toEqual(["ocpay_000001"])
    expect(await list.find("0xc4", NOBODY)).toEqual([])
    expect(await list.find("______", NOBODY)).toEqual([])
    expect(await list.find("inv_500", NOBODY)).toEqual(["ocpay_000500"])
    expect((await list.find("none", known)).sort()).toEqual(["ocpay_000007", "ocpay_000008"])
  }

  async function choicesAndDuePaymentsHaveIndexes(): Promise<void> {
    const attempts = new PaymentStore(knex, scope)
    const checks = new PaymentChecks(knex, scope, 60_000)
    const [last = []] = await plansOf(knex, () => attempts.lastRail("payses_7"))
    expect(last).toContain("IDX_onchain_attempt_customer_id_created_at")
    expect(last).not.toContain("Sort")
    for (const work of [() => checks.claim(50), () => checks.countDue(), () => checks.countDueInList(3)]) {
      const [plan = []] = await plansOf(knex, work)
      expect(plan).toContain("IDX_onchain_attempt_next_check_at")
      expect(plan.filter((step) => /^all of onchain_(payment|attempt)/.test(step))).toEqual([])
    }
  }

  async function anotherAccountSeesItsOwn(): Promise<void> {
    const foreign = new PaymentList(knex, { environment: "live", businessId: "biz_2" })
    const page = await foreign.page({ filter: { statuses: [] }, direction: "desc", limit: 20, offset: 0 })
    expect(page.map(({ id }) => id)).toEqual(["ocpay_000010"])
  }

  // Filling the tables takes longer than every check of them, so one test does all.
  test("pages, searches and due payments read indexes, and another account sees only its own", async () => {
    await fill(knex)
    await pagesComeFromIndexes()
    await aSearchReadsEachIndexAlone()
    await choicesAndDuePaymentsHaveIndexes()
    await anotherAccountSeesItsOwn()
  })
})

const NOBODY = { orderIds: [], collectionIds: [], customerIds: [] }
