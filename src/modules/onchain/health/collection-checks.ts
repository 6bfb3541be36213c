import { compareAmounts } from "../../../gateway/amount"
import { GatewayError } from "../../../gateway/client/errors"
import type { AddressRefusal } from "../payment/address-book"
import type { CustomerRow } from "../payment/customer-directory"
import { DUPLICATE_ADVICE } from "../payment/customer-directory"
import type OnchainModuleService from "../service"
import { inTime } from "../work/in-time"
import { countInWords, PATIENCE_MS, type SetupCheck } from "./setup-check"

/** A merchant who looks once a week still sees it. */
const REFUSAL_SHOWN_MS = 7 * 24 * 3_600_000

/** Checks how payments of signed-in customers are collected: the setting, and what the gateway really does. */
export async function checkCollection(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  const [unassigned, stuck, refused] = await Promise.all([
    onchain.unassignedDeposits.count(),
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
        `The provider returned addresses of another rail than requested: ${rails.join(", ")}. Customers cannot pay there. Report it ` +
        `to the provider, or remove these rails from rails.`,
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
        `Payments with a wrong address in the last seven days: ${refused.count} (${refused.reasons.join(", ")}). Their payers see no ` +
        `address. Ask the provider about these invoices: an address that changes later can be an attack.`,
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
        'assignmentMode is "ledger_only": signed-in customers get invoices like guests. Set collection to "invoice" if that is wanted.',
    }
  }
  return { id: "collection", status: "ok", message: WORDING[collection] }
}

function assignsNothing(payments: number): SetupCheck {
  return {
    id: "collection",
    status: "error",
    message:
      `The provider does not assign deposits to orders (ledger_only). Payments that nothing will complete: ${payments}. Set the ` +
      `assignment mode intent_required in the provider's dashboard, or the option assignmentMode to "ledger_only".`,
  }
}

const WORDING = {
  invoice: "Every payment gets an invoice with its own address.",
  auto_deposit: "Customers pay to their own reusable address; guests cannot pay with crypto.",
  auto: "Signed-in customers pay to their own reusable address; guests get an invoice.",
} as const satisfies Record<OnchainModuleService["options"]["collection"], string>

/** An action that has no answer for this long is shown. */
const ACTION_PATIENCE_MS = 10 * 60_000

/** Checks that deposits in review are seen, and that decisions about them are executed. */
export async function checkDeposits({
  deposits,
  finance,
  syncRuns,
}: OnchainModuleService): Promise<SetupCheck[]> {
  const [waiting, stuck, trouble, recovery] = await Promise.all([
    deposits.list.count({ states: ["in_review"] }),
    deposits.backlog.listStuck(ACTION_PATIENCE_MS),
    syncRuns.lastError("deposits_in_review"),
    readRecovery(finance),
  ])
  return [
    {
      id: "deposits",
      status: "ok",
      message: `Deposits in review: ${countInWords(waiting)}.`,
    },
    ...describeStuckDeposits(stuck),
    ...describeTrouble(trouble),
    ...describeRecovery(recovery),
  ]
}

/** Money that the gateway cannot book by itself. Another check reports a gateway that does not answer. */
async function readRecovery(finance: OnchainModuleService["finance"]): Promise<string[]> {
  try {
    const read = await inTime(finance.balances.read(), PATIENCE_MS)
    return (read?.balances ?? []).flatMap(({ balance: { token, networkId, amounts } }) => {
      const amount = amounts.requiresRecovery ?? "0"
      return compareAmounts(amount, "0") > 0 ? [`${amount} ${token} on ${networkId}`] : []
    })
  } catch (error) {
    if (error instanceof GatewayError) return []
    throw error
  }
}

export function describeRecovery(amounts: readonly string[]): SetupCheck[] {
  if (amounts.length === 0) return []
  const message =
    `Money that needs recovery: ${amounts.join(", ")}. It arrived late, in part, or on the wrong network or token, and belongs to no ` +
    `order. Find it in the provider's dashboard.`
  return [{ id: "recovery", status: "warning", message }]
}

function describeStuckDeposits(ids: readonly string[]): SetupCheck[] {
  if (ids.length === 0) return []
  const message =
    `No answer of the provider on these deposits for more than ten minutes: ${ids.join(", ")}. The actions are repeated with the ` +
    `same key.`
  return [{ id: "deposit_actions", status: "warning", message }]
}

function describeTrouble(trouble: { reason: string; at: Date } | null): SetupCheck[] {
  if (trouble === null) return []
  const message = `Deposits in review could not be read at ${trouble.at.toISOString()}: ${trouble.reason}. Those without a webhook are missing.`
  return [{ id: "deposit_sync", status: "warning", message }]
}
