import type {
  OnchainCustomerResponse,
  OnchainDeposit,
  OnchainDepositAction,
  OnchainDepositDetail,
  OnchainDepositListResponse,
  OnchainDepositResponse,
  OnchainDepositSyncResponse,
  OnchainPaymentView,
} from "../../../src/types/http"
import { eventually, untilState } from "./eventually"
import { placeIntent, signUp, transfer } from "./intent-purchase"
import type { Merchant } from "./merchant"
import { USDC_ON_BASE } from "./purchase"
import type { Shopper } from "./shopper"
import type { StoreUnderTest } from "./store-suite"

/** Long enough for a transfer, or a refund, to be final on the networks used here. */
const UNTIL_FINAL_MS = 20_000
const PATH = "/admin/onchain/deposits"

type Shop = Pick<StoreUnderTest, "sandbox" | "shopper" | "quiet"> & Partial<Pick<StoreUnderTest, "merchant">>

export type AwaitedDeposit = {
  customer: Shopper
  orderId: string
  sessionId: string
  payment: OnchainPaymentView
}

/** Places an order as a signed-in customer, to be paid on the customer's own address or with a memo. */
export async function awaitDeposit(
  store: Shop,
  rail: string = USDC_ON_BASE,
  known?: Shopper
): Promise<AwaitedDeposit> {
  const customer = known ?? (await signUp(store)).customer
  return { customer, ...(await placeIntent(customer, rail)) }
}

/** Sends what a payment page shows, except for the given changes, and waits until it is final. @returns the deposit's id */
export async function sendFor(
  store: Shop,
  payment: OnchainPaymentView,
  change: object = {}
): Promise<string> {
  const depositId = await transferFor(store, payment, change)
  await becomeFinal(store)
  return depositId
}

export async function transferFor(
  { sandbox }: Pick<StoreUnderTest, "sandbox">,
  payment: OnchainPaymentView,
  change: object = {}
): Promise<string> {
  const { depositId } = await transfer(sandbox, payment, change)
  if (!depositId) throw new Error("the transfer reached no deposit")
  return depositId
}

export async function effectsOf(
  { sandbox }: Pick<StoreUnderTest, "sandbox">,
  action?: OnchainDepositAction
): Promise<number> {
  const actions = action ? [action] : (["assign", "accept", "refund"] as const)
  const calls = (await Promise.all(actions.map((name) => sandbox.calls(`${name}Deposit`)))).flat()
  return calls.filter(({ status }) => status === null || status === 200).length
}

export async function becomeFinal(store: Shop): Promise<void> {
  await store.sandbox.advance(UNTIL_FINAL_MS)
  await store.quiet()
}

/**
 * A deposit in review that exactly one open payment fits: two orders on one rail are active at the service,
 * and the store has marked the older one as superseded.
 */
export async function ambiguousDeposit(
  store: Shop,
  rail: string = USDC_ON_BASE
): Promise<{ id: string; older: AwaitedDeposit; newer: AwaitedDeposit }> {
  await store.sandbox.changeSettings({ replacesIntents: false })
  const older = await awaitDeposit(store, rail)
  const newer = await awaitDeposit(store, rail, older.customer)
  const id = await sendFor(store, newer.payment)
  if (store.merchant) await store.merchant.deposits.untilConfirmed(id)
  return { id, older, newer }
}

export class DepositApi {
  constructor(private readonly merchant: Pick<Merchant, "get" | "post">) {}

  list = (query = "") => this.merchant.get<OnchainDepositListResponse>(`${PATH}${query}`)
  sync = () => this.merchant.post<OnchainDepositSyncResponse>(`${PATH}/sync`, {})

  view = async (id: string) => (await this.merchant.get<OnchainDepositResponse>(`${PATH}/${id}`)).deposit
  act = async (id: string, action: OnchainDepositAction, body: object = {}) =>
    (await this.merchant.post<OnchainDepositResponse>(`${PATH}/${id}/${action}`, body)).deposit

  /** Accepts a deposit, and applies the money to its order. */
  apply = async (id: string, order_id: string) =>
    (await this.merchant.post<OnchainDepositResponse>(`${PATH}/${id}/apply`, { order_id })).deposit

  /** Assigns a deposit to its only candidate. */
  async assign(id: string): Promise<OnchainDepositDetail> {
    const { candidates } = await this.view(id)
    expect(candidates).toHaveLength(1)
    return this.act(id, "assign", { intent_id: candidates[0]?.intent_id })
  }

  customer = async (id: string) =>
    (await this.merchant.get<OnchainCustomerResponse>(`/admin/onchain/customers/${id}`)).customer

  /** Waits until a list has confirmed what an event reported: events share readings. */
  untilConfirmed(id: string): Promise<OnchainDepositDetail> {
    return eventually(async () => {
      const deposit = await this.view(id)
      expect(deposit.is_confirmed).toBe(true)
      return deposit
    })
  }

  until = (id: string, state: OnchainDeposit["state"], withinMs?: number) =>
    untilState(() => this.view(id), state, withinMs)
}

export function possibleActions({ choices }: OnchainDepositDetail): string[] {
  return Object.entries(choices).flatMap(([action, choice]) => (choice.is_possible ? [action] : []))
}

export const historyOf = ({ history }: { history: readonly { action: string; by: string | null }[] }) =>
  history.map(({ action, by }) => (by === null ? action : `${action} by ${by}`))

/** Accepts a deposit at the service itself, under a key of its dashboard or another one. */
export async function acceptAtService(
  { sandbox }: Pick<StoreUnderTest, "sandbox">,
  id: string,
  key = `dashboard_${id}`
): Promise<void> {
  const { url, credentials } = sandbox
  const answer = await fetch(`${url}/businesses/${credentials.businessId}/deposits/${id}/accept`, {
    method: "POST",
    headers: { "x-api-key": credentials.apiKey ?? "", "idempotency-key": key },
  })
  expect(answer.status).toBe(200)
}
