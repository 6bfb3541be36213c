import type { AddressRefusal } from "./address-book"
import { DUPLICATE_ADVICE, type CustomerRow } from "./customer-directory"
import type OnchainModuleService from "./service"
import type { SetupCheck } from "./setup-checks"

/** A merchant who looks once a week still sees it. */
const REFUSAL_SHOWN_MS = 7 * 24 * 3_600_000

/** Checks how payments of signed-in customers are collected: what is set, and what the service really does. */
export async function checkCollection(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  const [unassigned, stuck, refused] = await Promise.all([
    onchain.unassigned.count(),
    onchain.customers.listStuck(),
    onchain.health.refusedAddresses(new Date(onchain.clock() - REFUSAL_SHOWN_MS)),
  ])
  return [
    unassigned > 0 ? assignsNothing(unassigned) : describeCollection(onchain),
    ...describeRefusals(onchain.addresses.refusals()),
    ...describeRefusedPayments(refused),
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

function describeRefusedPayments(refused: { count: number; reasons: string[] }): SetupCheck[] {
  if (refused.count === 0) return []
  return [
    {
      id: "payment_addresses",
      status: "error",
      message:
        `Payments of the last seven days whose address cannot be right: ${refused.count} (${refused.reasons.join(", ")}). Their ` +
        `payers see none. Look at the orders, and ask the service about these invoices: an address that changes after ` +
        `a payer has seen it can be an attack.`,
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
