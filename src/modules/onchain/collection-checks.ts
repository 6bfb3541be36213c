import type { AddressRefusal } from "./address-book"
import { DUPLICATE_ADVICE, type CustomerRow } from "./customer-directory"
import type OnchainModuleService from "./service"
import type { SetupCheck } from "./setup-checks"

/** Checks how payments of signed-in customers are collected: what is set, and what the service really does. */
export async function checkCollection(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  const [unassigned, stuck] = await Promise.all([onchain.unassigned.count(), onchain.customers.listStuck()])
  return [
    unassigned > 0 ? assignsNothing(unassigned) : describeCollection(onchain),
    ...describeRefusals(onchain.addresses.refusals()),
    ...describeStuck(stuck),
  ]
}

function describeRefusals(refusals: readonly AddressRefusal[]): SetupCheck[] {
  if (refusals.length === 0) return []
  const rails = refusals.map(
    ({ chain, networkId, at }) => `${chain}:${networkId} (${new Date(at).toISOString()})`
  )
  return [
    {
      id: "addresses",
      status: "error",
      message:
        `The service gave addresses of another rail than asked for: ${rails.join(", ")}. Customers see no address there, ` +
        `so nobody can pay. Report it to the service, or take these rails out of rails.`,
    },
  ]
}

function describeStuck(stuck: readonly CustomerRow[]): SetupCheck[] {
  if (stuck.length === 0) return []
  const ids = stuck.map(({ customer_id }) => customer_id).join(", ")
  return [
    {
      id: "customers",
      status: "error",
      message: `Customers without a reusable address: ${ids}. ${DUPLICATE_ADVICE}`,
    },
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
