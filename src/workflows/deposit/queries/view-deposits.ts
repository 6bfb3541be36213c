import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  type ActionSurroundings,
  type DepositAction,
  findActionRefusal,
  INCOME_STATES,
  isConfirmed,
  isResolved,
} from "../../../domain/deposit/deposit-lifecycle"
import { depositMismatch } from "../../../domain/deposit/deposit-link"
import { fiatValueOf } from "../../../domain/payment/received-amount"
import {
  type ApplicationRefusal,
  isOfOtherCustomer,
  refuseApplication,
} from "../../../domain/payment/resolution"
import type { CandidatePayment } from "../../../modules/onchain/deposit/deposit-links"
import type { DepositPage, DepositRow } from "../../../modules/onchain/deposit/deposit-store"
import { DUPLICATE_ADVICE } from "../../../modules/onchain/payment/address-book"
import type { PaymentRow } from "../../../modules/onchain/payment/payment-row"
import type { AuditEntry } from "../../../modules/onchain/work/audit-log"
import { scopeColumns } from "../../../modules/onchain/work/claim"
import { pageToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainAssignmentCandidate,
  OnchainCustomerResponse,
  OnchainDeposit,
  OnchainDepositApplication,
  OnchainDepositDetail,
  OnchainDepositListResponse,
} from "../../../types/http"
import {
  findOrderOfPayment,
  type LoadedFacts,
  loadOrder,
  loadSessionFacts,
  type OrderRecord,
} from "../../payment/order-record"
import { loadPaymentNames, type PaymentNames } from "../../payment/queries/payment-names"
import { loadApplicationTarget } from "../../payment/queries/view-unallocated-payments"
import { applicationRefusalInWords } from "../../payment/words"
import { CSV_PAGE, type CsvColumns, type CsvFile, csvFile, inUtc } from "../../csv"
import { columnsOf, historyToView, providerAnswerOf } from "../../person-names"
import { refusalInWords } from "../deposit-words"
import { toChoice, type Words } from "../../../words/say"

type IncomePage = Omit<DepositPage, "filter"> & { filter: Omit<DepositPage["filter"], "states"> }

