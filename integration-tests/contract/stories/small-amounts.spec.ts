import { collect } from "../../../src/gateway"
import { isAmountRefusal } from "../../../src/gateway/client/errors"
import { story } from "../story/story"
import { createIntent, deposit, inReview, onlyInvoice } from "./deposited"
import { openAddress } from "./opened-customer"
import { openInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"

/** Everything the service shows of money that arrived. */
const recordsOf = async ({ gateway }: Pick<Parameters<typeof inReview>[0], "gateway">) => [
  ...(await collect(gateway.listInvoices())),
  ...(await collect(gateway.listDeposits())),
  ...(await collect(gateway.listTransactions())),
]

story(
  "what an intent brings below the minimum is in no invoice, deposit or transaction; an invoice of its own is paid",
  ["gap:auto-invoice-minimum"],
  async (scene) => {
    const { customer, address } = await openAddress(scene, usdcOnBase)
    const expectedAmount = "3"
    await createIntent(scene, customer.id, usdcOnBase, { expectedAmount })
    await deposit(scene, address, { ...usdcOnBase, amount: expectedAmount })
    expect(await recordsOf(scene)).toEqual([])
    expect(scene.receiver.received).toEqual([])
    const { id } = await openInvoice(scene, { amount: expectedAmount })
    await scene.sandbox.pay(id)
    await scene.sandbox.settle(id)
    expect((await onlyInvoice(scene)).status).toBe("paid")
  },
  { business: { autoInvoiceMinUsd: "5" } }
)

story(
  "the minimum is the one of the settings, in the service as in the plugin",
  ["gap:auto-invoice-minimum"],
  async (scene) => {
    const least = scene.assumptions.minimums.intentUsd ?? "0.05"
    const { address } = await openAddress(scene, usdcOnBase)
    await deposit(scene, address, { ...usdcOnBase, amount: (Number(least) - 0.000001).toFixed(6) })
    expect(await recordsOf(scene)).toEqual([])
    await deposit(scene, address, { ...usdcOnBase, amount: least })
    expect([...(await inReview(scene)), ...(await collect(scene.gateway.listInvoices()))]).not.toEqual([])
  }
)

story(
  "an invoice below the minimum, or of which the fee leaves nothing, is refused for its amount",
  ["rule:fee.small-invoice"],
  async (scene) => {
    for (const amount of ["0.05", "0.1", "1.999999"]) {
      const refused = await openInvoice(scene, { amount }).catch((error: unknown) => error)
      expect([amount, isAmountRefusal(refused)]).toEqual([amount, true])
    }
    const elsewhere = { ...usdcOnBase, networkId: "no-such-network", amount: "17" }
    const otherwise = await openInvoice(scene, elsewhere).catch((error: unknown) => error)
    expect(otherwise).toMatchObject({ outcome: "not_applied" })
    expect(isAmountRefusal(otherwise)).toBe(false)
    expect((await openInvoice(scene, { amount: "2" })).amount).toBe("2")
  },
  { business: { invoiceMinUsd: "2" } }
)
