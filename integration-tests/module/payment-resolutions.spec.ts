import type { ResolutionChoice } from "../../src/domain/payment/resolution"
import { PaymentResolutions } from "../../src/modules/onchain/payment/payment-resolutions"
import { together, describeTables } from "./onchain-module"
import { reread, stored, scope, paymentsOf } from "./rows"

const WAITING = {
  state: "unallocated",
  gateway_status: "paid",
  unallocated_reason: "session_deleted",
  settled_at: new Date(),
} as const
const asset = { chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null }
const apply: ResolutionChoice = {
  actorId: "ada",
  resolution: "apply",
  orderId: "order_1",
  currencyDecimals: 2,
  applier: {
    actor: { id: "ada", type: "user", ownerId: null, isKnown: true },
    refusal: null,
    access: { approval: "none", allowedUsers: ["ada"], allowApiKeys: false },
  },
  target: {
    ...{ id: "order_1", customer_id: null, isMeant: true },
    isCancelled: false,
    status: "pending",
    outstanding: "12.5",
    currency_code: "usd",
    assets: [asset],
    hasApplication: false,
    isBeingCaptured: false,
  },
}
const refundDue: ResolutionChoice = { actorId: "grace", resolution: "refund_due" }
const session = { id: "payses_new", collectionId: "paycol_1", amount: "12.50", currencyCode: "usd" }

describeTables(({ knex }) => {
  const store = paymentsOf(knex)
  const resolutions = new PaymentResolutions(knex, scope)
  const actions = async () =>
    (await resolutions.history("ocpay_1")).map(({ action, actor_id }) => [action, actor_id])

  test("of fifteen concurrent choices one wins, with its audit entry", async () => {
    await stored(store, WAITING)
    const choices: ResolutionChoice[] = [
      apply,
      refundDue,
      { actorId: "joan", resolution: "keep", note: "a gift" },
    ]
    const decisions = await together(15, async (n) => {
      const choice = choices[n % 3] ?? apply
      return { choice, decision: await resolutions.decide("ocpay_1", choice) }
    })
    const made = decisions.filter(({ decision }) => decision.kind === "record")
    expect(made).toHaveLength(1)
    expect(await actions()).toHaveLength(1)
    expect(await reread(store)).toMatchObject({
      resolution: made[0]?.choice.resolution,
      resolved_by: made[0]?.choice.actorId,
    })
    const others = decisions.filter(({ choice }) => choice !== made[0]?.choice)
    expect(others.map(({ decision }) => decision)).toEqual(
      Array.from({ length: 10 }, () => ({ kind: "refused", refusal: { code: "decided" } }))
    )
  })

  describe("an application", () => {
    async function claimed() {
      await stored(store, WAITING)
      await resolutions.decide("ocpay_1", apply)
      const row = await resolutions.chooseCollection("ocpay_1", "paycol_1")
      return row?.application_key ?? ""
    }

    test("is bound to one of the sessions that carry its key", async () => {
      const key = await claimed()
      const bound = await together(8, (n) => resolutions.bindSession({ ...session, key, id: `payses_${n}` }))
      expect(bound.filter((row) => row !== undefined)).toHaveLength(1)
    })

    test.each([
      ["key", { key: "guess" }],
      ["collection", { collectionId: "paycol_2" }],
      ["amount", { amount: "12.51" }],
      ["currency", { currencyCode: "eur" }],
    ])("is not bound by a session with another %s", async (_, change) => {
      const key = await claimed()
      expect(await resolutions.bindSession({ ...session, key, ...change })).toBeUndefined()
      expect(await resolutions.findBySession(session.id)).toBeUndefined()
    })

    test("keeps its collection, and needs a new key when its session is gone", async () => {
      const key = await claimed()
      expect(await resolutions.chooseCollection("ocpay_1", "paycol_2")).toMatchObject({
        applied_collection_id: "paycol_1",
      })
      await resolutions.bindSession({ ...session, key })
      expect(await resolutions.findBySession(session.id)).toMatchObject({ id: "ocpay_1" })
      await resolutions.forget("ocpay_1", "applied_session_id", session.id)
      expect(await resolutions.bindSession({ ...session, key })).toBeUndefined()
    })

    test("chooses another collection, with a new key, when the chosen one cannot be paid any more", async () => {
      const key = await claimed()
      await resolutions.forget("ocpay_1", "applied_collection_id", "paycol_2")
      expect(await reread(store)).toMatchObject({ applied_collection_id: "paycol_1", application_key: key })
      await resolutions.bindSession({ ...session, key })
      await resolutions.forget("ocpay_1", "applied_collection_id", "paycol_1")
      expect(await resolutions.findBySession(session.id)).toBeUndefined()
      expect(await resolutions.chooseCollection("ocpay_1", "paycol_2")).toMatchObject({
        applied_collection_id: "paycol_2",
      })
      const anew = { ...session, collectionId: "paycol_2" }
      expect(await resolutions.bindSession({ ...anew, key })).toBeUndefined()
      const next = (await reread(store)).application_key ?? ""
      expect(await resolutions.bindSession({ ...anew, key: next })).toBeDefined()
    })

    test("is finished once, and is not undone after that", async () => {
      await claimed()
      const row = await reread(store)
      const ends = await together(5, () => resolutions.finishApplication(row, new Date()))
      expect(ends.filter((end) => end !== undefined)).toHaveLength(1)
      expect(await resolutions.releaseApplication(row, "too late")).toBeUndefined()
      expect(await reread(store)).toMatchObject({
        state: "captured",
        application_key: null,
        applied_order_id: "order_1",
      })
      expect(await actions()).toEqual([
        ["payment.apply_requested", "ada"],
        ["payment.applied", "ada"],
      ])
    })
  })
})
