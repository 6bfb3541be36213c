import { validInput } from "../../src/modules/onchain/options/__tests__/valid-options"
import { type Scope, scopeColumns } from "../../src/modules/onchain/work/claim"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Invoice, Deposit } from "../../src/gateway/contract"
import { samplePayment } from "../../src/modules/onchain/payment/__tests__/sample-payment"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { storeStatus } from "../../src/modules/onchain/payment/payment-status"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { insertWithdrawal, type NewWithdrawal } from "../../src/modules/onchain/payout/payout-service"
import type { WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import type { NewDestination, DestinationRow } from "../../src/modules/onchain/payout/destinations"
import type { RefundPayoutRequest } from "../../src/modules/onchain/refund/refund-service"
import {
  type ClaimedDeposit,
  type DepositRequest,
  type DepositRow,
  DepositStore,
} from "../../src/modules/onchain/deposit/deposit-store"
import { DepositMirror } from "../../src/modules/onchain/deposit/deposit-mirror"
import type { Inbox } from "../../src/modules/onchain/inbox/inbox"

/** The account at the gateway that the module under test is configured for. */
export const scope: Scope = { environment: validInput.environment, businessId: validInput.businessId }
/** Its columns, for rows that a story inserts. */
export const account = scopeColumns(scope)

export const EVM_ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const STELLAR_ADDRESS = "GDUKMGUGDZQK6YHYA5Z6AY2G4XDSZPSZ3SW5UN3ARVMO6QSRDWP5YLEX"

export const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: "inv_1",
  status: "pending",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "12.5",
  depositAddress: change.chain === "stellar" ? STELLAR_ADDRESS : EVM_ADDRESS,
  ...change,
})

export const paymentsOf = (knex: Knex) => new PaymentStore(knex, scope)

/** Stores a row, whose keys are named like its id, and reads it back as the database has it. */
export async function stored(store: PaymentStore, change: Partial<PaymentRow> = {}): Promise<PaymentRow> {
  const name = (change.id ?? "ocpay_1").replace(/^ocpay_/, "")
  const row = samplePayment({
    ...{
      session_id: `payses_${name}`,
      idempotency_key: `invoice_${name}`,
      gateway_invoice_id: `inv_${name}`,
    },
    ...change,
  })
  await store.insert(row)
  return reread(store, row.id)
}

export async function reread(store: PaymentStore, id = "ocpay_1"): Promise<PaymentRow> {
  const row = await store.find({ id })
  if (!row) throw new Error(`there is no payment ${id}`)
  return row
}

/** Stores the statuses of a scene that was planted by SQL. */
export async function storeAllStatuses(knex: Knex): Promise<void> {
  await storeStatus(knex, await knex("onchain_payment").pluck("id"))
}

/** A payout of the treasury that a user requests. */
export const newWithdrawal = (change: Partial<NewWithdrawal> = {}): NewWithdrawal => ({
  refund_id: null,
  payment_id: null,
  destination_id: "ocdst_1",
  destination_address: EVM_ADDRESS,
  destination_memo: "",
  chain: "evm",
  network_id: "base-mainnet",
  token: "USDC",
  canonical_asset_id: null,
  amount: "10",
  note: null,
  request_key: "request_1",
  requested_by: "user_1",
  requested_by_owner: null,
  ...change,
})

/** An address of the treasury that a user adds. */
export const newDestination = (change: Partial<NewDestination> = {}): NewDestination => ({
  ...{ label: "Cold wallet", purpose: "treasury", customer_id: null, order_id: null, payment_id: null },
  ...{ chain: "evm", network_id: "base-mainnet", address: EVM_ADDRESS, memo: "", has_no_memo: false },
  ...{ checksum: "verified", is_observed_sender: false, created_by: "user_ada", created_by_owner: null },
  ...change,
})

/** Stores a requested payout, then sets the state that a test needs. */
export async function withdrawalIn(
  knex: Knex,
  columns: Partial<WithdrawalRow> = {},
  change: Partial<NewWithdrawal> = {}
): Promise<WithdrawalRow> {
  const row = await insertWithdrawal(knex, scope, newWithdrawal(change))
  if (!row) throw new Error("there is such a withdrawal")
  if (Object.keys(columns).length === 0) return row
  const [moved] = await knex<WithdrawalRow>("onchain_withdrawal")
    .where({ id: row.id })
    .update(columns)
    .returning("*")
  if (!moved) throw new Error(`there is no withdrawal ${row.id}`)
  return moved
}

/** Stores a destination that refunds can be paid to. */
export async function destinationIn(
  knex: Knex,
  change: Partial<DestinationRow> = {}
): Promise<DestinationRow> {
  const [row] = await knex<DestinationRow>("onchain_payout_destination")
    .insert({
      ...{ ...account, id: "ocdst_1", state: "approved", has_second_approval: true },
      ...newDestination({ label: "Ada's wallet", purpose: "refund", created_by: "user_1" }),
      ...change,
    })
    .returning("*")
  if (!row) throw new Error("the destination was not stored")
  return row
}

