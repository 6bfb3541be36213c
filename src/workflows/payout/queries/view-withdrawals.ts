import type { MedusaContainer } from "@medusajs/framework/types"
import { type Approval, approvalOn, reasonAgainstApproval } from "../../../domain/payout/payout-gate"
import {
  approvalProblemOf,
  involvedIn,
  isExpired,
  obstacleTo,
  type PastActions,
  pastActionsOf,
  reviewOf,
  WITHDRAWAL_ACTIONS,
  type WithdrawalStanding,
} from "../../../domain/payout/withdrawal-decisions"
import { afterFee } from "../../../domain/payout/payout-evidence"
import { waitOf, WITHDRAWAL_SOURCES } from "../../../domain/payout/withdrawal-lifecycle"
import type { WithdrawalPage } from "../../../modules/onchain/payout/payout-service"
import type { RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import type { WithdrawalEntry, WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-store"
import { pageToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainWithdrawal,
  OnchainWithdrawalDetail,
  OnchainWithdrawalListResponse,
  OnchainWithdrawalQuote,
} from "../../../types/http"
import { loadPaymentNames } from "../../payment/queries/payment-names"
import { columnsOf, historyToView, loadNames, type Names, providerAnswerOf } from "../../person-names"
import { findPayoutRefusal, findWithdrawal, type RequestActor } from "../payout-access"
import { toChoice } from "../../../words/say"
import { obstacleInWords } from "../payout-words"

/** Until it is sent, fee and net are those of the quote. */
export function withdrawalToView(row: WithdrawalRow, names: WithdrawalNames): OnchainWithdrawal {
  return {
    ...columnsOf(row, "id", "state", "chain", "network_id", "token", "canonical_asset_id", "amount"),
    ...columnsOf(row, "tx_hash", "last_error"),
    kind: row.refund_id === null ? "treasury" : "refund",
    gateway_status: row.provider_status ?? row.gateway_status,
    status_source: WITHDRAWAL_SOURCES.find((source) => source === row.status_source) ?? null,
    waits_for: waitOf(row),
    network_name: names.networkName(row.chain, row.network_id),
    fee: row.fee ?? row.quote_fee,
    net_amount: afterFee(row.amount, row.fee ?? row.quote_fee),
    destination: {
      id: row.destination_id,
      label: names.destinationLabel(row.destination_id),
      address: row.destination_address,
      memo: row.destination_memo === "" ? null : row.destination_memo,
    },
    refund: row.refund_id === null ? null : { id: row.refund_id, order: names.orderOf(row.payment_id) },
    requested_by: names.actorName(row.requested_by),
    confirmed_by: names.actorName(names.pastOf(row.id).confirmed?.by ?? null),
    approved_by: names.actorName(names.pastOf(row.id).approved?.by ?? null),
    created_at: row.created_at.toISOString(),
    sent_at: row.first_sent_at?.toISOString() ?? null,
    completed_at: row.state === "completed" ? row.state_at.toISOString() : null,
    explorer: names.explorer({
      ...{ networkId: row.network_id, txHash: row.tx_hash, address: row.destination_address },
    }),
  }
}

function quoteToView(row: WithdrawalRow, now: Date): OnchainWithdrawalQuote | null {
  if (row.quote_id === null) return null
  return {
    id: row.quote_id,
    fee: row.quote_fee,
    net_amount: afterFee(row.amount, row.quote_fee),
    expires_at: row.quote_expires_at?.toISOString() ?? null,
    is_expired: isExpired(row, now),
  }
}

type WithdrawalNames = Pick<Names, "networkName" | "explorer" | "actorName"> & {
  pastOf: (withdrawalId: string) => PastActions
  destinationLabel: (destinationId: string) => string
  orderOf: (paymentId: string | null) => { id: string; display_id: number | null } | null
}

/** One read per kind of name. @param otherActors admins to be named beside those of the withdrawals */
export async function loadWithdrawalNames(
  container: MedusaContainer,
  rows: readonly WithdrawalRow[],
  otherActors: readonly (string | null)[] = []
): Promise<WithdrawalNames> {
  const { list, store } = container.resolve("onchain").payouts.withdrawals
  const past = await store.pastActions(rows.map(({ id }) => id))
  const pastOf = (id: string) => past.get(id) ?? {}
  const actors = rows.flatMap(({ id, requested_by }) => {
    const { confirmed, approved } = pastOf(id)
    return [requested_by, confirmed?.by ?? null, approved?.by ?? null]
  })
  const [names, labels, orderOf] = await Promise.all([
    loadNames(container, { actors: [...actors, ...otherActors] }),
    list.labelsOf(rows.map(({ destination_id }) => destination_id)),
    loadOrders(container, rows),
  ])
  return { ...names, pastOf, orderOf, destinationLabel: (id) => labels.get(id) ?? id }
}

async function loadOrders(
  container: MedusaContainer,
  rows: readonly WithdrawalRow[]
): Promise<WithdrawalNames["orderOf"]> {
  const { list } = container.resolve("onchain").payouts.withdrawals
  const payments = await list.paymentsOf(rows.map(({ payment_id }) => payment_id))
  if (payments.length === 0) return () => null
  const names = await loadPaymentNames(container, payments)
  const orders = new Map(payments.map((payment) => [payment.id, names.order(payment)] as const))
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
function isThirdNeeded(standing: WithdrawalStanding, actor: RequestActor, approval: Approval): boolean {
  if (approval !== "second_user" || pastActionsOf(standing.history).confirmed) return false
  return reasonAgainstApproval({ approval, actor, involved: involvedIn(standing) })?.code !== "self_approval"
}

export async function loadWithdrawalDetail(
  container: MedusaContainer,
  row: WithdrawalRow,
  actor: RequestActor
): Promise<OnchainWithdrawalDetail> {
  const { options, payouts } = container.resolve("onchain")
  const { list, store } = payouts.withdrawals
  const [similar, standing, { refusal }, refund_terms] = await Promise.all([
    list.similar(row, MOST_SIMILAR),
    store.standing(row.id),
    findPayoutRefusal(container, actor),
    loadRefundTerms(container, row),
  ])
  const { history } = standing
  const approvalRefusal = approvalProblemOf(standing, actor, options.payouts)
  const names = await loadWithdrawalNames(
    container,
    [row],
    [...history.map(({ actor_id }) => actor_id), ...similar.map(({ requested_by }) => requested_by)]
  )
  return {
    ...withdrawalToView(row, names),
    ...columnsOf(row, "gateway_withdrawal_id", "mismatch", "last_answer_code"),
    note: history[0]?.note ?? null,
    quote: quoteToView(row, standing.now),
    review: reviewOf(row),
    reviewed: row.reviewed_at === null ? null : lastOf(["withdrawal.acknowledged"], history, names),
    provider_answer: providerAnswerOf(row, history),
    resolution: lastOf(RESOLUTIONS, history, names),
    similar: similar.map(({ id, state, requested_by, created_at }) => ({
      id,
      state,
      by: names.actorName(requested_by),
      at: created_at.toISOString(),
    })),
    refund_terms,
    needs_third_user: isThirdNeeded(standing, actor, approvalOn(row.chain, options.payouts.approval)),
    choices: Object.fromEntries(
      WITHDRAWAL_ACTIONS.map((action) => {
        const obstacle = obstacleTo(action, standing, { refusal, approvalRefusal })
        return [action, toChoice(obstacle, obstacleInWords)]
      })
    ) as OnchainWithdrawalDetail["choices"],
    history: historyToView(history, names),
  }
}

export async function listWithdrawals(
  container: MedusaContainer,
  page: WithdrawalPage
): Promise<OnchainWithdrawalListResponse> {
  const { list } = container.resolve("onchain").payouts.withdrawals
  const { rows, count } = await list.read(page)
  const names = await loadWithdrawalNames(container, rows)
  return {
    withdrawals: rows.map((row) => withdrawalToView(row, names)),
    ...pageToView(count, page, rows.length),
  }
}

type RefundTerms = OnchainWithdrawalDetail["refund_terms"]

/**
 * What an operator has to know before the payout of a refund: whose address it goes to, and its rate.
 * @returns null for a withdrawal of the treasury
 */
async function loadRefundTerms(container: MedusaContainer, row: WithdrawalRow): Promise<RefundTerms> {
  if (row.refund_id === null || row.payment_id === null) return null
  const { refunds, payments, payouts, currencies } = container.resolve("onchain")
  const [refund, payment, destination] = await Promise.all([
    refunds.find(row.refund_id),
    payments.find({ id: row.payment_id }),
    payouts.destinations.find(row.destination_id),
  ])
  const customerId = destination?.customer_id ?? null
  const [{ customerById }, fiat, sender] = await Promise.all([
    loadNames(container, { customers: [customerId] }),
    currencies.shown([refund?.currency_code ?? null]),
    payment ? refunds.senders.find(payment) : null,
  ])
  return {
    customer: customerById(customerId),
    is_observed_sender: (destination?.is_observed_sender ?? false) || row.destination_address === sender,
    fiat_amount: refund?.fiat_amount ? fiat(refund.fiat_amount, refund.currency_code) : null,
    currency_code: refund?.currency_code ?? null,
    rate: refund?.withdrawal_id === row.id ? rateOf(refund) : null,
  }
}

/** The terms of its latest payout. */
function rateOf({ rate_basis, rate, rate_source, rate_at }: RefundRow): NonNullable<RefundTerms>["rate"] {
  if (rate_basis === null || rate === null || rate_at === null) return null
  return { basis: rate_basis, price: rate, source: rate_source ?? "", at: rate_at.toISOString() }
}

const RESOLUTIONS: readonly string[] = [
  "withdrawal.adopted",
  "withdrawal.written_off",
  "withdrawal.ended_paid",
  "withdrawal.ended_not_paid",
]

function lastOf(
  actions: readonly string[],
  history: readonly WithdrawalEntry[],
  names: WithdrawalNames
): { by: string | null; at: string; note: string } | null {
  const entry = history.filter(({ action }) => actions.includes(action)).at(-1)
  if (!entry) return null
  return { by: names.actorName(entry.actor_id), at: entry.created_at.toISOString(), note: entry.note ?? "" }
}
