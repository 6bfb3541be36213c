import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { type DepositAction, findActionRefusal } from "../../../domain/deposit/deposit-lifecycle"
import { DEPOSIT_TOLERANCE_BPS } from "../../../domain/deposit/deposit-link"
import {
  explorerLinks,
  type ExplorerLinks,
  type ExplorerQuestion,
} from "../../../domain/payment/payment-page"
import type { CandidatePayment, DepositPage } from "../../../modules/onchain/deposit/deposit-list"
import {
  actionFacts,
  type ActionSurroundings,
  type DepositRow,
  isConfirmed,
} from "../../../modules/onchain/deposit/deposit-store"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { AuditEntry } from "../../../modules/onchain/work/audit-log"
import { scopeColumns } from "../../../modules/onchain/work/claim"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainAssignmentCandidate,
  OnchainBulkDepositAction,
  OnchainCustomerResponse,
  OnchainDeposit,
  OnchainDepositChoice,
  OnchainDepositDetail,
  OnchainDepositListResponse,
} from "../../../types/http"
import { type LoadedFacts, loadSessionFacts } from "../../payment/load-session-facts"
import { findOrderOfPayment } from "../../payment/order-record"
import { loadActorNames, loadCustomerNames } from "../../person-names"
import { refusalInWords } from "../deposit-words"

