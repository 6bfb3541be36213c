import { errorOf } from "../../__tests__/in-process"
import type { SandboxOptions } from "../../options"
import { type DepositRail } from "./rails"
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
})
