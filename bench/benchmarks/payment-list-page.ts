import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type PaymentFilter, PaymentList } from "../../src/modules/onchain/payment/payment-list"
import type { Benchmark } from "../benchmark"
import { timeInTurn } from "../database/interleaved"
import { storeStatuses } from "../database/fill-lists"
import { explain } from "../database/query-plans"
import { createScaledDatabases } from "../database/scaled-databases"
import { createRow, type Round } from "../report/row"

const payments = { few: 20, many: 100_000 }
const rounds = 5
const pagesPerRound = 50
const warmUpPages = 50
const page = { direction: "desc", limit: 20, offset: 0 } as const

const scope = { environment: "sandbox", businessId: "biz_1" }

/** Most are captured; every fifth expired, a few wait, and one in a hundred was refunded. */
const FILL = [
  `INSERT INTO onchain_payment (id, session_id, state, fiat_amount, currency_code, created_at, collection_id)
   SELECT 'ocpay_' || lpad(n::text, 6, '0'), 'payses_' || n, 'open', '10', 'usd', now() - n * interval '1 minute', 'pay_col_' || n
   FROM generate_series(1, ?::int) AS n`,
  `INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, idempotency_key, gateway_status, rail_id, chain, network_id, token,
     decimals, expected_amount, asked_fiat_amount, received_amount, rate, rate_source, rate_at, gateway_invoice_id, deposit_address, tx_hash, created_at)
   SELECT 'ocatt_' || n, 'ocpay_' || lpad(n::text, 6, '0'), 'sandbox', 'biz_1', CASE WHEN n % 5 = 4 THEN 'expired' ELSE 'settled' END, 'key_' || n,
     CASE WHEN n % 5 = 4 THEN 'expired' ELSE 'paid' END, 'rail', 'evm', 'network-' || n % 5, 'T' || n % 7, 6, '10', '10',
     CASE WHEN n % 5 = 4 THEN NULL ELSE '10' END, '1', 'fixed', now(), 'inv_' || n, '0x' || md5('to' || n), '0x' || md5(n::text), now()
   FROM generate_series(1, ?::int) AS n`,
  `UPDATE onchain_payment AS p SET current_attempt_id = a.id, state = CASE WHEN a.state = 'settled' THEN 'captured' ELSE 'open' END
   FROM onchain_attempt AS a WHERE a.payment_id = p.id`,
  `INSERT INTO onchain_refund (id, environment, business_id, payment_id, session_id, kind, state, fiat_amount, currency_code, chain, network_id, token)
   SELECT 'ref_' || n, 'sandbox', 'biz_1', 'ocpay_' || lpad(n::text, 6, '0'), 'payses', 'order', 'done', '4', 'usd', 'evm', 'n', 'T'
   FROM generate_series(1, ?::int) AS n WHERE n % 100 = 1`,
]

/** Of three counts. */
const COUNT_AIM = { of: "ours", is: "<=", limit: 100 } as const

/** The hash of the first payment, which both tables have. */
const HASH = "0xc4ca4238a0b923820dcc509a6f75849b"
const nobody = { orderIds: [], collectionIds: [], customerIds: [] }

/** The list of payments, a search, the first lines of the export, and the counts: 100,000 payments in the table against 20. */
export const paymentListPage: Benchmark = {
  rows: ["payment_list_page", "payment_list_search", "payment_list_export", "payment_list_count"],
  async measure({ teardown, say }) {
    const { few, many } = await createScaledDatabases(teardown, async (knex, size) => {
      for (const sql of FILL) await knex.raw(sql, sql.includes("?") ? [payments[size]] : [])
      await storeStatuses(knex)
    })
    say(`${payments.many} payments against ${payments.few}`)
    const views = {
      payment_list_page: readPages,
      payment_list_search: readSearch,
      payment_list_export: readExport,
      payment_list_count: readCounts,
    }
    const rows = []
    for (const [name, read] of Object.entries(views)) {
      await explain(many, say, () => read(many))
      const sides = { ours: () => read(many), peer: () => read(few) }
      await timeInTurn(sides, warmUpPages)
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        const times = await timeInTurn(sides, pagesPerRound)
        say(`${name}, round ${round}: ${times.ours.toFixed(2)} ms against ${times.peer.toFixed(2)} ms`)
        measured.push(times)
      }
      // Counting stops at 1,001 rows, so that a table of 20 has a fiftieth of the work: what it costs is bounded instead.
      const aim = name === "payment_list_count" ? COUNT_AIM : ({ of: "ratio", is: "<=", limit: 1.5 } as const)
      rows.push(createRow(name, "ms", aim, measured))
    }
    return rows
  },
}

const filters: PaymentFilter[] = [{ statuses: [] }, { statuses: ["captured"] }, { statuses: ["expired"] }]

async function readCounts(knex: Knex): Promise<void> {
  const list = new PaymentList(knex, scope)
  for (const filter of filters) await list.count(filter)
}

/** All of them, and those of a state: each page with what decides about the status. */
async function readPages(knex: Knex): Promise<void> {
  const list = new PaymentList(knex, scope)
  for (const filter of filters) await list.describe(await list.page({ ...page, filter }))
}

async function readSearch(knex: Knex): Promise<void> {
  const list = new PaymentList(knex, scope)
  const filter = { statuses: [], ids: await list.find(HASH, nobody) }
  await Promise.all([list.page({ ...page, filter }).then((rows) => list.describe(rows)), list.count(filter)])
}

async function readExport(knex: Knex): Promise<void> {
  const list = new PaymentList(knex, scope)
  await list.describe(await list.after({ statuses: [] }, null, page.limit))
}
