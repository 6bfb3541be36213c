import { errorOf } from "../../__tests__/in-process"
import { depositRails, type DepositRail } from "./rails"
import { ethOnBase, openShop, usdcOnBase, xlm } from "./shop"

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
const onBase = (amount?: string) => unassigned(onEvm ?? raise(), amount)
function raise(): never {
  throw new Error("no rail")
}

describe("assigning a deposit", () => {
  it.each(["99", "101"])("of %s to an intent of 100 records the intent's amount", async (amount) => {
    const { shop, customerId, depositId, assign, control } = await onBase(amount)
    const intent = await shop.intent(customerId)
    expect((await assign(depositId, intent.id)).status).toBe(200)
    expect(control.invoices()).toMatchObject([{ status: "paid", amount: "100", receivedAmount: amount }])
  })

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
  it.each(refusals)("refuses %s and changes nothing", async (_, intentIdOf, message) => {
    const story = await onBase()
    const intentId = await intentIdOf(story)
    const before = { events: story.events(), balances: story.balances(), invoices: story.control.invoices() }
    const answer = await story.assign(story.depositId, intentId)
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "CONFLICT" })
    expect(answer.text).toContain(message)
    expect(await story.deposits("review_required")).toHaveLength(1)
    expect({
      events: story.events(),
      balances: story.balances(),
      invoices: story.control.invoices(),
    }).toEqual(before)
  })

  it.each([
    ["no intent", {}, "intentId"],
    ["a field the service does not know", { intentId: "i", force: true }, "force"],
  ])("refuses a body with %s, naming the field", async (_, body, field) => {
    const { post, root, depositId } = await onBase()
    const answer = await post(`${root}/deposits/${depositId}/assign`, body)
    expect(errorOf(answer)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [field] })
  })

  it("refuses a deposit without a customer, because it may be another customer's", async () => {
    const { customer, intent, send, world, assign } = openShop()
    const { id } = await intent(await customer(), xlm)
    const toAddress = world().receivers.treasuryAddress
    const { depositId = "" } = await send({ ...xlm, toAddress, amount: "100" })
    expect((await assign(depositId, id)).text).toContain("the customers differ")
  })

  it.each([
    ["an unsupported asset", { token: "SCAM", amount: "100" }],
    ["nothing left after the fee", { amount: "0.08" }],
  ])("refuses a deposit with %s: it can only be refunded", async (_, transfer) => {
    const { customer, ensure, intent, send, assign } = openShop()
    const customerId = await customer()
    const toAddress = await ensure(customerId)
    const { depositId = "" } = await send({ toAddress, ...transfer })
    const { id } = await intent(customerId, { ...usdcOnBase, expectedAmount: transfer.amount })
    const answer = await assign(depositId, id)
    expect(errorOf(answer)).toMatchObject({ status: 409, code: "CONFLICT" })
    expect(answer.text).toContain("can only be refunded")
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
