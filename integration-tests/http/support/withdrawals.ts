import { randomUUID } from "node:crypto"
import type {
  OnchainDestinationResponse,
  OnchainRequestWithdrawalBody,
  OnchainWithdrawalDetail,
  OnchainWithdrawalListResponse,
  OnchainWithdrawalResponse,
  OnchainWithdrawalState,
} from "../../../src/types/http"
import { untilState } from "./eventually"
import type { Merchant } from "./merchant"
import type { StoreUnderTest } from "./store-suite"
import { installed } from "./installed"

export { historyOf } from "./deposits"

const PATH = "/admin/onchain/withdrawals"
/** Long enough for a payout and its confirmations on every network of the sandbox. */
export const UNTIL_PAID_MS = 15 * 60_000

export const WALLETS = {
  "base-mainnet": { address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
  "sol-mainnet": { address: "7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV" },
  "stellar-mainnet": { address: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ", memo: "42" },
} as const

export type Refusal = { status: number; code: string | undefined; message: string }

export class WithdrawalApi {
  constructor(readonly merchant: Pick<Merchant, "get" | "post">) {}

  list = (query = "") => this.merchant.get<OnchainWithdrawalListResponse>(`${PATH}${query}`)

  /** Adds an address of the treasury. @returns its id */
  async destination(network_id: keyof typeof WALLETS = "base-mainnet", change: object = {}): Promise<string> {
    const body = { label: `Treasury on ${network_id}`, network_id, ...WALLETS[network_id], ...change }
    const path = "/admin/onchain/destinations"
    return (await this.merchant.post<OnchainDestinationResponse>(path, body)).destination.id
  }

  async request(
    destination_id: string,
    change: Partial<OnchainRequestWithdrawalBody> = {}
  ): Promise<OnchainWithdrawalDetail> {
    const body = { request_id: randomUUID(), destination_id, token: "USDC", amount: "25", ...change }
    return (await this.merchant.post<OnchainWithdrawalResponse>(PATH, body)).withdrawal
  }

  view = async (id: string) =>
    (await this.merchant.get<OnchainWithdrawalResponse>(`${PATH}/${id}`)).withdrawal

  async act(
    { id }: Pick<OnchainWithdrawalDetail, "id">,
    action: "quote" | "cancel" | "check" | "adopt" | "write-off" | "end" | "acknowledge",
    body: object = {}
  ): Promise<OnchainWithdrawalDetail> {
    return (await this.merchant.post<OnchainWithdrawalResponse>(`${PATH}/${id}/${action}`, body)).withdrawal
  }

  async consent(
    { id, quote }: Pick<OnchainWithdrawalDetail, "id" | "quote">,
    action: "confirm" | "approve" = "confirm"
  ): Promise<OnchainWithdrawalDetail> {
    const body = { quote_id: quote?.id ?? "none" }
    return (await this.merchant.post<OnchainWithdrawalResponse>(`${PATH}/${id}/${action}`, body)).withdrawal
  }

  send = async (destinationId: string, change: Partial<OnchainRequestWithdrawalBody> = {}) =>
    this.consent(await this.request(destinationId, change))

  until = (id: string, state: OnchainWithdrawalState, withinMs?: number) =>
    untilState(() => this.view(id), state, withinMs)
}

export async function refusalOf(call: Promise<unknown>): Promise<Refusal> {
  const answer = await call.then(
    () => null,
    ({ response }: { response?: { status: number; data: { code?: string; message: string } } }) => response
  )
  if (!answer) throw new Error("it was not refused")
  return { status: answer.status, code: answer.data.code, message: answer.data.message }
}

/** Makes every waiting withdrawal due, in their usual order. */
export async function hurry({ db }: Pick<StoreUnderTest, "db">): Promise<void> {
  await db.raw("UPDATE onchain_withdrawal SET due_at = due_at - interval '30 days'")
}

/**
 * A withdrawal whose answer was lost so long ago that its key may be forgotten. The service has it and sends
 * no webhook.
 */
export async function loseAnswer(
  store: Pick<StoreUnderTest, "sandbox" | "db" | "container">,
  api: WithdrawalApi,
  destinationId: string
) {
  const endpoint = "createWithdrawal"
  // Another one, which proves that the service lists withdrawals.
  await api.send(destinationId, { amount: "1" })
  const asked = await api.request(destinationId)
  await store.sandbox.setWebhook(null)
  // More than the client's retries of a call.
  await store.sandbox.fault({ kind: "drop_response", endpoint, count: 20 })
  await api.consent(asked)
  await store.sandbox.clearFaults()
  await store.db.raw(
    "UPDATE onchain_withdrawal SET first_sent_at = now() - interval '13 hours' WHERE id = ?",
    [asked.id]
  )
  await hurry(store)
  await (await installed("payout/workers/follow-withdrawals")).finishWithdrawals(store.container)
  const lost = await api.until(asked.id, "unknown")
  const [payout] = await payoutsOf(store, asked.id)
  if (!payout) throw new Error("the service has none")
  return { lost, payout }
}

export async function payoutsOf({ sandbox }: Pick<StoreUnderTest, "sandbox">, id: string) {
  return (await sandbox.withdrawals()).filter(({ clientReference }) => clientReference === id)
}
