import type { SandboxOptions } from "../../options"
import { openShop } from "./shop"

const payoutRecipients = [
  { label: "artist", destinationAddress: `0x${"a1".repeat(20)}`, shareBps: 6_000 },
  { label: "venue", destinationAddress: `0x${"b2".repeat(20)}`, shareBps: 4_000 },
]

/** A deposit of a customer whose intent of 100 pays out to recipients. */
async function split(amount: string, options: SandboxOptions = {}, isIntentFirst = true) {
  const shop = openShop(options)
  const customerId = await shop.customer()
  const toAddress = await shop.ensure(customerId)
  const openIntent = () => shop.intent(customerId, { payoutRecipients })
  if (isIntentFirst) await openIntent()
  const { depositId = "" } = await shop.send({ toAddress, amount })
  const legs = () => shop.world().withdrawals.all()
  const amounts = () => legs().map(({ amountBaseUnits }) => amountBaseUnits)
  return { ...shop, shop, depositId, openIntent, legs, amounts }
}

describe("the payout of an intent", () => {
  it("shares nothing beyond the expected amount", async () => {
    const { amounts } = await split("101")
    expect(amounts().reduce((sum, baseUnits) => sum + baseUnits, 0n)).toBeLessThanOrEqual(99_050_000n)
  })

  it("starts when an operator assigns the deposit, and not before", async () => {
    const { amounts, openIntent, assign, depositId, control } = await split("100", {}, false)
    const { id } = await openIntent()
    await control.advance(60_000)
    expect(amounts()).toEqual([])
    await assign(depositId, id)
    await control.advance(60_000)
    expect(amounts()).toEqual([59_430_000n, 39_620_000n])
  })

  it("does not start for a tolerated underpayment that is assigned", async () => {
    const { amounts, openIntent, assign, depositId, control } = await split("99", {}, false)
    expect((await assign(depositId, (await openIntent()).id)).status).toBe(200)
    await control.advance(60_000)
    expect(amounts()).toEqual([])
  })

  it.each([
    [
      "is accepted without an order",
      (story: Awaited<ReturnType<typeof split>>) => story.accept(story.depositId),
    ],
    ["is refunded", (story: Awaited<ReturnType<typeof split>>) => story.refund(story.depositId)],
  ])("does not start when the deposit %s", async (_, resolve) => {
    const story = await split("90")
    expect((await resolve(story)).status).toBe(200)
    await story.control.advance(60_000)
    expect(story.amounts()).toEqual([])
  })

  it("does not start in the mode ledger_only", async () => {
    const { amounts } = await split("100", { business: { assignmentMode: "ledger_only" } })
    expect(amounts()).toEqual([])
  })
})
