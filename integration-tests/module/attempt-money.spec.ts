import fc from "fast-check"
import { refuseAttempt } from "../../src/domain/payment/attempt"
import { AttemptStore } from "../../src/modules/onchain/payment/attempt-store"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { attemptFactsOf } from "../../src/workflows/payment/queries/payment-to-view"
import { RAILS, setUpAttempts } from "./attempt-rows"
import { emptyTables } from "./module-database"
import { eventsOf } from "./outbox-rows"
import { stellarRail } from "./payment-opening"
import { describeOnchainModule } from "./onchain-module"
import { reread } from "./payment-rows"
import { scope } from "./scope"

const paid = { status: "paid", receivedAmount: "12.5" } as const

type Saying = { status: string; receivedAmount: string }
/** Reports the service may send about an invoice, in order. */
const SAYINGS = [
  { status: "pending", receivedAmount: "0" },
  { status: "pending", receivedAmount: "5" },
  { status: "confirming", receivedAmount: "12.5" },
  { status: "paid", receivedAmount: "12.5" },
  { status: "overpaid", receivedAmount: "13" },
  { status: "expired", receivedAmount: "0" },
  { status: "expired", receivedAmount: "5" },
] as const satisfies readonly Saying[]

const isOver = ({ status }: Saying) => !["pending", "confirming"].includes(status)

/** Invoices end once and keep their money: no older report follows a newer one. */
function isBehind(last: Saying | undefined, next: Saying): boolean {
  return last !== undefined && (isOver(last) || Number(next.receivedAmount) < Number(last.receivedAmount))
}

function endOf(last: Saying): string {
  if (isOver(last)) return last.status
  return last.status === "confirming" ? "paid" : "expired"
}

