import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { describeTables } from "./onchain-module"
import { invoice, reread, stored, scope, paymentsOf } from "./rows"

const LEASE_MS = 60_000

describeTables(({ knex }) => {
  const store = paymentsOf(knex)
  const checks = new PaymentChecks(knex, scope, LEASE_MS)
  const past = () => new Date(Date.now() - 1_000)

  const row = (id: string, change: Partial<PaymentRow> = {}): Promise<PaymentRow> =>
    stored(store, { id, created_at: new Date(), next_check_at: past(), ...change })
  const intent = (id: string, change: Partial<PaymentRow> = {}) =>
    row(id, { kind: "auto_deposit", gateway_invoice_id: null, gateway_intent_id: `int_${id}`, ...change })
  const nextOf = async (id: string) => (await reread(store, id)).next_check_at
  const waitOf = async (id: string) => ((await nextOf(id))?.getTime() ?? NaN) - Date.now()

  test("the longest due is claimed first, what is not due never", async () => {
    await row("later", { next_check_at: past() })
    await row("first", { next_check_at: new Date(Date.now() - 60_000) })
    await row("not_yet", { next_check_at: new Date(Date.now() + 60_000) })
    await row("never", { state: "captured", next_check_at: null })
    expect((await checks.claim(1)).map(({ id }) => id)).toEqual(["first"])
    expect((await checks.claim(9)).map(({ id }) => id)).toEqual(["later"])
  })

  test("a payment whose process was killed is due again when the lease has run out, and not before", async () => {
    await row("p")
    expect(await checks.claim(1)).toHaveLength(1)
    expect(await waitOf("p")).toBeGreaterThan(LEASE_MS - 5_000)
    expect(await checks.claim(1)).toEqual([])
    await knex("onchain_attempt").update({ next_check_at: past() })
    expect(await checks.claim(1)).toMatchObject([{ id: "p", check_count: 2 }])
  })

  test("what is released is due at once and counts as not polled, unless it was rescheduled meanwhile", async () => {
    await row("back")
    await row("planned")
    const claimed = await checks.claim(2)
    await checks.plan("ocatt_planned")
    await checks.putBack(claimed)
    expect(await checks.countDue()).toBe(1)
    expect(await checks.claim(9)).toMatchObject([{ id: "back", check_count: 1 }])
    expect(await waitOf("planned")).toBeGreaterThan(10_000)
  })

  test("intents without an invoice are left to the list, except where one was being opened", async () => {
    await intent("waiting")
    await intent("superseded", { state: "superseded" })
    await intent("opening", { state: "opening", gateway_intent_id: null })
    await intent("paid", { gateway_invoice_id: "inv_of_deposit", state: "settled" })
    await intent("told", { gateway_invoice_id: "inv_told", state: "captured" })
    expect((await checks.claim(9)).map(({ id }) => id).sort()).toEqual(["opening", "paid"])
    expect(await checks.countDueInList(3)).toEqual({ due: 3, dueInSeldom: 3 })
  })

  test("reading the list reschedules the intents that were due when it began, and no others", async () => {
    for (let n = 0; n < 7; n++) await intent(`i${n}`, { check_count: 1 })
    await intent("long_over", { state: "superseded", created_at: new Date("2026-01-01") })
    const readFrom = await checks.now()
    await store.note("i6", { next_check_at: new Date(Date.now() + 5_000) })
    await checks.planListed(readFrom, {}, 2)
    expect(await checks.countDueInList(3)).toEqual({ due: 0, dueInSeldom: 0 })
    expect(await reread(store, "i0")).toMatchObject({ check_count: 2 })
    expect(await waitOf("i0")).toBeGreaterThan(15_000)
    expect(await reread(store, "i6")).toMatchObject({ check_count: 1 })
    expect(await nextOf("long_over")).toBeNull()
  })

  test("a reading that finds money under way schedules a check, although the schedule had ended", async () => {
    const late = await row("late", { state: "expired", next_check_at: null })
    await row("over", { state: "expired", next_check_at: null })
    await store.record(late, invoice({ id: "inv_late", status: "confirming" }))
    await store.record(await reread(store, "over"), invoice({ id: "inv_over", status: "expired" }))
    expect(await waitOf("late")).toBeGreaterThan(0)
    expect(await nextOf("over")).toBeNull()
  })

  test("a claim brings the next check forward, as far as the calls of the first day go", async () => {
    const later = () => new Date(Date.now() + 600_000)
    await row("waits", { next_check_at: later() })
    await row("used_up", { next_check_at: later(), check_count: 36 })
    await row("over", { state: "expired", next_check_at: null })
    for (const id of ["waits", "used_up", "over"]) await checks.bringForward(id)
    expect(await waitOf("waits")).toBeLessThan(60_000)
    expect(await waitOf("used_up")).toBeGreaterThan(300_000)
    expect(await nextOf("over")).toBeNull()
  })
})
