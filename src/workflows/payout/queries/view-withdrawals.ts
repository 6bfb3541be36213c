import type { MedusaContainer } from "@medusajs/framework/types"
import {
  explorerLinks,
  type ExplorerLinks,
  type ExplorerQuestion,
} from "../../../domain/payment/payment-page"
import { type Approval, reasonAgainstApproval } from "../../../domain/payout/payout-gate"
import {
  choiceFactsOf,
  type WithdrawalAction,
  withdrawalChoices,
} from "../../../domain/payout/withdrawal-choices"
import { waitOf } from "../../../domain/payout/withdrawal-lifecycle"
import { approvalProblemOf, involvedIn, isExpired } from "../../../domain/payout/withdrawal-standing"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-change"
import type { WithdrawalPage } from "../../../modules/onchain/payout/withdrawal-store"
import type { AuditEntry } from "../../../modules/onchain/work/audit-log"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainWithdrawal,
  OnchainWithdrawalDetail,
  OnchainWithdrawalListResponse,
  OnchainWithdrawalQuote,
} from "../../../types/http"
import { loadUnallocatedNames } from "../../payment/queries/view-unallocated-payments"
import { loadActorNames, loadCustomerNames } from "../../person-names"
import { findPayoutRefusal, type RequestActor } from "../payout-access"
import { obstacleInWords, toChoice } from "../payout-words"
import { findWithdrawal } from "../withdrawal-outcome"

const SOURCES = ["service", "transaction", "event"] as const

/** Until it is sent, fee and net are those of the quote. */
export function withdrawalToView(row: WithdrawalRow, names: WithdrawalNames): OnchainWithdrawal {
  return {
    id: row.id,
    state: row.state,
    kind: row.kind,
    gateway_status: row.gateway_status,
    status_source: SOURCES.find((source) => source === row.status_source) ?? null,
    waits_for: waitOf(row),
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    canonical_asset_id: row.canonical_asset_id,
    amount: row.amount,
    fee: row.fee ?? row.quote_fee,
    net_amount: row.net_amount ?? row.quote_net,
    destination: {
      id: row.destination_id,
      label: names.destinationLabel(row.destination_id),
      address: row.destination_address,
      memo: row.destination_memo === "" ? null : row.destination_memo,
    },
    refund: row.refund_id === null ? null : { id: row.refund_id, order: names.orderOf(row.payment_id) },
    requested_by: names.actorName(row.requested_by),
    confirmed_by: names.actorName(row.confirmed_by),
    approved_by: names.actorName(row.approved_by),
    created_at: row.created_at.toISOString(),
    sent_at: row.first_sent_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    tx_hash: row.tx_hash,
    explorer: names.explorer({
      ...{ networkId: row.network_id, txHash: row.tx_hash, address: row.destination_address },
    }),
    last_error: row.last_error,
  }
}

function quoteToView(row: WithdrawalRow, now: Date): OnchainWithdrawalQuote | null {
  if (row.quote_id === null || row.quoted_at === null) return null
  return {
    id: row.quote_id,
    fee: row.quote_fee,
    net_amount: row.quote_net,
    expires_at: row.quote_expires_at?.toISOString() ?? null,
    is_expired: isExpired(row, now),
    quoted_at: row.quoted_at.toISOString(),
  }
}

type WithdrawalNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  destinationLabel: (destinationId: string) => string
  explorer: (asked: ExplorerQuestion) => ExplorerLinks
  /** Of a refund's payment. */
  orderOf: (paymentId: string | null) => { id: string; display_id: number | null } | null
}

