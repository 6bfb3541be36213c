import { assetKey } from "../../catalog/tokens"
import type { SandboxOptions } from "../../options"
import { receiveTransfer } from "../../payments/receive-transfer"
import { depositRails, ledgerAsset, type DepositRail } from "./rails"
import { openShop } from "./shop"

/** A deposit to a reusable address of a customer with these intents. */
async function deposit(
  { rail }: DepositRail,
  transfer: { token?: string; canonicalAssetId?: string; amount?: string },
  intents: Record<string, unknown>[] = [],
  options: SandboxOptions = {}
) {
  const shop = openShop(options)
  const customerId = await shop.customer("ada")
  const toAddress = await shop.ensure(customerId, rail)
  const opened = []
  for (const fields of intents) opened.push(await shop.intent(customerId, { ...rail, ...fields }))
  const payment = await shop.send({ ...rail, toAddress, amount: "100", ...transfer })
  return { ...shop, shop, customerId, toAddress, opened, payment }
}
const several: SandboxOptions = { business: { replacesIntents: false } }

describe.each(depositRails)("a deposit on $name", (entry) => {
  const { rail, other, unlisted, eaten } = entry
  const mismatches: [string, Parameters<typeof deposit>[1], Record<string, unknown>[], SandboxOptions][] = [
    ["unassigned_no_intent", {}, [], {}],
    ["review_required_asset_mismatch", {}, [{ token: other }], {}],
    ["review_required_amount_mismatch", { amount: "90" }, [{}], {}],
    ["review_required_ambiguous", {}, [{}, { externalOrderId: "order_2" }], several],
  ]
  it.each(mismatches)("%s is a paid invoice without an order, in review", async (status, ...story) => {
    const { shop, payment, control, deposits, events, balances } = await deposit(entry, ...story)
    const amount = story[0].amount ?? "100"
    expect(await deposits()).toMatchObject([
      { depositId: payment.depositId, assignment: { status }, resolutionStatus: "review_required" },
    ])
    expect(events()).toEqual(["invoice.paid", "deposit.review_required"])
    expect(control.invoices()).toMatchObject([
      {
        ...{ ...rail, status: "paid", amount, receivedAmount: amount, settlementTxHash: payment.txHash },
        ...{ autoDepositAssignmentStatus: status, externalOrderId: undefined, expiresAt: undefined },
      },
    ])
    expect(Object.keys(balances(ledgerAsset(shop, rail))).sort()).toEqual(["outside", "review"])
  })

  it.each([
    ["review_required_unsupported_asset", unlisted, "100"],
    ["review_required_non_positive_net", {}, eaten],
  ])("%s is in review without an invoice", async (status, asset, amount) => {
    const story = await deposit(entry, { ...asset, amount }, [{}])
    expect(await story.deposits()).toMatchObject([
      { assignment: { status, safeToFulfill: false }, safeToFulfill: false, amount: { display: amount } },
    ])
    expect(story.events()).toEqual(["deposit.review_required"])
    expect(story.control.invoices()).toEqual([])
    expect(story.expectedIntentOf(story.opened[0]?.id ?? "")?.status).toBe("active")
    const { ledger, deposits } = story.world()
    const stored = deposits.newestFirst()[0]
    expect(stored && ledger.balance(assetKey(stored.asset), "review")).toBe(stored?.amountBaseUnits)
  })

  it("matches the one active intent", async () => {
    const story = await deposit(entry, {}, [{}])
    expect(story.events()).toEqual(["invoice.paid"])
    expect(await story.deposits()).toEqual([])
    expect(story.control.invoices()).toMatchObject([
      {
        ...{ ...rail, status: "paid", amount: "100", receivedAmount: "100" },
        ...{ autoDepositAssignmentStatus: "matched", externalOrderId: "order_1" },
        ...{ depositAddress: story.toAddress, settlementTxHash: story.payment.txHash },
      },
    ])
    expect(story.expectedIntentOf(story.opened[0]?.id ?? "")?.status).toBe("matched")
    const held = story.balances(ledgerAsset(story.shop, rail))
    expect(Object.keys(held).sort()).toEqual(["fees", "outside", "treasury"])
  })

  it("is classified only when it is final", async () => {
    const blockTimeMs = 10_000
    const shop = openShop({ blockTimeMs })
    const customerId = await shop.customer()
    const toAddress = await shop.ensure(customerId, rail)
    await shop.intent(customerId, rail)
    const finality = shop.world().catalog.findNetwork(rail.chain, rail.networkId)?.finality
    const blocks = finality?.kind === "blocks" ? finality.requiredConfirmations : 1
    receiveTransfer(shop.world(), { ...rail, toAddress, amount: "100" })
    await shop.control.advance(blocks * blockTimeMs - 1)
    expect(shop.events()).toEqual([])
    expect(Object.keys(shop.balances(ledgerAsset(shop, rail))).sort()).toEqual(["awaiting", "outside"])
    await shop.control.advance(1)
    expect(shop.events()).toEqual(["invoice.paid"])
  })

  it.each([
    ["the older intent was replaced", [{}, { externalOrderId: "order_2" }], "order_2"],
    ["there is one for another asset too", [{ token: other }, {}], "order_1"],
  ])("matches the newer intent when %s", async (_, intents, externalOrderId) => {
    const { control } = await deposit(entry, {}, intents)
    expect(control.invoices()).toMatchObject([{ autoDepositAssignmentStatus: "matched", externalOrderId }])
  })

  it("finds no intent after an earlier deposit matched it", async () => {
    const { send, toAddress, deposits, control } = await deposit(entry, {}, [{}])
    await send({ ...rail, toAddress, amount: "100" })
    expect(await deposits()).toMatchObject([{ assignment: { status: "unassigned_no_intent" } }])
    expect(control.invoices()).toHaveLength(2)
  })
})
