import { startReceiver } from "../../__tests__/receiver"
import type { SandboxOptions } from "../../options"
import { failNextRefund } from "../resolve-deposit"
import { openShop } from "./shop"

const SECRET = "secret of the receiver"
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function withReceiver(options: SandboxOptions = {}) {
  const receiver = await startReceiver(SECRET)
  closers.push(() => receiver.close())
  return { ...openShop({ webhook: { url: receiver.url, secret: SECRET }, ...options }), receiver }
}

describe("an event of a deposit", () => {
  it("names the mint of a Solana asset that is not in the catalog", async () => {
    const { customer, ensure, send, receiver } = await withReceiver()
    const sol = { chain: "sol", networkId: "sol-mainnet" }
    const toAddress = await ensure(await customer(), sol)
    await send({ ...sol, toAddress, amount: "1", token: "SCAM" })
    const asset = receiver.received[0]?.data["asset"]
    expect(asset).toMatchObject({ token: "SCAM", supported: false, tokenMint: expect.any(String) })
    const { tokenMint, canonicalAssetId } = asset as Record<string, string>
    expect(canonicalAssetId).toBe(`sol:SCAM:${tokenMint}`)
  })

  it("follows the deposit through every step, never safe to fulfil", async () => {
    const { customer, ensure, intent, send, assign, accept, refund, control, world, receiver } =
      await withReceiver()
    const customerId = await customer()
    const toAddress = await ensure(customerId)
    const depositIds: string[] = []
    for (let count = 0; count < 3; count++) {
      depositIds.push((await send({ toAddress, amount: "100" })).depositId ?? "")
    }
    const [first = "", second = "", third = ""] = depositIds
    await assign(first, (await intent(customerId)).id)
    await accept(second)
    failNextRefund(world(), third)
    for (let attempt = 0; attempt < 2; attempt++) {
      await refund(third)
      await control.advance(60_000)
    }
    const steps = receiver.received.filter(({ event }) => event.startsWith("deposit.")).slice(3)
    expect(steps.map(({ event, data }) => [event, data["depositId"], data["resolutionStatus"]])).toEqual([
      ["deposit.assigned", first, "assigned"],
      ["deposit.accepted", second, "accepted"],
      ["deposit.refund_pending", third, "refund_pending"],
      ["deposit.refund_failed", third, "review_required"],
      ["deposit.refund_pending", third, "refund_pending"],
      ["deposit.refunded", third, "refunded"],
    ])
    expect(steps.every(({ data }) => data["safeToFulfill"] === false)).toBe(true)
  })
})
