import type { Rail } from "../../gateway/contract"
import type { GasLine } from "../billing/gas-price"
import type { CatalogNetwork } from "../catalog/networks"
import type { CatalogToken } from "../catalog/tokens"
import type { WithdrawalStatus } from "./lifecycle"

/** Where money goes to. */
export type Destination = { destinationAddress: string; memo?: string }

/** What a withdrawal pays, to whom. Amounts are base units of `asset`; the fee comes out of the amount. */
export type WithdrawalTerms = Readonly<Destination> & {
  readonly rail: Rail
  readonly network: CatalogNetwork
  readonly asset: CatalogToken
  readonly amountBaseUnits: bigint
  readonly feeBaseUnits: bigint
}

export type StoredQuote = WithdrawalTerms & {
  readonly id: string
  readonly expiresAtMs: number
  /** The withdrawal that was made of it. */
  withdrawalId?: string
}

/** Who ordered it: a program with a quote, the payout of an invoice, or a person. */
export type WithdrawalKind = "payout_api" | "payout_leg" | "dashboard"

export type StoredWithdrawal = WithdrawalTerms & {
  readonly id: string
  readonly kind: WithdrawalKind
  readonly createdAtMs: number
  readonly clientReference?: string
  readonly quoteId?: string
  /** The invoice of a payout's leg. */
  readonly invoiceId?: string
  status: WithdrawalStatus
  /** Whether its amount lies in the account `reserved`. */
  isFunded: boolean
  /** Gas of the steps to come. */
  unpaidGas: readonly GasLine[]
  txHash?: string
  failureReason?: string
}