/** A user requests the payout of a refund, at the rate of the payment. */
export const payoutOf = (
  refundId: string,
  destination: DestinationRow,
  terms: Partial<RefundPayoutRequest["terms"]> = {}
): RefundPayoutRequest => ({
  refundId,
  destination,
  terms: { basis: "payment", today: null, enteredTokens: null, fiatDecimals: 2, ...terms },
  actor: { id: "user_1", ownerId: null },
})

/** No payout of a story goes there: an address of a payment is no destination. */
const PAID_TO = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"

/** Stores a payment with refunds that are due. */
export async function plantRefunds(knex: Knex, ids: readonly string[]): Promise<void> {
  const payment = await stored(paymentsOf(knex), { deposit_address: PAID_TO })
  const { id: payment_id, session_id } = payment
  const asset = { chain: "evm", network_id: "base-mainnet", token: "USDC", currency_code: "usd" }
  await knex("onchain_refund").insert(
    ids.map((id) => ({ ...account, ...asset, id, payment_id, session_id, kind: "order", fiat_amount: "10" }))
  )
  await storeAllStatuses(knex)
}

/** Links a refund to its payout, as when the payout was started. */
export async function followPayout(knex: Knex, withdrawal_id: string, id = "ref_1"): Promise<void> {
  const amounts = { token_amount: "10", share_amount: "10" }
  await knex("onchain_refund")
    .where({ id })
    .update({ state: "quoted", ...amounts, withdrawal_id })
  await storeAllStatuses(knex)
}

export const storeOf = (knex: Knex) => new DepositStore(knex, scope, 60_000)
export const mirrorOf = (knex: Knex) => new DepositMirror(knex, scope, Date.now)

const surroundings = { candidates: ["int_1", "int_2"], hasPayoutKey: true }

/** Begins or resumes an action. @returns undefined when it may not */
export async function claimDeposit(
  knex: Knex,
  change: Partial<DepositRequest> = {}
): Promise<ClaimedDeposit | undefined> {
  const outcome = await storeOf(knex).claim(depositRequest(change), surroundings)
  return outcome.kind === "claimed" ? outcome.claim : undefined
}

/** A deposit as the service lists it. */
export const deposit = (change: Partial<Deposit> = {}): Deposit => ({
  depositId: "dep_1",
  customerId: "cus_gateway",
  externalCustomerRef: "cus_1",
  chain: "evm",
  networkId: "base-mainnet",
  asset: { token: "USDC", supported: true },
  amount: { raw: "12500000", display: "12.5", decimals: 6 },
  transaction: { txHash: "0xAbC", operationIndex: 0, fromAddress: "0xFrom", toAddress: "0xTo" },
  assignment: { status: "unassigned_no_intent", safeToFulfill: false },
  resolutionStatus: "review_required",
  observedAt: "2026-11-21T09:00:00.000Z",
  ...change,
})

export const depositRequest = (change: Partial<DepositRequest> = {}): DepositRequest => ({
  depositId: "dep_1",
  action: "accept",
  actorId: "user_1",
  intentId: null,
  ...change,
})

/** Stores a deposit as a list of the service has it, which was requested after all that is known of it. */
export async function inReview(knex: Knex, change: Partial<Deposit> = {}): Promise<DepositRow> {
  const listed = deposit(change)
  await mirrorOf(knex).recordList([listed], new Date(Date.now() + 3_600_000))
  return storeOf(knex).mustFind(listed.depositId)
}

/** Names of the audit entries of a deposit, oldest first. */
export async function auditOf(knex: Knex, id = "dep_1"): Promise<string[]> {
  return (await storeOf(knex).history(id)).map(({ action }) => action)
}

/** Ends leases and pauses at once. */
export async function endDepositLeases(knex: Knex): Promise<void> {
  await knex.raw(
    `UPDATE onchain_deposit SET next_attempt_at = now() - interval '1 second',
       lease_expires_at = CASE WHEN lease_expires_at IS NOT NULL THEN now() - interval '1 second' END`
  )
}

/** A delivery as the webhook route hands it over. */
export const delivery = (id: string): Parameters<Inbox["accept"]>[0] => ({
  id,
  event: "invoice.paid",
  resourceId: "inv_1",
  rawBody: '{"event":"invoice.paid","data":{"id":"inv_1"}}',
})

export async function deliveryRow(knex: Knex, id: string): Promise<Record<string, unknown>> {
  const row = await knex("onchain_webhook_delivery").where({ id }).first()
  if (!row) throw new Error(`there is no delivery ${id}`)
  return row
}

/** Ends a pause or a lease of a delivery at once. */
export async function endDeliveryLease(knex: Knex, id: string): Promise<void> {
  await knex.raw(
    `UPDATE onchain_webhook_delivery SET next_attempt_at = now() - interval '1 second',
       lease_expires_at = CASE WHEN state = 'processing' THEN now() - interval '1 second' END
     WHERE id = ?`,
    [id]
  )
}

/** Claims, and fails the test when nothing was due. */
export async function mustClaim(inbox: Inbox) {
  const claimed = await inbox.claim()
  if (!claimed) throw new Error("nothing was due")
  return claimed
}

/** Names of the events in the outbox, in order. */
export async function eventsOf(knex: Knex, subject?: string): Promise<string[]> {
  const rows = knex("onchain_outbox").orderBy("position")
  return subject === undefined ? rows.pluck("name") : rows.where({ subject }).pluck("name")
}
