import { failedCall } from "../../src/modules/onchain/work/__tests__/failed-call"
import type { Invoice } from "../../src/gateway/contract"
import { choosePayoutBy, type PayoutChoice } from "../../src/modules/onchain/payment/payout-split"
import { intentOf, setUpIntents, setUpOpening, stellarRail, usdcRail } from "./openings"
import { describeTables, together } from "./onchain-module"
import { account, EVM_ADDRESS, invoice } from "./rows"

const OTHER = "0xde709f2102306220921060314715629080e2fb77"
const choice: PayoutChoice = {
  recipients: [
    { label: "Anna", address: EVM_ADDRESS, share_percent: "33.33" },
    { label: "Bert", address: OTHER, share_bps: 6_667 },
  ],
}
const payoutRecipients = [
  { label: "Anna", destinationAddress: EVM_ADDRESS, shareBps: 3_333 },
  { label: "Bert", destinationAddress: OTHER, shareBps: 6_667 },
]
const payoutKey = { payoutApiKey: "key_payout" }
const timeout = failedCall("createInvoice", { code: "TIMEOUT", outcome: "unknown", isRetryable: true })
const unavailable = { type: "not_allowed", code: "rail_unavailable" }

describeTables(({ knex }) => {
  const legs = () =>
    knex("onchain_payout_leg")
      .orderBy("position")
      .select("attempt_id", "position", "label", "share_bps", "destination_address")
  const attempts = () =>
    knex("onchain_attempt").orderBy("created_at").select("state", "payout_route_id", "last_error")
  /** Answers each call with an invoice of its own. */
  const numbered = () => {
    let calls = 0
    return (body: Partial<Invoice>) => Promise.resolve(invoice({ ...body, id: `inv_${++calls}` }))
  }
  /** Answers nothing at first, as after a crash. */
  const lostOnce = () => {
    let calls = 0
    return setUpOpening(
      knex,
      (body) => (calls++ === 0 ? Promise.reject(timeout) : Promise.resolve(invoice(body))),
      {},
      payoutKey
    )
  }

  test("is chosen for the amount and the rail, and stored before the call", async () => {
    const { open, asked, calls, chooser } = setUpOpening(
      knex,
      async (body) => {
        expect(await legs()).toHaveLength(2)
        return invoice(body)
      },
      {},
      payoutKey
    )
    chooser.choose = () => Promise.resolve(choice)
    const { attempt_id } = await open({ collectionId: "paycol_1" })
    expect(asked).toEqual([
      {
        ...{ session_id: "payses_1", collection_id: "paycol_1", customer_id: null },
        rail: {
          ...{ id: usdcRail, chain: "evm", network_id: "base-mainnet", token: "USDC" },
          canonical_asset_id: null,
        },
        ...{ amount: "12.5", fiat_amount: "12.50", currency_code: "usd" },
      },
    ])
    expect(calls.map(({ body }) => body)).toMatchObject([{ payoutRecipients }])
    expect(await legs()).toEqual([
      { attempt_id, position: 0, label: "Anna", share_bps: 3_333, destination_address: EVM_ADDRESS },
      { attempt_id, position: 1, label: "Bert", share_bps: 6_667, destination_address: OTHER },
    ])
    expect(await knex("onchain_payout_leg").where(account)).toHaveLength(2)
  })

  test("is not chosen again when the call is repeated, though the store would choose another", async () => {
    const { openSession, asked, calls, chooser } = lostOnce()
    chooser.choose = () => Promise.resolve(choice)
    await expect(openSession()).rejects.toMatchObject({ code: "payments_unreachable" })
    chooser.choose = () => Promise.resolve({ route_id: "route_2" })
    await openSession()
    expect(asked).toHaveLength(1)
    expect(calls).toHaveLength(2)
    expect(calls[1]).toEqual(calls[0])
    expect(calls[0]?.body).toMatchObject({ payoutRecipients })
  })

  test("of a rail's rule stays that of the attempt when the options change before the repetition", async () => {
    const { openSession, calls, onchain } = lostOnce()
    onchain.options.rails = [{ chain: "evm", payoutRouteId: "route_1" }]
    await expect(openSession()).rejects.toMatchObject({ code: "payments_unreachable" })
    onchain.options.rails = [{ chain: "evm", payoutRouteId: "route_2" }]
    await openSession()
    expect(calls.map(({ body }) => body.payoutRouteId)).toEqual(["route_1", "route_1"])
    expect(await attempts()).toMatchObject([{ payout_route_id: "route_1" }])
    expect(await legs()).toEqual([])
  })

  test("is one for a session that opens several times at once, whatever each is answered", async () => {
    const { open, calls, chooser } = setUpOpening(knex)
    let answers = 0
    chooser.choose = () => Promise.resolve({ route_id: `route_${answers++}` })
    await together(5, () => open())
    expect(new Set(calls.map(({ key, body }) => key + JSON.stringify(body))).size).toBe(1)
    expect(await attempts()).toMatchObject([{ payout_route_id: calls[0]?.body.payoutRouteId }])
  })

  test("goes with an intent too, and each further attempt gets its own", async () => {
    const setUp = setUpIntents(knex, (body) => Promise.resolve(intentOf(body)), {}, payoutKey)
    const { openFor, opening, intents, asked, chooser, store } = setUp
    chooser.choose = ({ rail }) => Promise.resolve(rail.id === usdcRail ? choice : { route_id: "route_s" })
    await openFor("payses_1")
    const payment = await store.findAny({ session_id: "payses_1" })
    if (!payment) throw new Error("nothing was opened")
    await opening.openAnother(payment, stellarRail)
    expect(intents.map(({ body }) => body)).toMatchObject([
      { payoutRecipients },
      { payoutRouteId: "route_s" },
    ])
    expect(asked).toMatchObject([{ customer_id: "cus_medusa" }, { rail: { id: stellarRail } }])
  })

  test("a route needs no payout key, and nothing leaves the rule of the rail", async () => {
    const rails = [{ chain: "evm", payoutRouteId: "route_of_rule" }]
    const { openSession, calls, chooser } = setUpOpening(knex, numbered(), {}, { rails })
    await openSession()
    chooser.choose = () => Promise.resolve({ route_id: "route_1" })
    await openSession({ sessionId: "payses_2" })
    expect(calls.map(({ body }) => body.payoutRouteId)).toEqual(["route_of_rule", "route_1"])
  })

  test("keeps a digest of the items that it was chosen for; without a choice nothing is kept", async () => {
    const { opening, open, chooser, cart, row, store } = setUpOpening(knex, numbered(), {}, payoutKey)
    const first = await open({ collectionId: "paycol_1" })
    expect(first.payout_items).toBeNull()

    cart.held = { items: "digest_1", version: "1" }
    chooser.choose = () => Promise.resolve({ route_id: "route_1" })
    await opening.openAnother(first, stellarRail)
    expect(await row()).toMatchObject({ payout_items: "digest_1" })
    expect(new Set(cart.read)).toEqual(new Set(["paycol_1"]))
    expect(await store.find({ attempt_id: first.attempt_id })).toMatchObject({ payout_items: null })
  })

  test("of a cart that changed while the hook chose opens nothing, and the earlier attempt is shown again", async () => {
    const { opening, open, calls, chooser, cart, unsplit, row } = setUpOpening(
      knex,
      numbered(),
      {},
      payoutKey
    )
    const first = await open({ collectionId: "paycol_1" })
    cart.held = { items: "digest_2", version: "1" }
    chooser.choose = () => {
      cart.held = { items: "digest_2", version: "2" }
      return Promise.resolve({ route_id: "route_1" })
    }
    await expect(opening.openAnother(first, stellarRail)).rejects.toMatchObject(unavailable)
    expect(calls).toHaveLength(1)
    expect(unsplit).toEqual([expect.stringContaining("the cart changed while the hook chose")])
    expect(await row()).toMatchObject({ attempt_id: first.attempt_id })
  })

  const of = (...recipients: object[]) => ({ recipients })
  const whole = { label: "Anna", address: EVM_ADDRESS, share_bps: 10_000 }
  test.each<[string, unknown, string]>([
    ["names half", of({ ...whole, share_bps: 5_000 }), "shares of 10000 basis points in all, not 5000"],
    ["gives no share", of({ label: "Anna", address: EVM_ADDRESS }), "either share_bps or share_percent"],
    ["gives both", of({ ...whole, share_percent: 100 }), "either share_bps or share_percent"],
    ["has a rounded percentage", of({ ...whole, share_bps: undefined, share_percent: 33.333 }), "33.333"],
    [
      "pays to another chain",
      of({ ...whole, address: "So11" }),
      "recipients.0.address: expected an address of evm",
    ],
    ["names a route and recipients", { route_id: "route_1", ...of(whole) }, "recipients"],
    ["is text", "route_1", "unreadable answer"],
    ["is empty", {}, "unreadable answer"],
    ["has no recipients", of(), "unreadable answer"],
  ])("an answer that %s opens nothing, and the merchant sees why", async (_, answer, reason) => {
    const { openSession, calls, chooser, unsplit } = setUpOpening(knex, undefined, {}, payoutKey)
    chooser.choose = () => Promise.resolve(answer as PayoutChoice)
    await expect(openSession()).rejects.toMatchObject(unavailable)
    expect(calls).toEqual([])
    expect(await legs()).toEqual([])
    expect(await attempts()).toMatchObject([{ state: "failed", last_error: expect.stringContaining(reason) }])
    expect(unsplit).toEqual([expect.stringContaining(reason)])
    expect(JSON.stringify([await attempts(), unsplit])).not.toContain(EVM_ADDRESS)
  })

  test("recipients without the payout key are refused by its name, and so is an address of our own", async () => {
    const keyless = setUpOpening(knex)
    keyless.chooser.choose = () => Promise.resolve(choice)
    await expect(keyless.openSession()).rejects.toMatchObject(unavailable)
    expect(keyless.unsplit).toEqual([expect.stringContaining("payoutApiKey")])

    const { openSession, chooser, unsplit } = setUpOpening(knex, undefined, {}, payoutKey)
    await openSession({ sessionId: "payses_2" })
    chooser.choose = () => Promise.resolve(choice)
    await expect(openSession({ sessionId: "payses_3" })).rejects.toMatchObject(unavailable)
    expect(unsplit).toEqual([
      expect.stringContaining("recipients.0.address: found an address that this store"),
    ])
  })

  test("a handler that fails or never answers opens nothing, and the earlier attempt is shown again", async () => {
    const { opening, openSession, calls, chooser, store } = setUpOpening(knex)
    const first = await openSession()
    chooser.choose = () => Promise.reject(new TypeError("fetch failed"))
    await expect(opening.openAnother(first, stellarRail)).rejects.toMatchObject(unavailable)
    chooser.choose = choosePayoutBy({ run: () => new Promise(() => undefined) }, 10)
    await expect(opening.openAnother(first, stellarRail)).rejects.toMatchObject(unavailable)
    expect(calls).toHaveLength(1)
    expect(await store.findAny({ id: first.id })).toMatchObject({ attempt_id: first.attempt_id })
    expect(await attempts()).toMatchObject([
      { state: "awaiting", last_error: null },
      { state: "failed", last_error: "choosePayout named no payout: fetch failed" },
      { state: "failed", last_error: expect.stringContaining("did not answer within 0.01 seconds") },
    ])
  })
})