export async function mustFindDeposit(container: MedusaContainer, id: string): Promise<DepositRow> {
  const deposit = await container.resolve("onchain").deposits.store.find(id)
  if (!deposit) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${id}.`)
  return deposit
}

export function surroundingsOf(
  container: MedusaContainer,
  candidates: readonly CandidatePayment[] = []
): ActionSurroundings {
  const { payoutApiKey } = container.resolve("onchain").options
  const intents = candidates.map(({ gateway_intent_id }) => gateway_intent_id)
  return { candidates: intents, hasPayoutKey: payoutApiKey !== undefined }
}

/** With an order that is alive and unpaid, or a cart that can become one. */
export async function loadCandidates(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<CandidatePayment[]> {
  const { deposits } = container.resolve("onchain")
  if (deposit.state !== "in_review") return []
  const candidates: CandidatePayment[] = []
  for (const payment of await deposits.links.candidates(deposit))
    if (isOpen(await loadSessionFacts(container, payment))) candidates.push(payment)
  return candidates
}

function isOpen({ session, paidElsewhere, misfit, order, cart }: LoadedFacts): boolean {
  if (session !== "alive" || paidElsewhere !== "no" || misfit === "other_currency") return false
  return order ? !order.isCancelled : cart !== null && !cart.isCompleted
}

/** Whether the money of a deposit can pay the order that it was sent for, before it is accepted. */
export type Application = { order: OrderRecord; refusal: ApplicationRefusal | null }

/** Accepting it decides again, under the locks. @returns null where its money is not meant for an order of its customer */
export async function findApplication(
  container: MedusaContainer,
  deposit: DepositRow
): Promise<Application | null> {
  const { deposits, currencies } = container.resolve("onchain")
  if (deposit.state !== "in_review") return null
  const money = await deposits.links.previewQueued(deposit)
  const orderId = money && (await findOrderOfPayment(container, money))
  const order = orderId === null ? null : await loadOrder(container, orderId)
  if (!money || !order) return null
  const target = await loadApplicationTarget(container, money, order)
  if (isOfOtherCustomer(money, target)) return null
  const value = fiatValueOf(money, await currencies.decimalsOf(money.currency_code))
  return { order, refusal: refuseApplication({ ...money, value }, target, null) }
}

async function applicationToView(
  container: MedusaContainer,
  application: Application
): Promise<OnchainDepositApplication> {
  const { order, refusal } = application
  const inWords = await applicationWords(container, application)
  return { order: { id: order.id, display_id: order.display_id }, ...toChoice(refusal, inWords) }
}

/** Says why the order of an application cannot take the money. */
export async function applicationWords(
  container: MedusaContainer,
  { order }: Pick<Application, "order">
): Promise<(refusal: ApplicationRefusal) => Words> {
  const fiat = await container.resolve("onchain").currencies.shown([order.currency_code])
  return (refusal) => applicationRefusalInWords(refusal, { fiat, allowed: [] })
}

const choiceOf = (action: DepositAction, deposit: DepositRow, surroundings: ActionSurroundings) =>
  toChoice(findActionRefusal(action, deposit, surroundings), refusalInWords)

export async function listDeposits(
  container: MedusaContainer,
  page: DepositPage & { by?: "state" | undefined }
): Promise<OnchainDepositListResponse> {
  const { list } = container.resolve("onchain").deposits
  return viewPage(container, page, await list.read(page, ...(page.by === undefined ? [] : [page.by])))
}

async function viewPage(
  container: MedusaContainer,
  page: { limit: number; offset: number },
  { rows, count }: { rows: DepositRow[]; count: number }
): Promise<OnchainDepositListResponse> {
  const names = await loadDepositNames(container, rows)
  return {
    deposits: rows.map((row) => depositToView(row, names)),
    ...pageToView(count, page, rows.length),
  }
}

const withoutOrder = <Filter extends object>(filter: Filter) => ({ ...filter, states: INCOME_STATES })

/** Money that the merchant keeps and that no order has. */
export async function listIncome(
  container: MedusaContainer,
  page: IncomePage
): Promise<OnchainDepositListResponse> {
  const { incomeList } = container.resolve("onchain").deposits
  return viewPage(container, page, await incomeList.read({ ...page, filter: withoutOrder(page.filter) }))
}

const EXPORT_COLUMNS: CsvColumns<OnchainDeposit> = {
  "Received (UTC)": ({ observed_at }) => inUtc(observed_at),
  "Customer email": ({ customer }) => customer?.email ?? null,
  Amount: ({ amount }) => amount,
  Token: ({ token }) => token,
  Network: ({ network_name }) => network_name,
  Transaction: ({ tx_hash }) => tx_hash,
  Address: ({ to_address }) => to_address,
  Memo: ({ memo }) => memo,
  Sender: ({ from_address }) => from_address,
  "Customer ID": ({ customer }) => customer?.id ?? null,
  "Network ID": ({ network_id }) => network_id,
  "Asset ID": ({ canonical_asset_id }) => canonical_asset_id,
  "Deposit ID": ({ id }) => id,
}

export function exportIncome(container: MedusaContainer, given: IncomePage["filter"]): Promise<CsvFile> {
  const { deposits, clock } = container.resolve("onchain")
  const page = { direction: "desc" as const, limit: CSV_PAGE, offset: 0 }
  return csvFile<DepositRow, OnchainDeposit>({
    ...{ name: "onchain-income", nowMs: clock(), columns: EXPORT_COLUMNS },
    read: async (last) => {
      const filter = withoutOrder({ ...given, after: last?.id })
      return (await deposits.incomeList.read({ ...page, filter })).rows
    },
    show: async (rows) => {
      const names = await loadDepositNames(container, rows)
      return rows.map((row) => depositToView(row, names))
    },
  })
}

export async function viewDeposit(
  container: MedusaContainer,
  depositId: string
): Promise<OnchainDepositDetail> {
  const { deposits, payments } = container.resolve("onchain")
  const row = await mustFindDeposit(container, depositId)
  const { expected_intent_id, expected_session_id, payment_id } = row
  const history = await deposits.store.history(row.id)
  const intent = assignedIntentOf(row, history)
  const [candidates, proposals, assigned, linked, application] = await Promise.all([
    loadCandidates(container, row),
    deposits.links.propose(row),
    intent === null ? undefined : payments.find({ gateway_intent_id: intent }),
    payment_id === null ? undefined : payments.find({ id: payment_id }),
    findApplication(container, row),
  ])
  const named = [assigned, linked, ...candidates, ...proposals.map(({ payment }) => payment)]
  const names = await loadDepositNames(container, [row], {
    actors: history.map(({ actor_id }) => actor_id),
    payments: named.filter((payment) => payment !== undefined),
  })
  const expected = names.paymentOf(row)
  const orderOf = (payment: PaymentRow | undefined) => (payment ? names.order(payment) : null)
  const surroundings = surroundingsOf(container, candidates)
  return {
    ...depositToView(row, names),
    candidates: candidates.map((payment) => candidateToView(payment, names)),
    provider_answer: providerAnswerOf(row, history),
    choices: {
      assign: choiceOf("assign", row, surroundings),
      accept: choiceOf("accept", row, surroundings),
      refund: choiceOf("refund", row, surroundings),
    },
    expected:
      !expected && expected_intent_id === null && expected_session_id === null
        ? null
        : {
            intent_id: expected_intent_id,
            session_id: expected_session_id ?? expected?.session_id ?? null,
            amount: expected?.expected_amount ?? null,
            token: expected?.token ?? null,
            network_name: expected ? names.networkName(expected.chain, expected.network_id) : null,
            order: orderOf(expected),
          },
    application: application && (await applicationToView(container, application)),
    assigned_to:
      intent === null
        ? null
        : { intent_id: intent, session_id: assigned?.session_id ?? null, order: orderOf(assigned) },
    linked: linked ? { payment_id: linked.id, session_id: linked.session_id, order: orderOf(linked) } : null,
    proposals: proposals.map(({ payment, by, isContested }) => ({
      ...{ payment_id: payment.id, session_id: payment.session_id, by, is_contested: isContested },
      ...{ order: orderOf(payment), expected_amount: payment.expected_amount, token: payment.token },
    })),
    history: historyToView(history, names),
  }
}

/** An assignment in the provider's dashboard is unknown here. @param history oldest first */
function assignedIntentOf(
  { state, action, action_intent_id }: DepositRow,
  history: readonly AuditEntry[]
): string | null {
  if (action !== "assign") return null
  const [requested, done] = history.slice(-2)
  const isOurs = requested?.action === "deposit.assign_requested" && done?.action === "deposit.assigned"
  return state === "processing" || (state === "assigned" && isOurs) ? action_intent_id : null
}

function candidateToView(payment: CandidatePayment, names: DepositNames): OnchainAssignmentCandidate {
  const { gateway_intent_id, session_id, id, fiat_amount, currency_code, expected_amount, token } = payment
  const order = names.order(payment)
  return {
    ...{ intent_id: gateway_intent_id, session_id, payment_id: id, expected_amount, token },
    // The total the payment was opened for.
    order: order && { ...order, total: names.fiat(fiat_amount, currency_code), currency_code },
    created_at: payment.created_at.toISOString(),
  }
}

const LATEST_OF_CUSTOMER = 20

export async function viewDepositCustomer(
  container: MedusaContainer,
  customer_id: string
): Promise<OnchainCustomerResponse["customer"]> {
  const onchain = container.resolve("onchain")
  const account = scopeColumns(onchain.options)
  const [links, addresses, { rows }] = await Promise.all([
    onchain.listOnchainCustomers({ customer_id, ...account }),
    onchain.listOnchainAddresses({ customer_id, ...account }, { order: { network_id: "ASC" } }),
    onchain.deposits.list.read({
      filter: { states: ["in_review", "processing"], customer_id },
      direction: "desc",
      limit: LATEST_OF_CUSTOMER,
      offset: 0,
    }),
  ])
  const names = await loadDepositNames(container, rows)
  return {
    id: customer_id,
    gateway_customer_id: links[0]?.gateway_customer_id ?? null,
    needs_link: links[0]?.last_error === DUPLICATE_ADVICE,
    addresses: addresses.map(({ chain, network_id, address, ensured_at }) => ({
      ...{ chain, network_id, address, network_name: names.networkName(chain, network_id) },
      ensured_at: ensured_at.toISOString(),
    })),
    deposits: rows.map((row) => depositToView(row, names)),
  }
}

type DepositNames = PaymentNames &
  ActionSurroundings & {
    /** The payment that a deposit was sent for, or that the provider expected, with the attempt of its address. */
    paymentOf: (row: DepositRow) => PaymentRow | undefined
  }

export function depositToView(row: DepositRow, names: DepositNames): OnchainDeposit {
  const { chain, network_id, tx_hash, to_address } = row
  const payment = names.paymentOf(row)
  return {
    ...columnsOf(row, "id", "state", "reported_state", "resolution_status", "assignment_status", "chain"),
    ...columnsOf(row, "network_id", "token", "canonical_asset_id", "is_supported", "amount", "amount_raw"),
    ...columnsOf(row, "tx_hash", "to_address", "memo", "payment_id", "linked_by", "last_error"),
    is_confirmed: isConfirmed(row),
    mismatch: payment ? depositMismatch(row, payment) : null,
    order: payment ? names.order(payment) : null,
    customer: names.customerById(row.customer_id) ?? (payment ? names.customer(payment) : null),
    network_name: names.networkName(chain, network_id),
    // An unconfirmed sender stays hidden: an operator could take it for an address to pay to.
    from_address: isConfirmed(row) ? row.from_address : null,
    explorer: names.explorer({ networkId: network_id, txHash: tx_hash, address: to_address }),
    observed_at: row.observed_at.toISOString(),
    resolved_at: isResolved(row.state) ? row.state_at.toISOString() : null,
    action: row.action && {
      name: row.action,
      by: names.actorName(row.action_by),
      at: (row.action_at ?? row.state_at).toISOString(),
      intent_id: row.action_intent_id,
    },
    // Neither of them needs an order.
    bulk: { accept: choiceOf("accept", row, names), refund: choiceOf("refund", row, names) },
  }
}

export async function loadDepositNames(
  container: MedusaContainer,
  deposits: readonly DepositRow[],
  others: { actors?: readonly (string | null)[]; payments?: readonly PaymentRow[] } = {}
): Promise<DepositNames> {
  const { actors = [], payments = [] } = others
  const operators = [...deposits.map(({ action_by }) => action_by), ...actors]
  const customers = deposits.map(({ customer_id }) => customer_id)
  const meant = await container.resolve("onchain").deposits.links.listMeant(deposits)
  const names = await loadPaymentNames(container, [...payments, ...meant], operators, customers)
  const paymentOf = ({ expected_session_id, payment_id, to_address, memo }: DepositRow) => {
    const own = meant.filter(({ id, session_id }) =>
      expected_session_id === null ? id === payment_id : session_id === expected_session_id
    )
    const isSent = ({ deposit_address, memo: asked }: PaymentRow) =>
      deposit_address?.toLowerCase() === to_address?.toLowerCase() && (asked === null || asked === memo)
    return own.filter(isSent).at(-1) ?? own.at(-1)
  }
  return { ...names, ...surroundingsOf(container), paymentOf }
}
