import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"

story(
  "payments add up: less than the amount settles nothing, and more makes an invoice overpaid",
  ["state:invoice.overpaid", "transition:invoice.confirming.overpaid"],
  async ({ gateway, sandbox, receiver, ...scene }) => {
    const { id } = await openInvoice({ gateway, ...scene })
    await sandbox.pay(id, { amount: "5" })
    expect(await gateway.getInvoice(id)).toMatchObject({ status: "pending", receivedAmount: "5" })
    expect(receiver.events()).toEqual([])
    await sandbox.pay(id, { amount: "15" })
    await sandbox.settle(id)
    const invoice = await gateway.getInvoice(id)
    expect(invoice).toMatchObject({ status: "overpaid", amount: "12.5", receivedAmount: "20" })
    expect(receiver.events().at(-1)).toBe("invoice.paid")
  }
)

story(
  "an unpaid invoice expires, one may be cancelled, and a payment may fail; money for an ended one goes to review",
  [
    "state:invoice.expired",
    "state:invoice.cancelled",
    "state:invoice.failed",
    "transition:invoice.pending.expired",
    "transition:invoice.pending.cancelled",
    "transition:invoice.confirming.failed",
    "event:invoice.expired",
    "event:invoice.cancelled",
    "event:invoice.failed",
    "gap:invoice-ends",
  ],
  async (scene) => {
    const { gateway, sandbox, receiver } = scene
    const cancelled = await openInvoice(scene)
    await sandbox.cancel(cancelled.id)
    expect((await gateway.getInvoice(cancelled.id)).status).toBe("cancelled")

    const failed = await openInvoice(scene)
    await sandbox.pay(failed.id)
    await sandbox.fail(failed.id)
    expect((await gateway.getInvoice(failed.id)).status).toBe("failed")

    const expired = await openInvoice(scene)
    await sandbox.advance(Date.parse(expired.expiresAt ?? "") - sandbox.now())
    expect(await sandbox.pay(expired.id)).toMatchObject({ outcome: "review" })
    expect((await gateway.getInvoice(expired.id)).status).toBe("expired")
    expect(receiver.events()).toEqual([
      "invoice.cancelled",
      "invoice.confirming",
      "invoice.failed",
      "invoice.expired",
    ])
  }
)

story(
  "a reorganization takes confirmations back; the payment returns and settles",
  ["state:invoice.pending"],
  async (scene) => {
    const { gateway, sandbox, receiver } = scene
    const { id } = await openInvoice(scene)
    await sandbox.pay(id)
    await sandbox.advance(2_000)
    expect((await gateway.getInvoice(id)).status).toBe("confirming")
    await sandbox.reorg(id)
    expect((await gateway.getInvoice(id)).status).toBe("pending")
    expect(receiver.events()).not.toContain("invoice.paid")
    await sandbox.settle(id)
    expect((await gateway.getInvoice(id)).status).toBe("paid")
    expect(receiver.events().filter((event) => event === "invoice.paid")).toEqual(["invoice.paid"])
  }
)