/** One read per kind of name. @param otherActors admins to be named beside those of the withdrawals */
export async function loadWithdrawalNames(
  container: MedusaContainer,
  rows: readonly WithdrawalRow[],
  otherActors: readonly (string | null)[] = []
): Promise<WithdrawalNames> {
  const onchain = container.resolve("onchain")
  const actors = rows.flatMap(({ requested_by, confirmed_by, approved_by }) => [
    requested_by,
    confirmed_by,
    approved_by,
  ])
  const [networkName, actorName, labels, orderOf] = await Promise.all([
    onchain.networkNames.load(),
    loadActorNames(container, [...actors, ...otherActors]),
    onchain.payouts.withdrawals.list.labelsOf(rows.map(({ destination_id }) => destination_id)),
    loadOrders(container, rows),
  ])
  const explorer = (asked: ExplorerQuestion) => explorerLinks(onchain.options, asked)
  return { networkName, actorName, orderOf, explorer, destinationLabel: (id) => labels.get(id) ?? id }
}

async function loadOrders(
  container: MedusaContainer,
  rows: readonly WithdrawalRow[]
): Promise<WithdrawalNames["orderOf"]> {
  const { list } = container.resolve("onchain").payouts.withdrawals
  const payments = await list.paymentsOf(rows.map(({ payment_id }) => payment_id))
  const names = await loadUnallocatedNames(container, payments)
  const orders = new Map<string, NonNullable<OnchainWithdrawal["refund"]>["order"]>(
    payments.map((payment) => [
      payment.id,
      (payment.state === "captured" ? names.appliedTo(payment) : null) ?? names.meantFor(payment),
    ])
  )
  return (paymentId) => (paymentId === null ? null : (orders.get(paymentId) ?? null))
}

const MOST_SIMILAR = 10

/** @throws MedusaError `not_found` */
export async function viewWithdrawal(
  container: MedusaContainer,
  input: { withdrawal_id: string; actor: RequestActor }
): Promise<OnchainWithdrawalDetail> {
  const row = await findWithdrawal(container, input.withdrawal_id)
  return loadWithdrawalDetail(container, row, input.actor)
}

/** Whether a confirmation by this person leaves only a third one to approve. */
function isThirdNeeded(row: WithdrawalRow, actor: RequestActor, approval: Approval): boolean {
  if (approval !== "second_user" || row.confirmed_by !== null) return false
  return reasonAgainstApproval({ approval, actor, involved: involvedIn(row) })?.code !== "self_approval"
}

/** @param actor whose choices are shown */
export async function loadWithdrawalDetail(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): Promise<OnchainWithdrawalDetail> {
  const { options, payouts } = container.resolve("onchain")
  const { list, store } = payouts.withdrawals
  const [history, similar, standing, { refusal }, refund_terms] = await Promise.all([
    store.history(row.id),
    list.similar(row, MOST_SIMILAR),
    payouts.withdrawals.standing(row.id),
    findPayoutRefusal(container, actor),
    loadRefundTerms(container, row),
  ])
  const approvalRefusal = approvalProblemOf(standing.row, actor, options.payouts)
  const names = await loadWithdrawalNames(
    container,
    [row],
    [
      row.mismatch_seen_by,
      ...history.map(({ actor_id }) => actor_id),
      ...similar.map(({ requested_by }) => requested_by),
    ]
  )
  return {
    ...withdrawalToView(row, names),
    note: row.note,
    quote: quoteToView(row, standing.now),
    gateway_withdrawal_id: row.gateway_withdrawal_id,
    failure_reason: row.failure_reason,
    mismatch: row.mismatch,
    mismatch_seen: seenToView(row, names),
    last_answer_code: row.last_answer_code,
    resolution: resolutionToView(row, history, names),
    similar: similar.map(({ id, state, requested_by, created_at }) => ({
      id,
      state,
      by: names.actorName(requested_by),
      at: created_at.toISOString(),
    })),
    refund_terms,
    needs_third_user: isThirdNeeded(row, actor, options.payouts.approval),
    choices: choicesToView(withdrawalChoices(choiceFactsOf(standing, { refusal, approvalRefusal }))),
    history: history.map(({ action, actor_id, created_at }) => ({
      at: created_at.toISOString(),
      action,
      by: names.actorName(actor_id),
    })),
  }
}

