import { DEPOSIT_STATES } from "../../src/domain/deposit/deposit-lifecycle"
import { DepositList } from "../../src/modules/onchain/deposit/deposit-store"
import { Transactions } from "../../src/modules/onchain/finance/transactions"
import { HealthFacts } from "../../src/modules/onchain/health/facts"
import { DeliveryList } from "../../src/modules/onchain/inbox/delivery-list"
import { Inbox } from "../../src/modules/onchain/inbox/inbox"
import { type HeldPage, PaymentList } from "../../src/modules/onchain/payment/payment-list"
import { DestinationList } from "../../src/modules/onchain/payout/destinations"
import { PayoutEvidence, WithdrawalList } from "../../src/modules/onchain/payout/payout-service"
import { readSentLastDay, WithdrawalStore } from "../../src/modules/onchain/payout/withdrawal-store"
import { RefundList } from "../../src/modules/onchain/refund/refund-ledger"
import { LIST_COUNT_LIMIT } from "../../src/modules/onchain/work/listed-rows"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { optionsWith } from "../../src/modules/onchain/options/__tests__/valid-options"
import { dayLimit, quotedWithdrawal } from "./withdrawal-stories"
import { describeTables, plansOf } from "./onchain-module"
import { delivery, mustClaim, scope, storeAllStatuses } from "./rows"

const AT = "timestamptz '2026-01-01' + n * interval '5 minutes'"
const AGO = "now() - n * interval '1 minute'"
const RAIL = "'evm', 'network_' || n % 7, 'TOK' || n % 11"
const series = "FROM generate_series(1, 20000) AS n"

/**
 * A busy year, of which nearly everything is over. Each tenth payment is held, the others have a refund; every
 * fiftieth refund is due.
 */
const FILL = [
  `INSERT INTO onchain_payment (id, session_id, state, fiat_amount, currency_code, created_at, settled_at, unallocated_reason)
   SELECT 'ocpay_' || lpad(n::text, 6, '0'), 'payses_' || n, CASE WHEN n % 10 = 0 THEN 'held' ELSE 'open' END, '10', 'usd', ${AT}, ${AT},
     CASE WHEN n % 10 = 0 THEN 'cart_gone' END ${series}`,
  `INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, idempotency_key, rail_id, chain, network_id, token, decimals,
     expected_amount, asked_fiat_amount, rate, rate_source, rate_at, tx_hash, created_at)
   SELECT 'ocatt_' || n, 'ocpay_' || lpad(n::text, 6, '0'), 'sandbox', 'biz_1', 'settled', 'key_' || n, 'rail', ${RAIL}, 6, '10', '10', '1', 'fixed',
     now(), '0x' || md5(n::text), ${AT} ${series}`,
  `UPDATE onchain_payment AS p SET current_attempt_id = a.id FROM onchain_attempt AS a WHERE a.payment_id = p.id`,
  `INSERT INTO onchain_decision (id, payment_id, kind) SELECT 'ocdec_' || n, 'ocpay_' || lpad(n::text, 6, '0'), 'keep' ${series} WHERE n % 20 = 0`,
  // So many that a join reads them by an index.
  `INSERT INTO onchain_decision (id, payment_id, kind, note, done_at)
   SELECT 'ocdec_over_' || n, 'ocpay_' || lpad(n::text, 6, '0'), 'contradiction', 'expired', now() ${series}`,
  `INSERT INTO onchain_refund (id, environment, business_id, payment_id, session_id, kind, state, fiat_amount, currency_code, chain, network_id, token,
     created_at)
   SELECT 'ref_' || lpad(n::text, 6, '0'), 'sandbox', 'biz_1', 'ocpay_' || lpad(n::text, 6, '0'), 'payses_' || n, 'order',
     CASE WHEN n % 50 = 1 THEN 'due' ELSE 'done' END, '1', 'usd', ${RAIL}, ${AT} ${series} WHERE n % 10 <> 0`,
  `INSERT INTO onchain_payout_destination (id, environment, business_id, label, state, single_use_refund_id, has_second_approval, purpose, chain,
     network_id, address, checksum, created_by, created_at)
   SELECT 'ocdst_' || lpad(n::text, 6, '0'), 'sandbox', 'biz_1', 'Wallet ' || n, CASE WHEN n % 100 = 1 THEN 'pending' ELSE 'approved' END,
     CASE WHEN n % 2 = 0 THEN 'ref_' || n END, true, CASE WHEN n % 100 = 3 THEN 'treasury' ELSE 'refund' END, 'evm', 'n', '0x' || md5(n::text), 'verified',
     'user_1', ${AT} ${series}`,
  `INSERT INTO onchain_deposit (environment, business_id, id, state, assignment_status, customer_id, chain, network_id, token,
     amount_raw, tx_hash, from_address, to_address, observed_at, state_at)
   SELECT 'sandbox', 'biz_1', 'dep_' || lpad(n::text, 6, '0'),
     CASE WHEN n % 100 = 0 THEN 'in_review' ELSE (ARRAY['assigned', 'accepted', 'refunded'])[1 + n % 3] END, 'unassigned_no_intent',
     'cus_' || n % 1000, ${RAIL}, '1', '0x' || md5(n::text), '0xF' || md5('from' || n), '0xT' || md5('to' || n), ${AGO}, now() ${series}`,
  `INSERT INTO onchain_webhook_delivery (environment, business_id, id, event, resource_id, raw_body, state, attempts, received_at, next_attempt_at)
   SELECT 'sandbox', 'biz_1', 'dlv_' || n, CASE WHEN n % 1000 = 0 THEN 'treasury.swept' ELSE 'invoice.paid' END, 'inv_' || n, '{}',
     CASE WHEN n % 500 = 0 THEN 'dead' ELSE 'processed' END, 1, ${AGO}, ${AGO} ${series}`,
  `INSERT INTO onchain_transaction (environment, business_id, id, chain, network_id, token, type, direction, amount, tx_hash, reference, sort_at)
   SELECT 'sandbox', 'biz_1', 'txn_' || lpad(n::text, 6, '0'), ${RAIL}, CASE WHEN n % 50 = 0 THEN 'fee' ELSE 'receipt' END,
     CASE WHEN n % 50 = 0 THEN 'out' ELSE 'in' END, '1', '0x' || md5(n::text), 'inv_' || md5((n / 2)::text), ${AT} ${series}`,
  `INSERT INTO onchain_withdrawal (environment, business_id, id, destination_id, destination_address, chain, network_id, token, amount,
     requested_by, state, state_at, created_at, gateway_withdrawal_id, tx_hash, first_sent_at, due_at)
   SELECT 'sandbox', 'biz_1', 'ocwd_' || lpad(n::text, 6, '0'), 'ocdst_' || n % 300,
     '0xT' || md5('to' || n), ${RAIL}, '1', 'user_' || n % 5, (ARRAY['completed', 'failed', 'cancelled'])[1 + n % 3],
     ${AGO}, ${AGO}, 'wd_' || n, '0x' || md5(n::text), now() - n * interval '1 hour', CASE WHEN n % 500 = 0 THEN now() + interval '1 hour' END ${series}`,
]
const TABLES =
  "payment attempt decision refund payout_destination deposit webhook_delivery transaction withdrawal"
    .split(" ")
    .map((name) => `onchain_${name}`)
