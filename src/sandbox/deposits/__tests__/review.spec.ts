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

describe.each(depositRails)("a deposit on $name", (entry) => {
  const { rail, unlisted, eaten } = entry

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

  it("finds no intent after an earlier deposit matched it", async () => {
    const { send, toAddress, deposits, control } = await deposit(entry, {}, [{}])
    await send({ ...rail, toAddress, amount: "100" })
    expect(await deposits()).toMatchObject([{ assignment: { status: "unassigned_no_intent" } }])
    expect(control.invoices()).toHaveLength(2)
  })
})
