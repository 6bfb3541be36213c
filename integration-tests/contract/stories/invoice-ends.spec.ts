import { story } from "../story/story"
import { openInvoice } from "./opened-invoice"

story(
  "more than the amount makes an invoice overpaid, with the received amount",
  ["state:invoice.overpaid", "transition:invoice.confirming.overpaid", "event:invoice.paid"],
  async (scene) => {
    const { id } = await openInvoice(scene)
    await scene.sandbox.pay(id, { amount: "20" })
    await scene.sandbox.settle(id)
    const invoice = await scene.gateway.getInvoice(id)
    expect(invoice).toMatchObject({ status: "overpaid", amount: "12.5", receivedAmount: "20" })
    expect(scene.receiver.events().at(-1)).toBe("invoice.paid")
  }
)

story(
  "partial payments add up, and less than the amount settles nothing",
  ["state:invoice.pending"],
  async (scene) => {
    const { id } = await openInvoice(scene)
    await scene.sandbox.pay(id, { amount: "5" })
    expect(await scene.gateway.getInvoice(id)).toMatchObject({ status: "pending", receivedAmount: "5" })
    expect(scene.receiver.events()).toEqual([])
    await scene.sandbox.pay(id, { amount: "7.5" })
    await scene.sandbox.settle(id)
    expect(await scene.gateway.getInvoice(id)).toMatchObject({ status: "paid", receivedAmount: "12.5" })
  }
)

story(
  "an unpaid invoice expires, one may be cancelled, and a payment may fail",
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
    "gap:invoice-events",
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
  "money for an ended invoice goes to review and changes nothing",
  ["state:invoice.expired"],
  async (scene) => {
    const { id } = await openInvoice(scene)
    await scene.sandbox.expire(id)
    expect(await scene.sandbox.pay(id)).toMatchObject({ outcome: "review" })
    expect((await scene.gateway.getInvoice(id)).status).toBe("expired")
    expect(scene.receiver.events()).not.toContain("invoice.paid")
  }
)

story(
  "a reorganization takes confirmations back; the payment returns and settles",
  ["state:invoice.pending", "state:invoice.paid"],
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
