import { findAddress } from "../customers/customer-address"
import { requireCustomer } from "../customers/customer-creation"
import { requireIntent } from "../intents/intent-steps"
import { requireInvoice } from "../invoices/invoice-steps"
import type { StoredInvoice } from "../invoices/stored-invoice"
import { invalid } from "../sandbox-error"
import type { World } from "../world"
import type { ReviewReason } from "./payment"
import type { Transfer } from "./transfer"

/** Whose a transfer is, as far as the chain can tell. */
export type Route =
  | { kind: "invoice"; invoice: StoredInvoice }
  /** `customerId` is undefined, and `reason` set, where the treasury was paid without a memo that anybody has. */
  | { kind: "deposit"; customerId?: string; namedIntentId?: string; reason?: ReviewReason }
  /** At a customer's address, on a network where nobody watches it. */
  | { kind: "unwatched"; customerId: string; reason: ReviewReason }

/**
 * Finds out whose a transfer is, by where it went and with which memo, whatever its sender had in mind.
 *
 * @throws SandboxError for an address that is nobody's: the service does not see such a transfer
 */
export function routeTransfer(world: World, transfer: Transfer): Route {
  const owner = world.receivers.ownerOfAddress(transfer.toAddress)
  switch (owner?.kind) {
    case "invoice":
      return { kind: "invoice", invoice: requireInvoice(world, owner.invoiceId) }
    case "customer":
      return routeToCustomer(world, owner.customerId, transfer)
    case "treasury":
      return routeByMemo(world, transfer.memo)
    case undefined:
      throw invalid({ field: "toAddress", message: `${transfer.toAddress} belongs to nobody here` })
  }
}

function routeToCustomer(world: World, customerId: string, { asset }: Transfer): Route {
  const customer = requireCustomer(world, customerId)
  if (findAddress(customer, asset.networkId)) return { kind: "deposit", customerId }
  const isOfChain = customer.addresses.some(({ chain }) => chain === asset.chain)
  return { kind: "unwatched", customerId, reason: isOfChain ? "wrong_network" : "wrong_chain" }
}

function routeByMemo(world: World, memo: string | null): Route {
  if (memo === null) return { kind: "deposit", reason: "missing_memo" }
  const owner = world.receivers.ownerOfMemo(memo)
  if (!owner) return { kind: "deposit", reason: "wrong_memo" }
  if (owner.kind === "invoice") return { kind: "invoice", invoice: requireInvoice(world, owner.invoiceId) }
  const { customerId, id } = requireIntent(world, owner.intentId)
  return { kind: "deposit", customerId, namedIntentId: id }
}
