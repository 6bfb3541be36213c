import { parseAmount } from "../../../gateway/amount"
import { parseBalance, parseTransaction, type Balance, type Transaction } from "../../../gateway/contract"
import { parseAssumptions } from "../../../gateway/assumptions"
import { assetKey } from "../../catalog/tokens"
import type { World } from "../../world"
import { describeAsset } from "../ledger-rows"
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
 * What must hold for an asset, derived from payments, invoices and withdrawals without reading the ledger.
 */
export function factsOf(world: World, key: string) {
  const { decimals } = describeAsset(world, key)
  const payments = world.payments.filter((payment) => assetKey(payment) === key)
  const worth = (rows: typeof payments) => rows.map(({ amount }) => parseAmount(amount, decimals))
  const invoices = world.invoices.all().filter(({ asset }) => assetKey(asset) === key)
  const received = (...statuses: string[]) =>
    sum(
      invoices.filter(({ status }) => statuses.includes(status)).map((invoice) => invoice.receivedBaseUnits)
    )
  const withdrawals = world.withdrawals.all().filter(({ asset }) => assetKey(asset) === key)
  const completed = withdrawals.filter(({ status }) => status === "completed")
  const underway = ["processing", "gas_blocked", "broadcast", "queued"]
  return {
    cameIn: sum(worth(payments)),
    wentOut: sum(completed.map(({ amountBaseUnits, feeBaseUnits }) => amountBaseUnits - feeBaseUnits)),
    withdrawalFees: sum(completed.map(({ feeBaseUnits }) => feeBaseUnits)),
    awaiting: received("pending", "confirming"),
    settled: received("paid", "overpaid"),
    recovery:
      received("expired", "failed", "cancelled") +
      sum(worth(payments.filter(({ outcome }) => outcome === "review"))),
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
    ...{ receipts: total("receipt"), fees: total("fee"), payouts: total("payout") },
  }
}
