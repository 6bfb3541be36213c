import { DestinationList, type DestinationFilter } from "../../src/modules/onchain/payout/destination-list"
import { type RefundFilter, RefundList } from "../../src/modules/onchain/refund/refund-ledger"
import { UnallocatedList } from "../../src/modules/onchain/payment/payment-list"
import { LIST_COUNT_LIMIT } from "../../src/modules/onchain/work/listed-rows"
import { describeOnchainModule } from "./onchain-module"
import { plansOf } from "./query-plan"
import { scope } from "./scope"

/** Each tenth payment is held, and the others have a refund; every fiftieth refund is due. */
const FILL = [
  `INSERT INTO onchain_payment (id, session_id, state, fiat_amount, currency_code, created_at, settled_at, unallocated_reason, resolution)
   SELECT 'ocpay_' || lpad(n::text, 6, '0'), 'payses_' || n, CASE WHEN n % 10 = 0 THEN 'held' ELSE 'open' END, '10', 'usd', ${at()}, ${at()},
     CASE WHEN n % 10 = 0 THEN 'cart_gone' END, CASE WHEN n % 20 = 0 THEN 'keep' END FROM generate_series(1, 20000) AS n`,
  `INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, idempotency_key, rail_id, chain, network_id, token, decimals,
     expected_amount, rate, rate_source, rate_at, tx_hash, created_at)
   SELECT 'ocatt_' || n, 'ocpay_' || lpad(n::text, 6, '0'), 'sandbox', 'biz_1', 'settled', 'key_' || n, 'rail', 'evm', 'n', 'T', 6, '10', '1', 'fixed',
     now(), '0x' || md5(n::text), ${at()} FROM generate_series(1, 20000) AS n`,
  `UPDATE onchain_payment AS p SET current_attempt_id = a.id FROM onchain_attempt AS a WHERE a.payment_id = p.id`,
  `INSERT INTO onchain_refund (id, environment, business_id, payment_id, session_id, kind, state, fiat_amount, currency_code, chain, network_id, token,
     created_at)
   SELECT 'ref_' || lpad(n::text, 6, '0'), 'sandbox', 'biz_1', 'ocpay_' || lpad(n::text, 6, '0'), 'payses_' || n, 'order',
     CASE WHEN n % 50 = 1 THEN 'due' ELSE 'done' END, '1', 'usd', 'evm', 'n', 'T', ${at()} FROM generate_series(1, 20000) AS n WHERE n % 10 <> 0`,
  `INSERT INTO onchain_payout_destination (id, environment, business_id, label, state, single_use_refund_id, has_second_approval, purpose, chain,
     network_id, address, checksum, created_by, created_at)
   SELECT 'ocdst_' || lpad(n::text, 6, '0'), 'sandbox', 'biz_1', 'Wallet ' || n, CASE WHEN n % 100 = 1 THEN 'pending' ELSE 'approved' END,
     CASE WHEN n % 2 = 0 THEN 'ref_' || n END, true, CASE WHEN n % 100 = 3 THEN 'treasury' ELSE 'refund' END, 'evm', 'n', '0x' || md5(n::text), 'verified',
     'user_1', ${at()} FROM generate_series(1, 20000) AS n`,
]

function at(): string {
  return "timestamptz '2026-01-01' + n * interval '5 minutes'"
}

const TABLES = ["onchain_payment", "onchain_attempt", "onchain_refund", "onchain_payout_destination"]
const newest = { direction: "desc", limit: 20, offset: 0 } as const

describeOnchainModule(({ knex }) => {
  const refunds = new RefundList(knex, scope)
  const unallocated = new UnallocatedList(knex, scope)
  const destinations = new DestinationList(knex, { ...scope, payouts: { approval: "second_user" } })
  const expectIndexed = async (work: () => Promise<unknown>) => {
    for (const plan of await plansOf(knex, work))
      for (const table of TABLES) expect(plan).not.toContain(`all of ${table}`)
  }

  beforeEach(async () => {
    for (const sql of FILL) await knex.raw(sql)
    await knex.raw(`ANALYZE ${TABLES.join(", ")}`)
  }, 60_000)

  test.each<[string, RefundFilter, number]>([
    ["all", { states: [] }, LIST_COUNT_LIMIT + 1],
    ["of a state", { states: ["due"] }, LIST_COUNT_LIMIT + 1],
    ["of several states", { states: ["due", "sent"] }, LIST_COUNT_LIMIT + 1],
    ["of a kind", { states: [], kind: "surplus" }, 0],
    ["of a payment", { states: [], q: "OCPAY_000007" }, 1],
    ["that a text does not find", { states: [], q: "nothing" }, 0],
  ])("refunds %s are read from indexes, and counting stops beyond the limit", async (_, filter, count) => {
    await expectIndexed(() => refunds.page({ ...newest, filter }))
    expect(await refunds.count(filter)).toBe(count)
  })

  test.each<[string, DestinationFilter, number]>([
    ["all of the book", {}, LIST_COUNT_LIMIT + 1],
    ["pending", { state: "pending" }, LIST_COUNT_LIMIT + 1],
    ["of a purpose", { purpose: "treasury" }, LIST_COUNT_LIMIT + 1],
    ["of a label", { q: "wallet 1999" }, 6],
    ["that a text does not find", { q: "nothing" }, 0],
  ])(
    "destinations %s are read from indexes, and counting stops beyond the limit",
    async (_, filter, count) => {
      await expectIndexed(() => destinations.page({ ...newest, filter }))
      expect(await destinations.count(filter)).toBe(count)
    }
  )

  test("held payments are found by an id or a hash from indexes, and counting stops beyond the limit", async () => {
    const hash = `0x${"98f13708210194c475687be6106a3b84"}`
    for (const [q, ids] of [
      ["ocpay_000020", ["ocpay_000020"]],
      ["PAYSES_1998", ["ocpay_019980"]],
      [hash, ["ocpay_000020"]],
      ["nothing", []],
    ] as const) {
      await expectIndexed(() => unallocated.page({ ...newest, filter: { q } }))
      expect((await unallocated.page({ ...newest, filter: { q } })).map(({ id }) => id)).toEqual(ids)
      expect(await unallocated.count({ q })).toBe(ids.length)
    }
    expect(await unallocated.count({})).toBe(LIST_COUNT_LIMIT + 1)
    expect(await unallocated.count({ resolution: "done" })).toBe(LIST_COUNT_LIMIT + 1)
  })

  test("a text that many begin with shows the newest of them, beside other filters too", async () => {
    const idsOf = (rows: readonly { id: string }[]) => rows.slice(0, 2).map(({ id }) => id)
    expect(idsOf(await refunds.page({ ...newest, filter: { states: [], q: "ref_" } }))).toEqual([
      "ref_019999",
      "ref_019998",
    ])
    expect(idsOf(await refunds.page({ ...newest, filter: { states: ["due"], q: "ref_" } }))).toEqual([
      "ref_019951",
      "ref_019901",
    ])
    expect(await refunds.count({ states: [], q: "ref_" })).toBe(LIST_COUNT_LIMIT + 1)
    expect(await refunds.count({ states: ["due"], q: "ref_" })).toBe(LIST_COUNT_LIMIT + 1)
    expect(idsOf(await unallocated.page({ ...newest, filter: { q: "0x" } }))).toEqual([
      "ocpay_020000",
      "ocpay_019990",
    ])
  })
})
