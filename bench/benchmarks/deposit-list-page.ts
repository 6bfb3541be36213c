import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { DepositList, type DepositPage } from "../../src/modules/onchain/deposit/deposit-store"
import type { Benchmark } from "../benchmark"
import { timeInTurn } from "../database/interleaved"
import { explain } from "../database/query-plans"
import { createScaledDatabases } from "../database/scaled-databases"
import { createRow, type Round } from "../report/row"

const deposits = { few: 200, many: 100_000 }
const rounds = 5
const pagesPerRound = 100
const warmUpPages = 100
const page = { direction: "desc", limit: 20, offset: 0 } as const satisfies Partial<DepositPage>
/** The views operators open: open deposits, and all of them. */
const views: DepositPage[] = [
  { ...page, filter: { states: ["in_review", "processing", "refund_pending"] } },
  { ...page, filter: { states: [] } },
]

const scope = { environment: "sandbox", businessId: "biz_1" }

/**
 * Both tables have the same mix, so both pages are full: every fifth deposit waits, the others are resolved.
 */
const FILL = `
  INSERT INTO onchain_deposit (environment, business_id, id, state, assignment_status, customer_id, chain, network_id, token,
    decimals, amount_raw, amount, tx_hash, from_address, to_address, observed_at, state_at)
  SELECT 'sandbox', 'biz_1', 'dep_' || md5(n::text),
    (ARRAY['in_review', 'assigned', 'accepted', 'refunded', 'assigned'])[1 + n % 5],
    (ARRAY['unassigned_no_intent', 'review_required_ambiguous', 'review_required_amount_mismatch'])[1 + n % 3],
    'cus_' || n % 5000, (ARRAY['evm', 'sol', 'stellar'])[1 + n % 3], 'network_' || n % 7, 'TOKEN_' || n % 9,
    6, (n * 1000)::text, (n / 1000.0)::text, '0x' || md5('tx' || n), '0x' || md5('from' || n), '0x' || md5('to' || n),
    now() - n * interval '1 minute', now()
  FROM generate_series(1, ?::int) AS n`

/** One page of the queue with its counts, with 100,000 deposits in the table against 200. */
export const depositListPage: Benchmark = {
  rows: ["deposit_list_page"],
  async measure({ teardown, say }) {
    const { few, many } = await createScaledDatabases(teardown, async (knex, size) => {
      await knex.raw(FILL, [deposits[size]])
    })
    say(`${deposits.many} deposits against ${deposits.few}`)
    await explain(many, say, () => readViews(many))
    const sides = { ours: () => readViews(many), peer: () => readViews(few) }
    await timeInTurn(sides, warmUpPages)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      const times = await timeInTurn(sides, pagesPerRound)
      say(`list page, round ${round}: ${times.ours.toFixed(2)} ms against ${times.peer.toFixed(2)} ms`)
      measured.push(times)
    }
    return [createRow("deposit_list_page", "ms", { of: "ratio", is: "<=", limit: 1.2 }, measured)]
  },
}

/** What the admin API reads for a page. */
async function readViews(knex: Knex): Promise<void> {
  const list = new DepositList(knex, scope)
  for (const view of views)
    await Promise.all([list.read(view), list.read({ ...page, filter: { states: ["in_review"] } })])
}
