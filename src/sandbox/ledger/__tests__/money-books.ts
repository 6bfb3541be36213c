import { parseAmount } from "../../../gateway/amount"
import { parseBalance, parseTransaction, type Balance, type Transaction } from "../../../gateway/contract"
import { parseAssumptions } from "../../../gateway/assumptions"
import { baseUnitsWorth } from "../../billing/gas-price"
import { assetKey } from "../../catalog/catalog"
import { finalAtMs } from "../../payments/transfer"
import type { World } from "../../world"
import { describeAsset } from "../ledger-operations"
import { ACCOUNTS, type Account } from "../ledger"

type Rows = { balances: Record<string, unknown>[]; transactions: Record<string, unknown>[] }
type Amounts = Record<Account, bigint>

export const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** What the ledger records of an asset. */
export function accountsOf({ ledger }: World, key: string): Amounts {
  const held = ACCOUNTS.map((account) => [account, ledger.balance(key, account)])
  return Object.fromEntries(held) as Amounts
}

/**
 * What must hold for an asset, derived from payments, invoices, deposits and withdrawals without reading the
 * ledger.
 */
export function factsOf(world: World, key: string) {
  const { decimals } = describeAsset(world, key)
  const payments = world.payments.filter((payment) => assetKey(payment) === key)
  const worth = (rows: typeof payments) => rows.map(({ amount }) => parseAmount(amount, decimals))
  const all = world.invoices.all().filter(({ asset }) => assetKey(asset) === key)
  // The invoice of a deposit in review holds no money of its own.
  const invoices = all.filter(({ depositId = "" }) => !world.deposits.find(depositId))
  const deposits = world.deposits.newestFirst().filter(({ asset }) => assetKey(asset) === key)
  const deposited = (...statuses: string[]) =>
    sum(deposits.filter(({ status }) => statuses.includes(status)).map((deposit) => deposit.amountBaseUnits))
  const observed = payments.filter(({ depositId }) => depositId !== undefined)
  const isFinal = ({ chain, networkId, at }: (typeof payments)[number]) => {
    const network = world.catalog.findNetwork(chain, networkId)
    return network !== undefined && finalAtMs(network, world.startMs, Date.parse(at)) <= world.clock.now()
  }
  const asset = world.catalog.findByKey(key)
  const tooSmall = asset ? baseUnitsWorth(world.business.autoInvoiceMinUsd, asset) : 0n
  const received = (...statuses: string[]) =>
    sum(
      invoices.filter(({ status }) => statuses.includes(status)).map((invoice) => invoice.receivedBaseUnits)
    )
  const withdrawals = world.withdrawals.all().filter(({ asset }) => assetKey(asset) === key)
  const completed = withdrawals.filter(({ status }) => status === "completed")
  const underway = ["processing", "gas_blocked", "broadcast", "queued"]
  return {
    cameIn: sum(worth(payments)),
    paidOut: sum(completed.map(({ amountBaseUnits, feeBaseUnits }) => amountBaseUnits - feeBaseUnits)),
    refunded: deposited("refunded"),
    refunding: deposited("refund_pending"),
    withdrawalFees: sum(completed.map(({ feeBaseUnits }) => feeBaseUnits)),
    awaiting: received("pending", "confirming") + sum(worth(observed.filter((one) => !isFinal(one)))),
    settled: received("paid", "overpaid") + deposited("assigned", "accepted"),
    review: deposited("review_required"),
    unrecorded: sum(worth(observed.filter(isFinal)).filter((baseUnits) => baseUnits < tooSmall)),
    recovery:
      received("expired", "failed", "cancelled") +
      sum(worth(payments.filter(({ outcome, depositId }) => outcome === "review" && !depositId))),
    reserved: sum(
      withdrawals
        .filter(({ status }) => underway.includes(status))
        .map((withdrawal) => withdrawal.amountBaseUnits)
    ),
  }
}

/** What the API shows of an asset, in base units. */
export function shownOf(world: World, key: string, { balances, transactions }: Rows) {
  const { decimals } = describeAsset(world, key)
  const units = (amount: string | undefined) => parseAmount(amount ?? "", decimals)
  const assumptions = parseAssumptions()
  const isOfKey = (row: Balance | Transaction) =>
    assetKey({ networkId: row.networkId, token: row.token, canonicalAssetId: row.canonicalAssetId }) === key
  const rows = transactions
    .map((row) => parseTransaction(row, assumptions))
    .filter((row) => isOfKey(row) && row.status !== "review_required")
  const balance = balances.map(parseBalance).find(isOfKey)
  const total = (type: string) =>
    sum(rows.filter((row) => row.type === type).map(({ amount }) => units(amount)))
  return {
    total: units(balance?.amounts.total),
    totalHeld: units(balance?.amounts.totalHeld),
    requiresRecovery: units(balance?.amounts.requiresRecovery),
    ...{ receipts: total("receipt"), fees: total("fee"), payouts: total("payout"), refunds: total("refund") },
  }
}
