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
  it("starts when an operator assigns the deposit, and not before", async () => {
    const { amounts, openIntent, assign, depositId, control } = await split("100", {}, false)
    const { id } = await openIntent()
    await control.advance(60_000)
    expect(amounts()).toEqual([])
    await assign(depositId, id)
    await control.advance(60_000)
    expect(amounts()).toEqual([59_430_000n, 39_620_000n])
  })
})
