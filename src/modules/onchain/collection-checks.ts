import type OnchainModuleService from "./service"
import type { SetupCheck } from "./setup-checks"

/** Checks how payments of signed-in customers are collected: what is set, and what the service really does. */
export async function checkCollection(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  const [unassigned, stuck] = await Promise.all([onchain.unassigned.count(), onchain.customers.listStuck()])
  return [
    unassigned > 0 ? assignsNothing(unassigned) : describeCollection(onchain),
    ...onchain.addresses.refusals().map(({ chain, networkId, at }): SetupCheck => ({
      id: "addresses",
      status: "error",
      message:
        `At ${new Date(at).toISOString()} the service gave an address of another rail for ${chain}:${networkId}. ` +
        `Customers see no address there, so nobody can pay. Report it to the service, or take the rail out of rails.`,
    })),
    ...stuck.map(({ customer_id, last_error }): SetupCheck => ({
      id: "customers",
      status: "error",
      message: `Customer ${customer_id} has no reusable address: ${last_error}.`,
    })),
  ]
}

function describeCollection({ options: { collection, assignmentMode } }: OnchainModuleService): SetupCheck {
  if (collection === "auto" && assignmentMode === "ledger_only") {
    return {
      id: "collection",
      status: "warning",
      message:
        'assignmentMode is "ledger_only", so signed-in customers get invoices like guests: ' +
        "an intent on a reusable address would never be captured.",
    }
  }
  return { id: "collection", status: "ok", message: WORDING[collection] }
}

function assignsNothing(payments: number): SetupCheck {
  return {
    id: "collection",
    status: "error",
    message:
      `The business assigns nothing (ledger_only): a deposit arrived for an open intent and was attached to no order. ` +
      `Payments that wait in vain: ${payments}. Set the assignment mode intent_required in the service's dashboard, ` +
      `or the option assignmentMode "ledger_only" to take invoices instead.`,
  }
}

const WORDING = {
  invoice: "Every payment gets an invoice with an address of its own.",
  auto_deposit: "Customers pay to a reusable address of their own; guests cannot pay with crypto.",
  auto: "Signed-in customers pay to a reusable address of their own; guests get an invoice.",
} as const satisfies Record<OnchainModuleService["options"]["collection"], string>
