import { errorOf } from "../../__tests__/in-process"
import type { SandboxOptions } from "../../options"
import { receiveTransfer } from "../../payments/receive-transfer"
import { openBusiness, usdcOnBase, usdcOnSolana, xlm } from "../../__tests__/business"

type Transfer = { amount?: string; token?: string; canonicalAssetId?: string; fromAddress?: string }

/** A customer, and a deposit without an intent. */
async function inReview(rail = usdcOnBase, sent: Transfer = {}, options: SandboxOptions = {}) {
  const shop = openBusiness(options)
  const customerId = await shop.customer()
  const toAddress = await shop.ensure(customerId, rail)
  const { depositId = "" } = await shop.transfer({ ...rail, toAddress, amount: "100", ...sent })
  return { ...shop, shop, customerId, toAddress, depositId }
}
type Story = Awaited<ReturnType<typeof inReview>>

async function statusOf(deposits: Promise<Record<string, unknown>[]>) {
  return (await deposits).map(({ assignment }) => (assignment as { status: string }).status)
}
const conflict = { status: 409, code: "CONFLICT" }

describe.each([
  ["evm", usdcOnBase, { token: "SCAM" }],
  ["sol", usdcOnSolana, { token: "USDC", canonicalAssetId: "sol:USDC:FakeMint" }],
  ["stellar", xlm, { token: "XLM", canonicalAssetId: "stellar:XLM:GFAKE" }],
])("a deposit on %s", (_name, rail, unlisted) => {
  it("of an asset that is not the catalog's is held: it fits no order, and can be refunded", async () => {
    const { shop, customerId, depositId, assign, refund, deposits, control, world } = await inReview(
      rail,
      unlisted
    )
    expect(await statusOf(deposits())).toEqual(["review_required_unsupported_asset"])
    const { id } = await shop.intent(customerId, rail)
    expect(errorOf(await assign(depositId, id))).toMatchObject(conflict)
    expect((await refund(depositId)).status).toBe(200)
    await control.advance(60_000)
    const { ledger } = world()
    for (const asset of ledger.assets()) expect(ledger.balance(asset, "outside")).toBe(0n)
  })

  it("is classified only when it is final", async () => {
    const blockTimeMs = 10_000
    const { customer, ensure, intent, world, control, events } = openBusiness({ blockTimeMs })
    const customerId = await customer()
    const toAddress = await ensure(customerId, rail)
    await intent(customerId, rail)
    const finality = world().catalog.findNetwork(rail.chain, rail.networkId)?.finality
    const blocks = finality?.kind === "blocks" ? finality.requiredConfirmations : 1
    receiveTransfer(world(), { ...rail, toAddress, amount: "100" })
    await control.advance(blocks * blockTimeMs - 1)
    expect(events()).toEqual([])
    await control.advance(1)
    expect(events()).toEqual(["invoice.paid"])
  })
})

describe("a deposit and the fee", () => {
  it.each([
    ["0.05", {}, "review_required_non_positive_net"],
    ["0.1", {}, "review_required_non_positive_net"],
    ["0.100001", {}, "unassigned_no_intent"],
    ["0.06", { plan: "Growth" }, "unassigned_no_intent"],
    ["0.08", { assignmentMode: "ledger_only" }, "review_required_non_positive_net"],
  ] as const)("of $%s has to leave something of it, with %j", async (amount, business, status) => {
    expect(await statusOf((await inReview(usdcOnBase, { amount }, { business })).deposits())).toEqual([
      status,
    ])
  })

  it.each([
    ["is held although the fee is lower now", "Free", "Growth"],
    ["is held as soon as the fee is higher", "Growth", "Free"],
  ] as const)("%s", async (_, before, after) => {
    const options: SandboxOptions = { business: { plan: before } }
    const { depositId, accept, refund, world } = await inReview(usdcOnBase, { amount: "0.08" }, options)
    world().business.plan = after
    const answer = await accept(depositId)
    expect(errorOf(answer)).toMatchObject(conflict)
    expect(answer.text).toContain("can only be refunded")
    expect((await refund(depositId)).status).toBe(200)
  })
})

