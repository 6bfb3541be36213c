import type { SandboxOptions } from "../../options"
import { openShop } from "./shop"

async function deposit(amount: string, options: SandboxOptions = {}, hasIntent = false) {
  const shop = openShop(options)
  const customerId = await shop.customer()
  const toAddress = await shop.ensure(customerId)
  if (hasIntent) await shop.intent(customerId)
  await shop.send({ toAddress, amount })
  return { ...shop, toAddress, statuses: (await shop.deposits()).map(statusOf) }
}
function statusOf(deposit: Record<string, unknown>) {
  return (deposit["assignment"] as { status: string }).status
}

describe("a deposit's value", () => {
  it.each([
    ["0.05", ["review_required_non_positive_net"]],
    ["0.1", ["review_required_non_positive_net"]],
    ["0.100001", ["unassigned_no_intent"]],
  ])("of $%s is visible, and must exceed the fee to be income", async (amount, expected) => {
    expect((await deposit(amount)).statuses).toEqual(expected)
  })
})

describe("the mode ledger_only", () => {
  const options: SandboxOptions = { business: { assignmentMode: "ledger_only" } }

  it("still holds for review what cannot be income", async () => {
    const { statuses, send, toAddress, deposits } = await deposit("0.08", options)
    expect(statuses).toEqual(["review_required_non_positive_net"])
    await send({ toAddress, amount: "5", token: "SCAM" })
    expect((await deposits()).map(statusOf)[0]).toBe("review_required_unsupported_asset")
  })
})