describeOnchainModule((suite) => {
  const { knex } = suite

  describe("money of an earlier attempt", () => {
    async function switchedOnce() {
      const set = setUpAttempts(suite)
      const payment = await set.openSession()
      const first = await reread(set.store, payment.id)
      const second = await set.choose(stellarRail)
      return { ...set, first, second }
    }

    test("that settles continues the payment; the other's becomes one refund due", async () => {
      const { first, second, read, capture, now, dueRefunds } = await switchedOnce()
      expect(await read(first, paid)).toMatchObject({
        state: "settled",
        current_attempt_id: first.attempt_id,
      })
      await capture()
      expect(await now()).toMatchObject({ state: "captured", captured_attempt_id: first.attempt_id })
      expect(await dueRefunds()).toEqual([])
      for (let time = 0; time < 3; time++) await read(second, paid)
      expect(await dueRefunds()).toMatchObject([
        {
          kind: "surplus",
          attempt_id: second.attempt_id,
          token_amount: "12.5",
          network_id: "stellar-mainnet",
        },
      ])
      const [refund] = await dueRefunds()
      expect(await eventsOf(knex, refund?.id)).toEqual(["onchain.refund_due"])
      expect(await now()).toMatchObject({ state: "captured", attempt_id: first.attempt_id })
    })

    test("a further deposit to it is a refund due in its own token, even when the payment continues with it", async () => {
      const { store, first, read, dueRefunds } = await switchedOnce()
      const earlier = await store.find({ attempt_id: first.attempt_id })
      const extra = { invoiceId: "inv_extra", tokenAmount: "3" }
      if (earlier) await suite.service.refunds.oweExtra(earlier, extra)
      const owed = { id: "extra_inv_extra", attempt_id: first.attempt_id, network_id: first.network_id }
      expect(await dueRefunds()).toMatchObject([{ ...owed, token_amount: "3" }])
      expect(await read(first, paid)).toMatchObject({ current_attempt_id: first.attempt_id })
      expect(await dueRefunds()).toMatchObject([owed])
    })

    test("shows the attempt again when detected, so the payer does not pay twice", async () => {
      const { first, read, now } = await switchedOnce()
      await read(first, { status: "confirming", receivedAmount: "12.5" })
      expect(await now()).toMatchObject({ attempt_id: first.attempt_id, state: "confirming" })
      // All of it is no part.
      expect(await eventsOf(knex, first.id)).toEqual([])
    })

    test("known to the payer stays in the background, is a refund due at expiry, and takes over if it settles after all", async () => {
      const set = setUpAttempts(suite)
      const payment = await set.openSession()
      const first = await reread(set.store, payment.id)
      await set.read(first, { receivedAmount: "5" })
      const second = await set.choose(stellarRail)
      await set.read(first, { receivedAmount: "5" })
      expect(await set.now()).toMatchObject({ attempt_id: second.attempt_id })
      await set.read(first, { status: "expired", receivedAmount: "5" })
      expect(await set.dueRefunds()).toMatchObject([{ attempt_id: first.attempt_id, token_amount: "5" }])

      await set.read(first, paid)
      expect(await set.now()).toMatchObject({ attempt_id: first.attempt_id, state: "settled" })
      expect(await set.dueRefunds()).toEqual([])
      expect(await knex("onchain_audit_entry").pluck("action")).toContain("refund.withdrawn")

      // The service reverts it before the capture, and the other is paid.
      await set.read(first, { status: "expired", receivedAmount: "5" })
      await set.read(second, paid)
      expect(await set.now()).toMatchObject({ attempt_id: second.attempt_id, state: "settled" })
      await set.capture()
      expect(await set.dueRefunds()).toMatchObject([{ attempt_id: first.attempt_id, token_amount: "5" }])
    })

    test("whose refund is being paid out does not pay the order, and further money is a refund due too", async () => {
      const { openSession, choose, store, read, now, dueRefunds } = setUpAttempts(suite)
      const first = await reread(store, (await openSession()).id)
      await read(first, { receivedAmount: "5" })
      const second = await choose(stellarRail)
      await read(first, { status: "expired", receivedAmount: "5" })
      await knex("onchain_refund").update({ state: "quoted" })
      await read(first, paid)
      expect(await now()).toMatchObject({ attempt_id: second.attempt_id, state: "awaiting" })
      expect(await dueRefunds()).toMatchObject([{ attempt_id: first.attempt_id, token_amount: "7.5" }])
    })

    test("that the service takes back withdraws a refund that is due, and none that is being paid out", async () => {
      const { openSession, choose, store, read, dueRefunds } = setUpAttempts(suite)
      const first = await reread(store, (await openSession()).id)
      await read(first, { receivedAmount: "5" })
      await choose(stellarRail)
      await read(first, { status: "expired", receivedAmount: "5" })
      await knex("onchain_refund").update({ state: "quoted" })
      await read(first, { status: "expired", receivedAmount: "7" })
      expect(await dueRefunds()).toMatchObject([{ token_amount: "2" }])
      await read(first, { status: "expired", receivedAmount: "0" })
      expect(await knex("onchain_refund").whereNull("deleted_at")).toMatchObject([
        { state: "quoted", token_amount: "5" },
      ])
    })
  })

  test("in any amount, order and attempt is captured, held or due exactly once; the first to settle is captured", async () => {
    const step = fc.oneof(
      { weight: 2, arbitrary: fc.record({ choose: fc.constantFrom(...RAILS) }) },
      { weight: 1, arbitrary: fc.constant({ capture: true as const }) },
      { weight: 4, arbitrary: fc.record({ at: fc.nat({ max: 3 }), says: fc.constantFrom(...SAYINGS) }) }
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14, size: "max" }), async (steps) => {
        await emptyTables(knex)
        const set = setUpAttempts(suite)
        const { id } = await set.openSession()
        const said = new Map<string, Saying>()
        let first: string | undefined
        const read = async (attempt: PaymentRow, saying: Saying) => {
          if (saying.status.endsWith("paid")) first ??= attempt.attempt_id
          await set.read(attempt, saying)
        }
        const hear = async (attempt: PaymentRow, saying: Saying) => {
          if (isBehind(said.get(attempt.attempt_id), saying)) return
          said.set(attempt.attempt_id, saying)
          await read(attempt, saying)
        }
        for (const one of steps) {
          const rows = await set.store.listAttempts(id)
          const now = await reread(set.store, id)
          const facts = attemptFactsOf(now, await new AttemptStore(knex, scope).knownMoney(id))
          if ("choose" in one && refuseAttempt({ ...facts, attemptCount: rows.length }) === null)
            await set.choose(one.choose)
          if ("capture" in one && now.state === "settled") await set.capture()
          const attempt = "at" in one ? rows[one.at % rows.length] : undefined
          if (attempt && "says" in one) await hear(attempt, one.says)
        }
        for (const attempt of await set.store.listAttempts(id)) {
          const last = said.get(attempt.attempt_id) ?? SAYINGS[0]
          said.set(attempt.attempt_id, { ...last, status: endOf(last) })
        }
        for (let round = 0; round < 3; round++) {
          for (const attempt of await set.store.listAttempts(id))
            await read(attempt, said.get(attempt.attempt_id) ?? SAYINGS[0])
          if ((await reread(set.store, id)).state === "settled") await set.capture()
        }
        const shown = await reread(set.store, id)
        expect(shown.captured_attempt_id ?? undefined).toBe(first)
        const isKept = shown.state === "captured" || shown.state === "unallocated"
        const due = await set.dueRefunds()
        for (const [attemptId, { receivedAmount }] of said) {
          const own = due.filter(({ attempt_id }) => attempt_id === attemptId)
          const kept = isKept && shown.attempt_id === attemptId
          const owed = own.reduce((sum, { token_amount }) => sum + Number(token_amount), 0)
          expect({ attemptId, owed, refunds: own.length }).toEqual({
            ...{ attemptId, owed: kept ? 0 : Number(receivedAmount) },
            refunds: kept || Number(receivedAmount) === 0 ? 0 : 1,
          })
        }
      }),
      { numRuns: 12 }
    )
  }, 60_000)
})
