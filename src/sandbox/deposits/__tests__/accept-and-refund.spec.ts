import { errorOf } from "../../__tests__/in-process"
import type { SandboxOptions } from "../../options"
import { failNextRefund } from "../resolve-deposit"
import { depositRails, ledgerAsset, type DepositRail } from "./rails"
import { openShop, usdcOnBase, xlm } from "./shop"

const ADAS_WALLET = `0x${"ad".repeat(20)}`

async function inReview(
  rail: DepositRail["rail"] = usdcOnBase,
  transfer: { amount?: string; token?: string; canonicalAssetId?: string; fromAddress?: string } = {},
  options: SandboxOptions = {}
) {
  const shop = openShop(options)
  const toAddress = await shop.ensure(await shop.customer(), rail)
  const { depositId = "" } = await shop.send({ ...rail, toAddress, amount: "100", ...transfer })
  const newEvents = () =>
    shop
      .events()
      .filter((event) => event.startsWith("deposit."))
      .slice(1)
  return { ...shop, shop, depositId, newEvents }
}
type Story = Awaited<ReturnType<typeof inReview>>

describe.each(depositRails)("a deposit in review on $name", ({ rail, unlisted, eaten }) => {
  it("is accepted as income without an order, with the fee taken", async () => {
    const { shop, depositId, accept, balances, control, newEvents, deposits } = await inReview(rail)
    const [invoice] = control.invoices()
    const { status, body } = await accept(depositId)
    expect({ status, body }).toEqual({ status: 200, body: { depositId, resolutionStatus: "accepted" } })
    expect(newEvents()).toEqual(["deposit.accepted"])
    expect(shop.events()).toHaveLength(3)
    expect(control.invoices()).toEqual([invoice])
    await control.advance(60_000)
    const { outside = 0n, fees = 0n, treasury = 0n, ...others } = balances(ledgerAsset(shop, rail))
    expect(others).toEqual({})
    expect(fees).toBe((-outside * 95n) / 10_000n)
    expect(treasury).toBe(-outside - fees)
    expect(await deposits("accepted")).toHaveLength(1)
  })

  it("is refunded in full, in two steps", async () => {
    const { shop, depositId, refund, balances, control, newEvents, deposits } = await inReview(rail)
    const asset = ledgerAsset(shop, rail)
    const { review } = balances(asset)
    const { status, body } = await refund(depositId)
    expect({ status, body }).toEqual({ status: 200, body: { depositId, resolutionStatus: "refund_pending" } })
    expect(newEvents()).toEqual(["deposit.refund_pending"])
    expect(balances(asset)).toMatchObject({ reserved: review })
    expect(await deposits("refund_pending")).toHaveLength(1)
    await control.advance(60_000)
    expect(newEvents()).toEqual(["deposit.refund_pending", "deposit.refunded"])
    expect(balances(asset)).toEqual({})
    expect(await deposits("refunded")).toMatchObject([{ depositId, safeToFulfill: false }])
  })

  it("returns to review after a failed refund, and a new attempt with a new key works", async () => {
    const { shop, depositId, refund, balances, control, world, newEvents, deposits } = await inReview(rail)
    const held = balances(ledgerAsset(shop, rail))
    failNextRefund(world(), depositId)
    const key = { "idempotency-key": "first attempt" }
    const first = await refund(depositId, key)
    await control.advance(60_000)
    expect(newEvents()).toEqual(["deposit.refund_pending", "deposit.refund_failed"])
    expect(balances(ledgerAsset(shop, rail))).toEqual(held)
    expect(await deposits("review_required")).toHaveLength(1)
    expect((await refund(depositId, key)).text).toBe(first.text)
    expect(await deposits("review_required")).toHaveLength(1)
    expect((await refund(depositId)).status).toBe(200)
    await control.advance(60_000)
    expect(newEvents().slice(2)).toEqual(["deposit.refund_pending", "deposit.refunded"])
    expect(balances(ledgerAsset(shop, rail))).toEqual({})
  })

  it.each([
    ["of an unsupported asset", unlisted],
    ["smaller than the fee", { amount: eaten }],
  ])("%s is held: it can be refunded and not accepted", async (_, transfer) => {
    const { depositId, accept, refund, control, newEvents, world } = await inReview(rail, transfer)
    const answer = await accept(depositId)
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "CONFLICT" })
    expect(answer.text).toContain("can only be refunded")
    expect((await refund(depositId)).status).toBe(200)
    await control.advance(60_000)
    expect(newEvents()).toEqual(["deposit.refund_pending", "deposit.refunded"])
    const { ledger } = world()
    for (const asset of ledger.assets()) expect(ledger.balance(asset, "outside")).toBe(0n)
  })
})

