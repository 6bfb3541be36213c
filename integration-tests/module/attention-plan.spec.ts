import { severityOf } from "../../src/domain/health/attention"
import { AttentionService, MOST_LINES } from "../../src/modules/onchain/health/attention-notices"
import { transaction } from "./books"
import { describeOnchainModule, plansOf } from "./onchain-module"
import { withdrawalIn, storeAllStatuses } from "./rows"

const SEVERITIES = ["error", "warning", "info"]
const ROWS = 20_000
const series = `FROM generate_series(1, ${ROWS}) AS n`
/** One row in 400 needs attention for each reason; a due refund with a proposal needs it for the proposal. */
const OPEN = ROWS / 400

/** A busy year: nearly everything is over. */
const FILL = [
  `WITH payments AS (INSERT INTO onchain_payment (id, session_id, state, current_attempt_id, fiat_amount, currency_code,
     settled_at, captured_at, unallocated_reason, order_placed_at)
   SELECT 'ocpay_' || n, 'payses_' || n, CASE WHEN n % 400 < 2 THEN 'held' ELSE 'captured' END, 'ocatt_' || n,
     '10', CASE WHEN n % 2 = 0 THEN 'usd' ELSE 'eur' END,
     now() - n * interval '20 minutes', CASE WHEN n % 400 < 2 THEN NULL ELSE now() - n * interval '20 minutes' END,
     CASE n % 400 WHEN 0 THEN 'order_cancelled' WHEN 1 THEN 'partial_payment' END, now() ${series})
   INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, idempotency_key, rail_id, chain, network_id,
     token, decimals, expected_amount, asked_fiat_amount, received_amount, rate, rate_source, rate_at)
   SELECT 'ocatt_' || n, 'ocpay_' || n, 'sandbox', 'biz_1', 'settled', 'key_' || n, 'evm:base-mainnet:USDC', 'evm',
     'base-mainnet', 'USDC', 6, '10', '10', '10', '1', 'fixed', now() ${series}`,
  `INSERT INTO onchain_decision (id, payment_id, kind, note, done_at)
   SELECT 'ocdec_' || n, 'ocpay_' || n, 'contradiction', 'expired', CASE WHEN n % 400 <> 7 THEN now() END ${series} WHERE n % 10 = 7`,
  `INSERT INTO onchain_deposit (id, environment, business_id, state, state_at, chain, network_id, token, amount_raw, amount,
     observed_at)
   SELECT 'dep_' || n, 'sandbox', 'biz_1', CASE WHEN n % 400 = 0 THEN 'in_review' ELSE 'accepted' END, now(), 'evm',
     'base-mainnet', 'USDC', '1', '0.000001', now() - n * interval '1 minute' ${series}`,
  `INSERT INTO onchain_webhook_delivery (id, environment, business_id, event, raw_body, state, attempts, received_at, next_attempt_at)
   SELECT 'dlv_' || n, 'sandbox', 'biz_1', 'invoice.paid', '{}', CASE WHEN n % 400 = 0 THEN 'dead' ELSE 'processed' END, 1,
     now() - n * interval '1 minute', now() ${series}`,
  `INSERT INTO onchain_transaction (environment, business_id, id, chain, network_id, token, amount, status, sort_at)
   SELECT 'sandbox', 'biz_1', 'txn_' || n, 'evm', 'base-mainnet', 'USDC', '1',
     CASE WHEN n % 400 = 0 THEN 'review_required' ELSE 'done' END, now() - n * interval '1 minute' ${series}`,
  `INSERT INTO onchain_refund (id, environment, business_id, payment_id, session_id, kind, state, currency_code, fiat_amount,
     chain, network_id, token, link_id, link_token_hash, link_expires_at, link_made_by, link_nonce, address_state, proposed_at)
   SELECT 'ref_' || n, 'sandbox', 'biz_1', 'ocpay_' || n, 'payses_' || n, 'order',
     CASE WHEN n % 400 < 2 THEN 'due' ELSE 'done' END, 'usd', '5', 'evm', 'base-mainnet', 'USDC', 'ocrad_' || n, 'hash_' || n,
     now(), 'user_1', 'nonce', CASE WHEN n % 400 = 0 THEN 'proposed' ELSE 'approved' END, now() - n * interval '1 minute' ${series}`,
  `INSERT INTO onchain_payout_leg (id, environment, business_id, attempt_id, position, gateway_withdrawal_id, gateway_status, status_at)
   SELECT 'ocleg_' || n, 'sandbox', 'biz_1', 'ocatt_' || n, 0, 'wd_' || n,
     CASE n % 400 WHEN 0 THEN 'destination_rejected' WHEN 1 THEN 'gas_blocked' ELSE 'completed' END,
     now() - n * interval '1 minute' ${series}`,
]
const TABLES = [
  "attempt",
  "payment",
  "decision",
  "deposit",
  "webhook_delivery",
  "transaction",
  "refund",
  "withdrawal",
  "payout_leg",
]