const NOBODY = { orderIds: [], collectionIds: [], customerIds: [] }
const newest = { direction: "desc", limit: 20, offset: 0 } as const
type Page<Filter> = typeof newest & { filter: Filter }

describeTables(({ knex }) => {
  const deposits = new DepositList(knex, scope)
  const deliveries = new DeliveryList(knex, scope)
  const transactions = new Transactions(knex, scope)
  const refunds = new RefundList(knex, scope)
  const payments = new PaymentList(knex, scope)
  const unallocated = { read: (page: HeldPage) => payments.heldPage(page) }
  const destinations = new DestinationList(knex, { ...scope, payouts: { approval: "second_user" } })
  const withdrawals = new WithdrawalList(knex, scope)

  const expectIndexed = async (work: () => Promise<unknown>, name = "") => {
    const plans = await plansOf(knex, work)
    expect(plans).not.toEqual([])
    const scans = plans.flat().filter((step) => TABLES.some((table) => step === `all of ${table}`))
    expect({ name, scans }).toEqual({ name, scans: [] })
  }
  const expectPages = async <Filter>(
    list: { read: (page: Page<Filter>) => Promise<unknown> },
    ...filters: readonly Filter[]
  ) => {
    for (const filter of filters)
      await expectIndexed(() => list.read({ ...newest, filter }), JSON.stringify(filter))
  }

  const countOf = async <Filter>(
    list: { read: (page: Page<Filter>) => Promise<{ count: number }> },
    filter: Filter
  ) => (await list.read({ ...newest, filter })).count

  async function fill(): Promise<void> {
    for (const sql of FILL) await knex.raw(sql)
    // Without statistics a plan that reads all statuses may take minutes.
    await knex.raw("ANALYZE")
    await storeAllStatuses(knex)
    await knex.raw(`ANALYZE ${TABLES.join(", ")}`)
  }

  async function pagesComeFromIndexes(): Promise<void> {
    const states = [] as const
    await expectPages(deposits, { states }, { states: ["in_review"] }, { states: DEPOSIT_STATES })
    await expectPages(deposits, { states: ["in_review", "processing"] }, { states, customer_id: "cus_7" })
    for (const q of ["dep_000500", "0xc4ca4238a0b9", "0xf7", "0xt9"])
      await expectPages(deposits, { states, q })
    await expectPages(deliveries, {}, { state: "dead" }, { event: "treasury.swept" }, { q: "inv_8" })
    await expectPages(transactions, {}, { type: "fee" }, { direction: "out" }, { network_id: "network_3" })
    await expectPages(transactions, { token: "TOK3" }, { q: "TXN_019" }, { q: "0xc4ca4238a0b9" })
    const day = { from: new Date("2026-02-01T00:00:00Z"), before: new Date("2026-02-02T00:00:00Z") }
    await expectPages(transactions, day, { q: "inv_c4ca4238a0b9" })
    await expectPages(withdrawals, { states }, { states: ["unknown"] }, { states, kind: "refund" })
    await expectPages(withdrawals, { states: ["awaiting_approval", "unknown"] }, { states, token: "TOK7" })
    await expectPages(withdrawals, { states, network_id: "network_3" }, { states, destination_id: "ocdst_7" })
    await expectPages(withdrawals, { states, q: "ocwd_000500" }, { states, q: "0xc4ca4238a0b9" })
    await expectPages(refunds, { states }, { states: ["due"] }, { states: ["due", "sent"] })
    await expectPages(
      refunds,
      { states, kind: "surplus" },
      { states, q: "OCPAY_000007" },
      { states, q: "nothing" }
    )
    await expectPages(destinations, {}, { state: "pending" }, { purpose: "treasury" }, { q: "wallet 1999" })
    await expectPages(unallocated, {}, { resolution: "waiting" }, { ids: ["ocpay_000020"] }, { ids: [] })
  }

  async function countsStopAtTheLimit(): Promise<void> {
    const [states, MANY] = [[], LIST_COUNT_LIMIT + 1]
    for (const filter of [{ states }, { states: ["in_review"] as const }])
      expect(await countOf(deposits, filter)).toBe(MANY)
    expect([await countOf(deliveries, { state: "dead" }), await countOf(deliveries, {})]).toEqual([40, MANY])
    for (const filter of [{}, { type: "fee" }]) expect(await countOf(transactions, filter)).toBe(MANY)
    for (const filter of [{ states }, { states: ["due"] as const }, { states, q: "ref_" }])
      expect(await countOf(refunds, filter)).toBe(MANY)
    expect(await countOf(refunds, { states, q: "OCPAY_000007" })).toBe(1)
    for (const filter of [{}, { state: "pending" } as const, { purpose: "treasury" } as const])
      expect(await countOf(destinations, filter)).toBe(MANY)
    expect(await countOf(destinations, { q: "wallet 1999" })).toBe(6)
    expect(await countOf(unallocated, {})).toBe(MANY)
    expect(await countOf(unallocated, { resolution: "done" })).toBe(MANY)
    expect(await countOf(unallocated, { ids: [] })).toBe(0)
  }

  async function aTextFindsTheNewest(): Promise<void> {
    const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.slice(0, 2).map(({ id }) => id)
    const refundsOf = async (states: "due"[]) =>
      idsOf(await refunds.read({ ...newest, filter: { states, q: "ref_" } }))
    expect(await refundsOf([])).toEqual(["ref_019999", "ref_019998"])
    expect(await refundsOf(["due"])).toEqual(["ref_019951", "ref_019901"])
    const ids = await payments.find("0x98f13708210194c475687be6106a3b84", NOBODY)
    expect(idsOf(await unallocated.read({ ...newest, filter: { ids } }))).toEqual(["ocpay_000020"])
  }

  async function jobsFindTheirWork(): Promise<void> {
    const inbox = new Inbox(knex, scope, { leaseMs: 60_000, maxAttempts: 3 })
    await inbox.accept(delivery("dlv_new"))
    await expectIndexed(async () => expect(await mustClaim(inbox)).toMatchObject({ id: "dlv_new" }))
    await expectIndexed(() => inbox.recover())
    await expectIndexed(() => inbox.closeCaptured())
    const facts = new HealthFacts(knex, optionsWith(), new SharedStatus(knex, scope, () => undefined))
    await expectIndexed(() => facts.lastWebhooks())
    await expectIndexed(() => facts.oldestDelivery())
    await expectIndexed(() => facts.silentWithdrawals())
    const row = await quotedWithdrawal(knex, { first_sent_at: new Date("2026-01-02T10:00:00.000Z") })
    const store = new WithdrawalStore(
      knex,
      optionsWith(),
      async () => [],
      () => undefined
    )
    await expectIndexed(() => store.takeCall())
    await expectIndexed(() => store.takeChecks(20))
    await expectIndexed(() => withdrawals.lapsing(24, 50))
    await expectIndexed(() => readSentLastDay(knex, scope, dayLimit("1"), row.id))
    await expectIndexed(() => withdrawals.similar(row, 10))
    await expectIndexed(() => new PayoutEvidence(knex, scope).signsOf(row, 10))
  }

  // Filling the tables takes longer than every check of them, so one test does all.
  test("pages, searches and jobs read indexes, whatever the filter; a count stops beyond the limit", async () => {
    await fill()
    await pagesComeFromIndexes()
    await countsStopAtTheLimit()
    await aTextFindsTheNewest()
    await jobsFindTheirWork()
  })
})
