import { hashPageToken } from "../../src/domain/payment/payment-page"
import { PageLinks } from "../../src/modules/onchain/payment/page-links"
import { together, describeTables } from "./onchain-module"
import { stored, paymentsOf } from "./rows"

const SUBJECT = { purpose: "storefront", collectionId: "pay_col_1", customerId: "cus_1" } as const

describeTables(({ knex }) => {
  const links = () => new PageLinks(knex)
  const find = (token: string) => links().find(hashPageToken(token) ?? "")

  test("of one payment and purpose the newest twenty are alive, and a link of a mail is not among them", async () => {
    const mail = await links().create({ ...SUBJECT, purpose: "mail" })
    const other = await links().create({ ...SUBJECT, collectionId: "pay_col_2" })
    const tokens: string[] = []
    for (let made = 0; made < 25; made++) tokens.push((await links().create(SUBJECT)).token)
    const rows = await Promise.all(tokens.map(find))
    expect(rows.map((row) => row?.revoked_at === null)).toEqual(tokens.map((_, at) => at >= 5))
    for (const { token } of [mail, other]) expect(await find(token)).toMatchObject({ revoked_at: null })
  })

  test("those of another customer end together, also where one side is nobody", async () => {
    const kept = await links().create(SUBJECT)
    for (const customerId of ["cus_2", null]) await links().create({ ...SUBJECT, customerId })
    expect(await links().revokeOthers("pay_col_1", "cus_1")).toBe(2)
    expect((await find(kept.token))?.revoked_at).toBeNull()
    expect(await links().revokeOthers("pay_col_1", null)).toBe(1)
  })

  test("those that ended a month ago are deleted, some at a time, and no other", async () => {
    for (let made = 0; made < 3; made++) await links().create(SUBJECT)
    await knex("onchain_page_link").update({ expires_at: new Date(Date.now() - 31 * 86_400_000) })
    const { token } = await links().create(SUBJECT)
    expect(await links().purge(2)).toBe(2)
    expect(await links().purge(2)).toBe(1)
    expect(await links().purge(2)).toBe(0)
    expect(await find(token)).toBeDefined()
  })

  test("a page shows the captured payment, else one whose money is there, else the newest that was not replaced", async () => {
    const store = paymentsOf(knex)
    const shown = async () => (await store.findShown(["pay_col_1"]))?.session_id
    const row = (name: string, columns: object) =>
      stored(store, { id: `ocpay_${name}`, collection_id: "pay_col_1", ...columns })
    expect(await shown()).toBeUndefined()
    await row("replaced", { abandoned_at: new Date() })
    expect(await shown()).toBe("payses_replaced")
    await row("newest", {})
    await row("given_up", { abandoned_at: new Date() })
    expect(await shown()).toBe("payses_newest")
    await row("held", {
      state: "unallocated",
      abandoned_at: new Date(),
      unallocated_reason: "session_deleted",
    })
    expect(await shown()).toBe("payses_held")
    await paymentsOf(knex).note("ocpay_held", { resolution: "refund_due" })
    expect(await shown()).toBe("payses_newest")
    await row("captured", { state: "captured" })
    expect(await shown()).toBe("payses_captured")
  })

  test("of pages that wait for an address together one asks, and the next after the interval", async () => {
    const store = paymentsOf(knex)
    const payment = await stored(store, {})
    const nowMs = Date.now()
    const claims = await together(10, () => store.claimLook(payment, nowMs, 2_000))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await store.claimLook(payment, nowMs + 1_999, 2_000)).toBe(false)
    expect(await store.claimLook(payment, nowMs + 2_000, 2_000)).toBe(true)
  })
})