describeOnchainModule(({ service, knex }) => {
  // On the connection whose statements are read: the module has its own.
  const attention = () => new AttentionService(knex, service.options)

  async function fill() {
    for (const sql of FILL) await knex.raw(sql)
    const { id } = await withdrawalIn(knex, { first_sent_at: new Date() })
    const { columns } = (
      await knex.raw(
        "SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns WHERE table_name = 'onchain_withdrawal' AND column_name NOT IN ('id', 'state', 'gateway_status', 'mismatch')"
      )
    ).rows[0]
    await knex.raw(
      `INSERT INTO onchain_withdrawal (id, state, gateway_status, mismatch, ${columns})
       SELECT 'ocwd_' || n,
         CASE n % 400 WHEN 0 THEN 'awaiting_approval' WHEN 1 THEN 'unknown' WHEN 2 THEN 'sent' WHEN 4 THEN 'failed'
           ELSE 'completed' END,
         CASE WHEN n % 400 = 2 THEN 'gas_blocked' END, CASE WHEN n % 400 = 3 THEN 'differs' END, ${columns}
       FROM onchain_withdrawal, generate_series(1, ${ROWS}) AS n WHERE id = ?`,
      [id]
    )
    // Without statistics a plan that reads all statuses may take minutes.
    await knex.raw("ANALYZE")
    await storeAllStatuses(knex)
    for (const table of TABLES) await knex.raw(`ANALYZE onchain_${table}`)
  }

  async function itemsAndCountsComeFromIndexes(): Promise<void> {
    const plans = await plansOf(knex, async () => {
      const items = await attention().list.items(20)
      expect(items).toHaveLength(20)
      const places = items.map(
        ({ kind, since }) => [SEVERITIES.indexOf(severityOf(kind)), since.getTime()] as const
      )
      expect(places).toEqual([...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
      const counts = await attention().list.counts()
      const found = counts.map(({ kind, screen, count }) => [kind, screen, count])
      expect(found.sort()).toEqual(
        [
          ["approval", "withdrawal", OPEN],
          ["contradicted", "payment", OPEN],
          ["contradicted", "withdrawal", OPEN],
          ["dead_webhook", "delivery", OPEN],
          ["deposit", "deposit", OPEN],
          ["gas_blocked", "withdrawal", OPEN],
          ["leg_blocked", "payout_leg", OPEN],
          ["leg_failed", "payout_leg", OPEN],
          ["part_paid", "unmatched", OPEN],
          ["refund_address", "refund", OPEN],
          ["refund_due", "refund", OPEN],
          ["transaction", "transaction", OPEN],
          ["unmatched", "unmatched", OPEN],
          ["withdrawal_failed", "withdrawal", OPEN],
          ["withdrawal_unknown", "withdrawal", OPEN],
        ].sort()
      )
    })
    expect(plans).toHaveLength(2)
    for (const plan of plans)
      for (const table of TABLES) expect(plan).not.toContain(`all of onchain_${table}`)
  }

  async function theRestIsTwoStatements(): Promise<void> {
    const from = new Date(Date.now() - 10 * 24 * 3_600_000)
    const plans = await plansOf(knex, async () => {
      const rows = await attention().facts.received(from)
      const sums = rows.flatMap(({ fiat }) => fiat)
      expect(new Set(sums.map(({ currency_code }) => currency_code))).toEqual(new Set(["usd", "eur"]))
      for (const { count, amount, token_amount } of sums)
        expect([amount, token_amount]).toEqual([`${count * 10}`, `${count * 10}`])
      const countOf = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0)
      const [total, days] = [rows.filter(({ day }) => day === null), rows.filter(({ day }) => day !== null)]
      expect(countOf(total)).toBe(countOf(days))
      expect(await attention().facts.state()).toMatchObject({ isEmpty: false, health: null })
    })
    expect(plans).toHaveLength(2)
    expect(plans[0]).toContain("IDX_onchain_payment_captured_at")
    for (const plan of plans)
      expect(plan.filter((step) => /all of onchain_(payment|withdrawal)$/.test(step))).toEqual(
        // One row answers whether there ever was a payment.
        plan === plans[1] && plan.includes("all of onchain_payment") ? ["all of onchain_payment"] : []
      )
  }

  test("a large store's items and counts come from indexes; a day's money is summed by asset and currency", async () => {
    await fill()
    await itemsAndCountsComeFromIndexes()
    await theRestIsTwoStatements()
  })

  test("each item is noticed once; many at once are one batch; what is over may come again", async () => {
    const approvals = async (count: number) => {
      for (let n = 0; n < count; n++)
        await withdrawalIn(knex, { state: "awaiting_approval" }, { request_key: `approval_${n}_${count}` })
    }
    await approvals(1)
    await Promise.all([attention().notices.refresh(), attention().notices.refresh()])
    const [single, ...others] = await attention().notices.unnoticed()
    expect(single).toMatchObject({ kind: "approval", count: 1 })
    expect(others).toEqual([])
    await attention().notices.noteNoticed([single?.batch ?? ""])
    await attention().notices.refresh()
    expect(await attention().notices.unnoticed()).toEqual([])

    await approvals(MOST_LINES + 1)
    await attention().notices.refresh()
    // A process that died now reads the same batch.
    const flood = await attention().notices.unnoticed()
    expect(flood).toMatchObject([{ kind: "approval", count: MOST_LINES + 1 }])
    await attention().notices.refresh()
    expect(await attention().notices.unnoticed()).toEqual(flood)

    // Older ones that are found later push it out of what the list shows, and it stays reported.
    await knex.raw(
      `INSERT INTO onchain_withdrawal SELECT (jsonb_populate_record(w, jsonb_build_object('id', 'old_' || n,
         'state_at', now() - n * interval '1 day'))).*
       FROM onchain_withdrawal AS w, generate_series(1, 1001) AS n WHERE w.id = ?`,
      [single?.subjectId ?? ""]
    )
    await attention().notices.refresh()
    const reported = knex("onchain_status").where({ id: `notice:approval:${single?.subjectId}` })
    expect(await reported.clone().whereNotNull("started_at")).toHaveLength(1)
    await knex("onchain_withdrawal").update({ state: "cancelled" })
    await attention().notices.refresh()
    expect(await knex("onchain_status").whereLike("id", "notice:%")).toEqual([])
    await knex("onchain_withdrawal").where({ id: single?.subjectId }).update({ state: "unknown" })
    await attention().notices.refresh()
    expect(await attention().notices.unnoticed()).toMatchObject([{ kind: "withdrawal_unknown", count: 1 }])
  })

  test("a message to operators is stored before it is sent, and tried again after a pause", async () => {
    await withdrawalIn(knex, { state: "unknown" })
    await attention().notices.refresh()
    const kind = "withdrawal_unknown"
    expect([
      await attention().notices.hasUndigested(kind),
      await attention().notices.hasUndigested("deposit"),
    ]).toEqual([true, false])
    await attention().notices.makeDigest(kind)
    expect(await attention().notices.hasUndigested(kind)).toBe(false)
    const [digest] = await attention().notices.takeDigests(kind)
    expect(digest).toMatchObject({ kind, count: 1, tries: 1 })
    expect(await attention().notices.takeDigests(kind)).toEqual([])
    await knex("onchain_status").update({ seen_at: new Date(0) })
    expect(await attention().notices.takeDigests(kind)).toEqual([{ ...digest, tries: 2 }])
    await attention().notices.endDigest(digest?.digest ?? "")
    await knex("onchain_status").update({ seen_at: new Date(0) })
    expect(await attention().notices.takeDigests(kind)).toEqual([])
  })

  test("money that needs recovery is remembered since it was first seen, until it is recovered", async () => {
    const { recovery } = service.finance
    const balance = (requiresRecovery: string) => ({
      ...{ chain: "evm", networkId: "base-mainnet", token: "USDC" },
      amounts: { total: "100", requiresRecovery },
    })
    await recovery.record([balance("17")], true)
    const isRecovery = ({ kind }: { kind: string }) => kind === "recovery"
    const [first] = await attention().list.items(9, isRecovery)
    expect(first).toMatchObject({ token: "USDC", amount: "17" })
    await recovery.record([balance("18")], true)
    expect(await attention().list.items(9, isRecovery)).toEqual([{ ...first, amount: "18" }])
    await recovery.record([], false)
    expect(await attention().list.count("recovery")).toBe(1)
    await recovery.record([balance("0")], true)
    expect(await attention().list.count("recovery")).toBe(0)
  })

  test("money to recover is what no other item shows: neither a transaction in review nor the part of an expired payment", async () => {
    for (const table of ["payment", "attempt", "transaction"]) await knex.raw(`DELETE FROM onchain_${table}`)
    const balance = {
      ...{ chain: "evm", networkId: "base-mainnet", token: "USDC" },
      amounts: { total: "100", requiresRecovery: "84" },
    }
    await service.finance.recovery.record([balance], true)
    const toRecover = async () => {
      const items = await attention().list.items(9, ({ kind }) => kind === "recovery")
      return items.map(({ amount }) => Number(amount))
    }
    expect(await toRecover()).toEqual([84])
    const late = transaction({ id: "txn_late", status: "review_required", amount: "42" })
    await service.finance.transactions.record([late, { ...late, id: "txn_other", token: "EURC" }])
    expect(await toRecover()).toEqual([42])
    await knex.raw(
      `WITH payments AS (INSERT INTO onchain_payment (id, session_id, state, current_attempt_id, fiat_amount, currency_code,
         settled_at, unallocated_reason, order_placed_at)
       VALUES ('ocpay_part', 'payses_part', 'held', 'ocatt_part', '84', 'usd', now(), 'partial_payment', now()))
       INSERT INTO onchain_attempt (id, payment_id, environment, business_id, state, idempotency_key, rail_id, chain, network_id,
         token, decimals, expected_amount, asked_fiat_amount, received_amount, rate, rate_source, rate_at)
       VALUES ('ocatt_part', 'ocpay_part', 'sandbox', 'biz_1', 'expired', 'key_part', 'evm:base-mainnet:USDC', 'evm',
         'base-mainnet', 'USDC', 6, '84', '84', '42', '1', 'fixed', now())`
    )
    await storeAllStatuses(knex)
    expect(await toRecover()).toEqual([])
    await service.finance.transactions.endReview("txn_late", "user_1", "Found at the provider.")
    expect(await toRecover()).toEqual([42])
  })
})