function choicesToView(choices: ReturnType<typeof withdrawalChoices>): OnchainWithdrawalDetail["choices"] {
  const choiceOf = (action: WithdrawalAction) => toChoice(choices[action], obstacleInWords)
  return {
    quote: choiceOf("quote"),
    confirm: choiceOf("confirm"),
    approve: choiceOf("approve"),
    cancel: choiceOf("cancel"),
    adopt: choiceOf("adopt"),
    write_off: choiceOf("write_off"),
    end: choiceOf("end"),
    acknowledge: choiceOf("acknowledge"),
    check: choiceOf("check"),
  }
}

export async function listWithdrawals(
  container: MedusaContainer,
  page: WithdrawalPage
): Promise<OnchainWithdrawalListResponse> {
  const { attention, payouts } = container.resolve("onchain")
  const { list } = payouts.withdrawals
  const [rows, count, waiting] = await Promise.all([
    list.page(page),
    list.count(page.filter),
    attention.list.count("approval", "withdrawal_unknown"),
  ])
  const names = await loadWithdrawalNames(container, rows)
  return {
    withdrawals: rows.map((row) => withdrawalToView(row, names)),
    ...countToView(count, page, rows.length),
    limit: page.limit,
    offset: page.offset,
    waiting,
  }
}

type RefundTerms = OnchainWithdrawalDetail["refund_terms"]

/**
 * What an operator has to know before the payout of a refund: whose address it goes to, and its rate.
 * @returns null for a withdrawal of the treasury
 */
async function loadRefundTerms(container: MedusaContainer, row: WithdrawalRow): Promise<RefundTerms> {
  if (row.refund_id === null || row.payment_id === null) return null
  const { currencies, refunds, payments, payouts } = container.resolve("onchain")
  const [refund, payment, destination] = await Promise.all([
    refunds.find(row.refund_id),
    payments.find({ id: row.payment_id }),
    payouts.destinations.find(row.destination_id),
  ])
  const customerId = destination?.customer_id ?? null
  const fiat = await currencies.shown([refund?.currency_code ?? null])
  const [customer, sender] = await Promise.all([
    loadCustomerNames(container, [customerId]),
    payment ? payouts.refunds.senders.find(payment) : null,
  ])
  return {
    customer: customerId === null ? null : customer(customerId),
    is_observed_sender: (destination?.is_observed_sender ?? false) || row.destination_address === sender,
    fiat_amount: refund?.fiat_amount ? fiat(refund.fiat_amount, refund.currency_code) : null,
    currency_code: refund?.currency_code ?? null,
    rate: rateOf(row),
  }
}

function rateOf({ rate_basis, rate, rate_source, rate_at }: WithdrawalRow): NonNullable<RefundTerms>["rate"] {
  if (rate_basis === null || rate === null || rate_at === null) return null
  return { basis: rate_basis, price: rate, source: rate_source ?? "", at: rate_at.toISOString() }
}

/** A person's end of a withdrawal. */
const RESOLUTIONS: readonly string[] = [
  "withdrawal.adopted",
  "withdrawal.written_off",
  "withdrawal.ended_paid",
  "withdrawal.ended_not_paid",
]

/** Null where no person ended it. */
function resolutionToView(
  { resolution_note }: WithdrawalRow,
  history: readonly AuditEntry[],
  names: WithdrawalNames
): OnchainWithdrawalDetail["resolution"] {
  const entry = history.filter(({ action }) => RESOLUTIONS.includes(action)).at(-1)
  if (!entry) return null
  return { by: names.actorName(entry.actor_id), at: entry.created_at.toISOString(), note: resolution_note }
}

/** Null until a person reviews it. */
function seenToView(
  { mismatch_seen_at, mismatch_seen_by, mismatch_seen_note }: WithdrawalRow,
  names: WithdrawalNames
): OnchainWithdrawalDetail["mismatch_seen"] {
  if (mismatch_seen_at === null) return null
  return {
    by: names.actorName(mismatch_seen_by),
    at: mismatch_seen_at.toISOString(),
    note: mismatch_seen_note ?? "",
  }
}
