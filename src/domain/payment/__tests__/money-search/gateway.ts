import type { GatewayInvoice, World } from "./world"

/** How often each kind of event may happen in a story: it is what keeps the search finite. */
export type Limits = {
  sessions: 1 | 2
  transfers: number
  reversals: number
  kills: number
  reads: number
  refunds: number
  deletions: boolean
}

export type Move = { text: string; to: GatewayInvoice; cost: { transfers: number; reversals: number } }

const NOTHING = { transfers: 0, reversals: 0 }
const TRANSFER = { transfers: 1, reversals: 0 }
const REVERSAL = { transfers: 0, reversals: 1 }
const EXPECTED = 10
/** A part, the rest of it, all of it, and more than all of it. */
const AMOUNTS = [4, 6, 10, 14]

/** What the shopper, the chain and the gateway can do with an invoice that asks for ten tokens. */
export function moves(invoice: GatewayInvoice, spent: World["spent"], limits: Limits): Move[] {
  const { status, received } = invoice
  const found: Move[] = []
  if ((status === "pending" || status === "expired") && spent.transfers < limits.transfers)
    for (const amount of AMOUNTS) {
      const total = received + amount
      const to = {
        ...invoice,
        received: total,
        before: received,
        isSilent: false,
        most: Math.max(invoice.most, total),
      }
      const isAll = total >= EXPECTED
      if (isAll || amount === 4)
        found.push({
          text: `the shopper sends ${amount}${status === "expired" ? ", late" : ""}`,
          to: isAll ? { ...to, status: "confirming" } : to,
          cost: TRANSFER,
        })
    }
  if (status === "pending") {
    found.push({ text: "the invoice expires", to: { ...invoice, status: "expired" }, cost: NOTHING })
    if (received > 0)
      found.push({
        text: `the gateway accepts ${received} as paid`,
        to: { ...invoice, status: "paid", wasSettled: true },
        cost: NOTHING,
      })
  }
  if (status === "confirming") {
    const final = received > EXPECTED ? "overpaid" : "paid"
    found.push({
      text: `the chain confirms ${received}: ${final}`,
      to: { ...invoice, status: final, wasSettled: true },
      cost: NOTHING,
    })
  }
  if (spent.reversals < limits.reversals && status !== "pending" && status !== "expired")
    found.push({
      text: status === "confirming" ? "a reorganization undoes the transfer" : "the gateway takes it back",
      to: { ...invoice, status: "pending", received: invoice.before, isSilent: status === "confirming" },
      cost: REVERSAL,
    })
  return found
}
