import { LIST_COUNT_LIMIT } from "../../src/modules/onchain/work/listed-rows"
import {
  type TransactionFilter,
  TransactionList,
  type TransactionPage,
} from "../../src/modules/onchain/finance/transaction-list"
import { describeOnchainModule } from "./onchain-module"
import { plansOf } from "./query-plan"
import { scope } from "./scope"

/** A year of a business: 20,000 transactions, a fiftieth of them fees, on five networks. */
const FILL = `
  INSERT INTO onchain_transaction (environment, business_id, id, chain, network_id, token, type, direction, amount, tx_hash, reference, sort_at)
  SELECT 'sandbox', 'biz_1', 'txn_' || lpad(n::text, 6, '0'), 'evm', 'network-' || n % 5, 'T' || n % 7,
    CASE WHEN n % 50 = 0 THEN 'fee' ELSE 'receipt' END, CASE WHEN n % 50 = 0 THEN 'out' ELSE 'in' END,
    '1', '0x' || md5(n::text), 'inv_' || md5((n / 2)::text), timestamp '2026-01-01' + n * interval '26 minutes'
  FROM generate_series(1, 20000) AS n`

describeOnchainModule(({ knex }) => {
  const list = new TransactionList(knex, scope)
  const page = (filter: TransactionFilter): TransactionPage => ({
    filter,
    direction: "desc",
    limit: 20,
    offset: 0,
  })

  beforeEach(async () => {
    await knex.raw(FILL)
    await knex.raw("ANALYZE onchain_transaction")
  })

  test("counting stops beyond the limit", async () => {
    expect(await list.count({})).toBe(LIST_COUNT_LIMIT + 1)
    expect(await list.count({ type: "fee" })).toBe(LIST_COUNT_LIMIT + 1)
  })

  test.each<[string, TransactionFilter]>([
    ["everything", {}],
    ["a type", { type: "fee" }],
    ["a direction", { direction: "out" }],
    ["a network", { network_id: "network-3" }],
    ["a token", { token: "T3" }],
    ["a day", { from: new Date("2026-06-01T00:00:00Z"), before: new Date("2026-06-02T00:00:00Z") }],
    ["an identifier", { q: "TXN_019" }],
    ["a hash", { q: "0xc4ca4238a0b9" }],
    ["a reference", { q: "inv_c4ca4238a0b9" }],
  ])("a page of %s does not read the whole table", async (_, filter) => {
    const [plan = []] = await plansOf(knex, () => list.page(page(filter)))
    expect(plan.join()).toContain("IDX_onchain_transaction_")
    expect(plan).not.toContain("all of onchain_transaction")
  })
})
