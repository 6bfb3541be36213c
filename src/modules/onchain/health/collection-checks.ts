import { healthOf } from "../../../domain/health/attention"
import { needsIntent, usesIntents } from "../../../domain/payment/collection"
import { hasIntentMinimum, leastIntentUsd, type InvoiceFee } from "../../../domain/payment/minimums"
import { compareAmounts } from "../../../gateway/amount"
import { GatewayError } from "../../../gateway/client/errors"
import type { OnchainOptions } from "../options/options"
import type { AddressRefusal } from "../payment/address-book"
import type { CustomerRow } from "../payment/customer-directory"
import { DUPLICATE_ADVICE } from "../payment/customer-directory"
import type { RefusedAmount } from "../payment/rail-minimums"
import type OnchainModuleService from "../service"
import { inTime } from "../work/take-due"
import type { RecoveryRow } from "../finance/recovery-store"
import type { OpenWork } from "./attention-list"
import type { Waiting } from "./health-facts"
import { countInWords, inWords, PATIENCE_MS, type SetupCheck } from "./setup-check"

/** A merchant who looks once a week still sees it. */
const REFUSAL_SHOWN_MS = 7 * 24 * 3_600_000

/** Checks how payments of signed-in customers are collected: the setting, and what the gateway really does. */
export async function checkCollection(onchain: OnchainModuleService): Promise<SetupCheck[]> {
  const [unassigned, stuck, refused, { fee }, tooSmall] = await Promise.all([
    onchain.unassignedDeposits.count(),
    onchain.customers.listStuck(),
    onchain.health.refusedAddresses(new Date(onchain.clock() - REFUSAL_SHOWN_MS)),
    onchain.minimums.read(),
    onchain.minimums.refused(),
  ])
  return [
    unassigned > 0 ? assignsNothing(unassigned) : describeCollection(onchain),
    describeMinimums(onchain.options, fee, tooSmall),
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
      status: "ok",
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

/** From which amount a payment is offered, and what the provider refused although it was. */
export function describeMinimums(
  options: Pick<OnchainOptions, "collection" | "assignmentMode" | "assumptions">,
  { minimumUsd }: InvoiceFee,
  refused: readonly RefusedAmount[]
): SetupCheck {
  const { minimums } = options.assumptions
  const isUsed = usesIntents(options)
  const least = leastIntentUsd(minimums)
  const lines = [
    `Payments must be worth more than the fee of ${minimumUsd} USD` +
      (compareAmounts(minimums.invoiceUsd, "0") > 0 ? `, and at least ${minimums.invoiceUsd} USD.` : "."),
    ...(isUsed && hasIntentMinimum(minimums)
      ? [
          `Reusable addresses are used from ${least} USD; ` +
            (needsIntent(options) ? "smaller payments are not offered." : "smaller payments get an invoice."),
        ]
      : []),
    ...(isUsed && minimums.intentUsd === null
      ? [
          "The provider's minimum is unknown: ask for its autoInvoiceMinUsd and dustThresholdUsd, and set assumptions.minimums.intentUsd.",
        ]
      : []),
    ...refused.map(
      ({ kind, railId, amount }) =>
        `Refused for its amount within the last day, and hidden: ${amount} on ${railId}${kind === "invoice" ? "" : " as a deposit"}.`
    ),
  ]
  return { id: "minimums", status: refused.length > 0 ? "warning" : "ok", message: lines.join(" ") }
}

/** An action that has no answer for this long is shown. */
const ACTION_PATIENCE_MS = 10 * 60_000

/** Checks that deposits in review are seen, and that decisions about them are executed. */
export async function checkDeposits(
  { deposits, finance, syncRuns, clock }: OnchainModuleService,
  open: OpenWork
): Promise<SetupCheck[]> {
  const [stuck, trouble, recovery] = await Promise.all([
    deposits.backlog.listStuck(ACTION_PATIENCE_MS),
    syncRuns.lastError("deposits_in_review"),
    readRecovery(finance),
  ])
  return [
    describeDeposits(open(["deposit"]), clock()),
    ...describeStuckDeposits(stuck),
    ...describeTrouble(trouble),
    ...describeRecovery(recovery),
  ]
}

function describeDeposits({ count, oldestAt }: Waiting, nowMs: number): SetupCheck {
  const ageMs = oldestAt ? nowMs - oldestAt.getTime() : 0
  const age = oldestAt ? `, the oldest for ${inWords(ageMs)}` : ""
  const message = `Deposits in review: ${countInWords(count)}${age}.`
  return { id: "deposits", status: healthOf("deposit", count, ageMs), message }
}

/** The health page names so many. */
const NAMED_RECOVERIES = 20

/** Another check reports a gateway that does not answer: then what it said last is shown. */
async function readRecovery({ balances, recovery }: OnchainModuleService["finance"]): Promise<RecoveryRow[]> {
  try {
    const read = await inTime(balances.readListed(), PATIENCE_MS)
    if (read) await recovery.record(read.balances, read.isComplete)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
  }
  return recovery.list(NAMED_RECOVERIES)
}

function describeRecovery(rows: readonly RecoveryRow[]): SetupCheck[] {
  if (rows.length === 0) return []
  const amounts = rows.map(({ amount, token, network_id }) => `${amount} ${token} on ${network_id}`)
  const message =
    `Money that needs recovery: ${amounts.join(", ")}. It arrived late, in part, or on the wrong network or token, and belongs to no ` +
    `order. Find it in the provider's dashboard.`
  return [{ id: "recovery", status: healthOf("recovery", rows.length, 0), message }]
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
