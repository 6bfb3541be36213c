import { depositRails, type DepositRail } from "./rails"
import { ethOnBase, openShop, xlm } from "./shop"

const [onEvm] = depositRails

/** A deposit that arrived before its intent. */
async function unassigned({ rail }: DepositRail, amount = "100") {
  const shop = openShop()
  const customerId = await shop.customer()
  const toAddress = await shop.ensure(customerId, rail)
  const { depositId = "" } = await shop.send({ ...rail, toAddress, amount })
  return { ...shop, shop, customerId, toAddress, depositId }
}
type Story = Awaited<ReturnType<typeof unassigned>>

describe("assigning a deposit", () => {
  const refusals: [string, (story: Story) => Promise<string>, string][] = [
    ["an intent that was replaced", replacedIntent, "the intent is replaced"],
    ["an intent that has its deposit", matchedIntent, "the intent is matched"],
    ["an intent of another customer", strangersIntent, "the customers differ"],
    [
      "an intent on another network",
      (story) => intentOf(story, { networkId: "eth-mainnet" }),
      "the networks differ",
    ],
    ["an intent for another asset", (story) => intentOf(story, ethOnBase), "the assets differ"],
    [
      "an intent of more than the tolerance",
      (story) => intentOf(story, { expectedAmount: "102" }),
      "outside the tolerance",
    ],
    [
      "an intent of less than the tolerance",
      (story) => intentOf(story, { expectedAmount: "99" }),
      "outside the tolerance",
    ],
  ]

  it("refuses a deposit without a customer, because it may be another customer's", async () => {
    const { customer, intent, send, world, assign } = openShop()
    const { id } = await intent(await customer(), xlm)
    const toAddress = world().receivers.treasuryAddress
    const { depositId = "" } = await send({ ...xlm, toAddress, amount: "100" })
    expect((await assign(depositId, id)).text).toContain("the customers differ")
  })
})

async function intentOf({ shop, customerId }: Story, fields: Record<string, unknown>): Promise<string> {
  return (await shop.intent(customerId, fields)).id
}
async function replacedIntent(story: Story): Promise<string> {
  const id = await intentOf(story, {})
  await intentOf(story, {})
  return id
}
async function matchedIntent(story: Story): Promise<string> {
  const id = await intentOf(story, {})
  await story.send({ toAddress: story.toAddress, amount: "100" })
  return id
}
async function strangersIntent({ shop }: Story): Promise<string> {
  return (await shop.intent(await shop.customer("bob"))).id
}