describe("a deposit without a customer", () => {
  it.each(["accept", "refund"] as const)("can be resolved by %s, and never assigned", async (action) => {
    const shop = openBusiness()
    const { id } = await shop.intent(await shop.customer(), xlm)
    const toAddress = shop.world().receivers.treasuryAddress
    const { depositId = "" } = await shop.transfer({ ...xlm, toAddress, amount: "100" })
    expect((await shop.assign(depositId, id)).text).toContain("the customers differ")
    expect((await shop[action](depositId)).status).toBe(200)
    await shop.control.advance(60_000)
    expect(await shop.deposits("review_required")).toEqual([])
    expect(shop.control.invoices()).toEqual([])
  })
})

describe("an intent that has its deposit", () => {
  it("takes no other one, neither by itself nor by hand", async () => {
    const { shop, customerId, depositId, toAddress, transfer, assign, deposits } = await inReview()
    const { id } = await shop.intent(customerId)
    for (let count = 0; count < 2; count++) await transfer({ toAddress, amount: "100" })
    expect(await statusOf(deposits())).toEqual(["unassigned_no_intent", "unassigned_no_intent"])
    expect((await assign(depositId, id)).text).toContain("the intent is matched")
  })
})

describe("a resolved deposit", () => {
  const resolve: Record<string, (story: Story) => Promise<unknown>> = {
    assigned: async ({ shop, customerId, depositId, assign }) =>
      assign(depositId, (await shop.intent(customerId)).id),
    accepted: ({ accept, depositId }) => accept(depositId),
    refund_pending: ({ refund, depositId }) => refund(depositId),
    refunded: async ({ refund, depositId, control }) => {
      await refund(depositId)
      await control.advance(60_000)
    },
  }

  it.each(Object.keys(resolve))("as %s refuses every action, and nothing changes", async (status) => {
    const story = await inReview()
    await resolve[status]?.(story)
    const before = { events: story.events(), balances: story.accounts() }
    const { depositId, assign, accept, refund } = story
    for (const act of [() => assign(depositId, "int_any"), () => accept(depositId), () => refund(depositId)])
      expect(errorOf(await act())).toMatchObject(conflict)
    expect(await story.deposits(status)).toHaveLength(1)
    expect({ events: story.events(), balances: story.accounts() }).toEqual(before)
  })

  it("leaves a list that is being read, and no row of it is lost", async () => {
    const { get, root, transfer, toAddress, accept, control } = await inReview()
    for (let count = 0; count < 24; count++) await transfer({ toAddress, amount: "5" })
    const idsOf = (rows: unknown) => (rows as { depositId: string }[]).map(({ depositId }) => depositId)
    const review = `${root}/deposits?status=review_required`
    const first = (await get(review)).body
    const read = idsOf(first["data"])
    for (const id of read) await accept(id)
    const second = (await get(`${review}&cursor=${first["nextCursor"]}`)).body
    expect([...read, ...idsOf(second["data"])].sort()).toEqual(idsOf(control.deposits()).sort())
  })
})

describe("the key of an action", () => {
  it.each([
    ["the network", { networkIds: ["sol-mainnet"] }],
    ["the asset", { tokens: ["ETH"] }],
    ["the amount", { maxAmountUsd: "99.99" }],
  ])("refunds nothing where its policy forbids %s", async (_, payoutPolicy) => {
    const { refund, depositId, deposits } = await inReview(usdcOnBase, {}, { business: { payoutPolicy } })
    expect(errorOf(await refund(depositId))).toMatchObject({ status: 403, code: "FORBIDDEN" })
    expect(await deposits("review_required")).toHaveLength(1)
  })
})

describe("the payout of an intent", () => {
  it("starts when an operator assigns the deposit, and not before", async () => {
    const { shop, customerId, depositId, assign, control, world } = await inReview()
    const amounts = () =>
      world()
        .withdrawals.all()
        .map(({ amountBaseUnits }) => amountBaseUnits)
    const leg = { label: "artist", destinationAddress: `0x${"a1".repeat(20)}` }
    const payoutRecipients = [6_000, 4_000].map((shareBps) => ({ ...leg, shareBps }))
    const { id } = await shop.intent(customerId, { payoutRecipients })
    await control.advance(60_000)
    expect(amounts()).toEqual([])
    await assign(depositId, id)
    await control.advance(60_000)
    expect(amounts()).toEqual([59_430_000n, 39_620_000n])
  })
})
