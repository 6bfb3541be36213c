import { parseAmount } from "../../../gateway/amount"
import { currentPlan } from "../../billing/plans"
import { invoiceFee } from "../../billing/fees"
import { baseUnitsWorth } from "../../billing/usd-value"
import { assetKey } from "../../catalog/tokens"
import type { StoredInvoice } from "../../invoices/stored-invoice"
import { describeAsset } from "../../ledger/ledger-rows"
import type { Account } from "../../ledger/ledger"
import { finalAtMs } from "../../payments/transfer"
import type { Payment } from "../../payments/payment"
import type { World } from "../../world"

const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
const ENDED: StoredInvoice["status"][] = ["expired", "failed", "cancelled"]
const PAID: StoredInvoice["status"][] = ["paid", "overpaid"]

/**
 * What each account must hold of an asset, derived from payments, invoices and deposits without reading the
 * ledger. Money being swept counts as in the treasury.
 */
export function booksOf(world: World, key: string): Partial<Record<Account, bigint>> {
  const { decimals } = describeAsset(world, key)
  const worth = ({ amount }: Payment) => parseAmount(amount, decimals)
  const payments = world.payments.filter((payment) => assetKey(payment) === key)
  const deposits = world.deposits.newestFirst().filter(({ asset }) => assetKey(asset) === key)
  const inStatus = (...statuses: string[]) => deposits.filter(({ status }) => statuses.includes(status))
  const amountsOf = (rows: typeof deposits) => rows.map(({ amountBaseUnits }) => amountBaseUnits)
  const invoices = world.invoices.all().filter(({ asset }) => assetKey(asset) === key)
  const explicit = invoices.filter(({ depositId }) => depositId === undefined)
  const received = (rows: StoredInvoice[]) => rows.map(({ receivedBaseUnits }) => receivedBaseUnits)
  const clear = invoices.filter(({ depositId = "" }) => depositId !== "" && !world.deposits.find(depositId))
  const settled = [
    ...received(explicit.filter(({ status }) => PAID.includes(status))),
    ...received(clear),
    ...amountsOf(inStatus("assigned", "accepted")),
  ]
  const asset = world.catalog.findByKey(key)
  const fees = asset ? sum(settled.map((gross) => invoiceFee(gross, asset, currentPlan(world)))) : 0n
  const observed = payments.filter(({ depositId }) => depositId !== undefined)
  const isFinal = ({ chain, networkId, at }: Payment) => {
    const network = world.catalog.findNetwork(chain, networkId)
    return network !== undefined && finalAtMs(network, world.startMs, Date.parse(at)) <= world.clock.now()
  }
  const tooSmall = asset ? baseUnitsWorth(world.business.autoInvoiceMinUsd, asset) : 0n
  return {
    outside: sum(amountsOf(inStatus("refunded"))) - sum(payments.map(worth)),
    awaiting:
      sum(observed.filter((payment) => !isFinal(payment)).map(worth)) +
      sum(received(explicit.filter(({ status }) => ["pending", "confirming"].includes(status)))),
    review: sum(amountsOf(inStatus("review_required"))),
    reserved: sum(amountsOf(inStatus("refund_pending"))),
    recovery:
      sum(payments.filter(({ outcome, depositId }) => outcome === "review" && !depositId).map(worth)) +
      sum(received(explicit.filter(({ status }) => ENDED.includes(status)))),
    unrecorded: sum(observed.filter((payment) => isFinal(payment) && worth(payment) < tooSmall).map(worth)),
    fees,
    treasury: sum(settled) - fees,
  }
}