async function loadDepositOptions(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<Pick<OnchainDepositDetail, "candidates" | "choices">> {
  const candidates = await loadCandidates(container, deposit)
  const choiceOf = (action: DepositAction) => toChoice(container, action, deposit, candidates)
  const choices = { assign: choiceOf("assign"), accept: choiceOf("accept"), refund: choiceOf("refund") }
  return { candidates, choices }
}

function toChoice(
  container: MedusaContainer,
  action: DepositAction,
  deposit: DepositRow,
  candidates: readonly OnchainAssignmentCandidate[]
): OnchainDepositChoice {
  const refusal = findActionRefusal(action, actionFacts(deposit, surroundingsOf(container, candidates)))
  return { is_possible: refusal === null, reason: refusal && refusalInWords(refusal) }
}

export async function loadSurroundings(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<ActionSurroundings> {
  return surroundingsOf(container, await loadCandidates(container, deposit))
}

function surroundingsOf(
  container: MedusaContainer,
  candidates: readonly OnchainAssignmentCandidate[]
): ActionSurroundings {
  const { options } = container.resolve("onchain")
  return {
    candidates: candidates.map(({ intent_id }) => intent_id),
    hasPayoutKey: options.payoutApiKey !== undefined,
    toleranceBps: DEPOSIT_TOLERANCE_BPS,
  }
}

/**
 * Open payments that a deposit can be assigned to, with an order that is alive and unpaid, or a cart that can
 * become one.
 */
async function loadCandidates(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<OnchainAssignmentCandidate[]> {
  const onchain = container.resolve("onchain")
  if (deposit.state !== "in_review") return []
  const candidates: OnchainAssignmentCandidate[] = []
  for (const payment of await onchain.deposits.list.candidates(deposit, DEPOSIT_TOLERANCE_BPS)) {
    const facts = await loadSessionFacts(container, payment, onchain.clock())
    if (isOpen(facts)) candidates.push(await candidateToView(container, payment, facts.order?.id ?? null))
  }
  return candidates
}

function isOpen({ session, isPaidOtherwise, misfit, order, cart }: LoadedFacts): boolean {
  if (session !== "alive" || isPaidOtherwise || misfit === "other_currency") return false
  return order ? !order.isCancelled : cart !== null && !cart.isCompleted
}

async function candidateToView(
  container: MedusaContainer,
  payment: CandidatePayment,
  orderId: string | null
): Promise<OnchainAssignmentCandidate> {
  const order = await loadOrderName(container, orderId)
  const fiat = await container.resolve("onchain").currencies.shown([payment.currency_code])
  const { gateway_intent_id, session_id, id, fiat_amount, currency_code, expected_amount, token } = payment
  return {
    intent_id: gateway_intent_id,
    session_id,
    payment_id: id,
    // The total the payment was opened for.
    order: order && { ...order, total: fiat(fiat_amount, currency_code), currency_code },
    expected_amount,
    token,
    created_at: payment.created_at.toISOString(),
  }
}

async function loadOrderName(
  container: MedusaContainer,
  id: string | null
): Promise<{ id: string; display_id: number | null } | null> {
  if (id === null) return null
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id"], filters: { id } })
  return { id, display_id: data[0]?.display_id ?? null }
}

export async function listDeposits(
  container: MedusaContainer,
  page: DepositPage
): Promise<OnchainDepositListResponse> {
  const { attention, deposits } = container.resolve("onchain")
  const { list } = deposits
  const [rows, count, waiting] = await Promise.all([
    list.page(page),
    list.count(page.filter),
    attention.list.count("deposit"),
  ])
  const names = await loadDepositNames(container, rows)
  return {
    deposits: rows.map((row) => depositToView(row, names)),
    ...countToView(count, page, rows.length),
    limit: page.limit,
    offset: page.offset,
    waiting,
  }
}

/** @throws MedusaError `not_found` */
export async function viewDeposit(
  container: MedusaContainer,
  depositId: string
): Promise<OnchainDepositDetail> {
  const { store } = container.resolve("onchain").deposits
  const row = await store.find(depositId)
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${depositId}.`)
  const history = await store.history(row.id)
  const actors = history.map(({ actor_id }) => actor_id)
  const [names, options, expected, assigned_to, linked, proposals] = await Promise.all([
    loadDepositNames(container, [row], actors),
    loadDepositOptions(container, row),
    loadExpected(container, row),
    loadAssignedTo(container, row, history),
    loadLinked(container, row),
    loadProposals(container, row),
  ])
  return {
    ...depositToView(row, names),
    ...options,
    expected,
    assigned_to,
    linked,
    proposals,
    history: history.map(({ action, actor_id, created_at }) => ({
      at: created_at.toISOString(),
      action,
      by: names.actorName(actor_id),
    })),
  }
}

const LATEST_OF_CUSTOMER = 20

export async function viewDepositCustomer(
  container: MedusaContainer,
  customer_id: string
): Promise<OnchainCustomerResponse["customer"]> {
  const onchain = container.resolve("onchain")
  const account = scopeColumns(onchain.options)
  const [links, addresses, rows] = await Promise.all([
    onchain.listOnchainCustomers({ customer_id, ...account }),
    onchain.listOnchainAddresses({ customer_id, ...account }, { order: { network_id: "ASC" } }),
    onchain.deposits.list.page({
      filter: { states: [], customer_id },
      order: { by: "observed_at", direction: "desc" },
      limit: LATEST_OF_CUSTOMER,
      offset: 0,
    }),
  ])
  const names = await loadDepositNames(container, rows)
  return {
    id: customer_id,
    gateway_customer_id: links[0]?.gateway_customer_id ?? null,
    addresses: addresses.map(({ chain, network_id, address, ensured_at }) => ({
      chain,
      network_id,
      network_name: names.networkName(chain, network_id),
      address,
      ensured_at: ensured_at.toISOString(),
    })),
    deposits: rows.map((row) => depositToView(row, names)),
  }
}

type DepositNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  customer: (customerId: string) => OnchainDeposit["customer"]
  explorer: (asked: ExplorerQuestion) => ExplorerLinks
  choice: (action: OnchainBulkDepositAction, row: DepositRow) => OnchainDepositChoice
}

export function depositToView(row: DepositRow, names: DepositNames): OnchainDeposit {
  return {
    id: row.id,
    state: row.state,
    is_confirmed: isConfirmed(row),
    reported_state: row.reported_state,
    resolution_status: row.resolution_status,
    assignment_status: row.assignment_status,
    customer: row.customer_id === null ? null : names.customer(row.customer_id),
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    canonical_asset_id: row.canonical_asset_id,
    is_supported: row.is_supported,
    amount: row.amount,
    amount_raw: row.amount_raw,
    tx_hash: row.tx_hash,
    // An unconfirmed sender stays hidden: an operator could take it for an address to pay to.
    from_address: isConfirmed(row) ? row.from_address : null,
    to_address: row.to_address,
    explorer: names.explorer({ networkId: row.network_id, txHash: row.tx_hash, address: row.to_address }),
    memo: row.memo,
    payment_id: row.payment_id,
    linked_by: row.linked_by,
    observed_at: row.observed_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    action: actionToView(row, names),
    last_error: row.last_error,
    bulk: { accept: names.choice("accept", row), refund: names.choice("refund", row) },
  }
}

function actionToView(
  { action, action_by, action_at, action_intent_id }: DepositRow,
  { actorName }: DepositNames
): OnchainDeposit["action"] {
  if (action === null || action_at === null) return null
  const at = action_at.toISOString()
  return { name: action, by: actorName(action_by), at, intent_id: action_intent_id }
}

/** One read per kind of name. */
export async function loadDepositNames(
  container: MedusaContainer,
  deposits: readonly DepositRow[],
  otherActors: readonly (string | null)[] = []
): Promise<DepositNames> {
  const [networkName, actorName, customer] = await Promise.all([
    container.resolve("onchain").networkNames.load(),
    loadActorNames(container, [...deposits.map(({ action_by }) => action_by), ...otherActors]),
    loadCustomerNames(
      container,
      deposits.map(({ customer_id }) => customer_id)
    ),
  ])
  const { options } = container.resolve("onchain")
  return {
    ...{ networkName, actorName, customer },
    explorer: (asked) => explorerLinks(options, asked),
    // Neither of them needs an order.
    choice: (action, row) => toChoice(container, action, row, []),
  }
}

async function loadExpected(
  container: MedusaContainer,
  { expected_intent_id: intent_id, expected_session_id: session_id }: DepositRow
): Promise<OnchainDepositDetail["expected"]> {
  if (intent_id === null && session_id === null) return null
  const payment = session_id === null ? undefined : await findPayment(container, { session_id })
  return {
    intent_id,
    session_id,
    amount: payment?.expected_amount ?? null,
    token: payment?.token ?? null,
    order: await loadOrderOf(container, payment),
  }
}

/** An assignment in the gateway's dashboard is unknown here. @param history oldest first */
async function loadAssignedTo(
  container: MedusaContainer,
  { state, action, action_intent_id: intent_id }: DepositRow,
  history: readonly AuditEntry[]
): Promise<OnchainDepositDetail["assigned_to"]> {
  if (action !== "assign" || intent_id === null) return null
  const [requested, done] = history.slice(-2)
  const isOurs = requested?.action === "deposit.assign_requested" && done?.action === "deposit.assigned"
  if (state !== "processing" && !(state === "assigned" && isOurs)) return null
  const payment = await findPayment(container, { gateway_intent_id: intent_id })
  return {
    intent_id,
    session_id: payment?.session_id ?? null,
    order: await loadOrderOf(container, payment),
  }
}

async function loadLinked(
  container: MedusaContainer,
  { payment_id }: DepositRow
): Promise<OnchainDepositDetail["linked"]> {
  const payment = payment_id === null ? undefined : await findPayment(container, { id: payment_id })
  if (!payment) return null
  return {
    payment_id: payment.id,
    session_id: payment.session_id,
    order: await loadOrderOf(container, payment),
  }
}

async function loadProposals(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<OnchainDepositDetail["proposals"]> {
  const { deposits } = container.resolve("onchain")
  const proposals = await deposits.links.propose(deposit, DEPOSIT_TOLERANCE_BPS)
  return Promise.all(
    proposals.map(async ({ payment, by, isContested }) => ({
      payment_id: payment.id,
      session_id: payment.session_id,
      by,
      is_contested: isContested,
      order: await loadOrderOf(container, payment),
      expected_amount: payment.expected_amount,
      token: payment.token,
    }))
  )
}

type PaymentKey = { session_id: string } | { gateway_intent_id: string } | { id: string }

function findPayment(container: MedusaContainer, key: PaymentKey): Promise<PaymentRow | undefined> {
  return container.resolve("onchain").payments.find(key)
}

async function loadOrderOf(container: MedusaContainer, payment: PaymentRow | undefined) {
  return payment ? loadOrderName(container, await findOrderOfPayment(container, payment)) : null
}