describe("a deposit smaller than the fee", () => {
  it.each([
    ["is held although the fee is lower now", "0.08", "Free", "Growth"],
    ["is held as soon as the fee is higher", "0.08", "Growth", "Free"],
  ] as const)("%s", async (_, amount, before, after) => {
    const { depositId, accept, refund, world } = await inReview(
      usdcOnBase,
      { amount },
      { business: { plan: before } }
    )
    world().business.plan = after
    const answer = await accept(depositId)
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "CONFLICT" })
    expect(answer.text).toContain("can only be refunded")
    expect((await refund(depositId)).status).toBe(200)
  })
})

describe("a deposit without a customer", () => {
  it.each(["accept", "refund"] as const)("can be resolved by %s", async (action) => {
    const shop = openShop()
    const toAddress = shop.world().receivers.treasuryAddress
    const { depositId = "" } = await shop.send({ ...xlm, toAddress, amount: "100" })
    expect((await shop[action](depositId)).status).toBe(200)
    await shop.control.advance(60_000)
    expect(await shop.deposits("review_required")).toEqual([])
    expect(shop.control.invoices()).toEqual([])
  })
})

describe("a resolved deposit", () => {
  const resolve: Record<string, (story: Story) => Promise<unknown>> = {
    assigned: async ({ shop, depositId, assign, world }) => {
      const { customerId = "" } = world().payments[0] ?? {}
      return assign(depositId, (await shop.intent(customerId)).id)
    },
    accepted: ({ accept, depositId }) => accept(depositId),
    refund_pending: ({ refund, depositId }) => refund(depositId),
    refunded: async ({ refund, depositId, control }) => {
      await refund(depositId)
      await control.advance(60_000)
    },
  }
  const actions = ["assign", "accept", "refund"] as const
  const pairs = Object.keys(resolve).flatMap((status) => actions.map((action) => [status, action] as const))
  it.each(pairs)("as %s refuses to %s, and nothing changes", async (status, action) => {
    const story = await inReview()
    await resolve[status]?.(story)
    const before = { events: story.events(), balances: story.balances() }
    const { depositId, assign, accept, refund } = story
    const answer = await { assign: () => assign(depositId, "int_any"), accept, refund }[action](depositId)
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "CONFLICT" })
    expect(await story.deposits(status)).toHaveLength(1)
    expect({ events: story.events(), balances: story.balances() }).toEqual(before)
  })
})

describe("the key of an action", () => {
  it.each(["assign", "accept"])("is the standard key for %s", async (action) => {
    const { post, root, depositId, payoutKey } = await inReview()
    const answer = await post(`${root}/deposits/${depositId}/${action}`, {}, payoutKey)
    expect(errorOf(answer)).toMatchObject({ status: 403, code: "FORBIDDEN" })
  })

  it("is the payout key for refund", async () => {
    const { post, root, depositId } = await inReview()
    const answer = await post(`${root}/deposits/${depositId}/refund`, {})
    expect(errorOf(answer)).toMatchObject({ status: 403, code: "FORBIDDEN" })
  })

  it.each([
    ["the network", { networkIds: ["sol-mainnet"] }],
    ["the asset", { tokens: ["ETH"] }],
    ["the amount", { maxAmountUsd: "99.99" }],
    ["the sender as destination", { destinations: [`0x${"00".repeat(20)}`] }],
  ])("refunds nothing where its policy forbids %s", async (_, payoutPolicy) => {
    const { refund, depositId, deposits, newEvents } = await inReview(
      usdcOnBase,
      { fromAddress: ADAS_WALLET },
      { business: { payoutPolicy } }
    )
    expect(errorOf(await refund(depositId))).toMatchObject({ status: 403, code: "FORBIDDEN" })
    expect(await deposits("review_required")).toHaveLength(1)
    expect(newEvents()).toEqual([])
  })

  it("refunds where its policy allows all of it", async () => {
    const payoutPolicy = {
      ...{ networkIds: ["base-mainnet"], tokens: ["USDC"], destinations: [ADAS_WALLET], maxAmountUsd: "100" },
    }
    const { refund, depositId } = await inReview(
      usdcOnBase,
      { fromAddress: ADAS_WALLET },
      { business: { payoutPolicy } }
    )
    expect((await refund(depositId)).status).toBe(200)
  })
})

describe("failing a refund", () => {
  it("also works while the refund is in progress", async () => {
    const { depositId, refund, control, world, newEvents } = await inReview()
    await refund(depositId)
    failNextRefund(world(), depositId)
    await control.advance(60_000)
    expect(newEvents()).toEqual(["deposit.refund_pending", "deposit.refund_failed"])
  })

  it("is refused for a resolved or unknown deposit", async () => {
    const { depositId, accept, world } = await inReview()
    await accept(depositId)
    expect(() => failNextRefund(world(), depositId)).toThrow("no refund to fail")
    expect(() => failNextRefund(world(), "dep_nothing")).toThrow("does not exist")
  })
})
