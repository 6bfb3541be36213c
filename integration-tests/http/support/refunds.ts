import type {
  OnchainCreatedAddressRequest,
  OnchainCreatedAddressRequestResponse,
  OnchainDestinationResponse,
  OnchainOrderResponse,
  OnchainQuoteRefundBody,
  OnchainRefundDetail,
  OnchainRefundListResponse,
  OnchainRefundResponse,
  OnchainRefundState,
  OnchainSettleRefundBody,
  OnchainWithdrawalDetail,
  OnchainWithdrawalResponse,
} from "../../../src/types/http"
import { untilState } from "./eventually"
import type { Merchant } from "./merchant"
import { placePurchase, type Purchase } from "./purchase"
import type { StoreUnderTest } from "./store-suite"
import { fundTreasury } from "./treasury"

const PATH = "/admin/onchain/refunds"
/** Long enough for a sweep, a payout and its confirmations. */
const UNTIL_PAID_MS = 120_000

/** Addresses of customers, each used once. */
export const WALLETS = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
] as const

/** Expects a call to be refused. @param code ours, where there is one */
export const refused = (status: number, words: string | RegExp, code?: string) => ({
  response: {
    status,
    data: { message: expect.stringMatching(words), ...(code === undefined ? {} : { code }) },
  },
})

export class RefundApi {
  constructor(private readonly merchant: Pick<Merchant, "get" | "post">) {}

  list = (query = "") => this.merchant.get<OnchainRefundListResponse>(`${PATH}${query}`)
  view = async (id: string) => (await this.merchant.get<OnchainRefundResponse>(`${PATH}/${id}`)).refund
  order = async (id: string) =>
    (await this.merchant.get<OnchainOrderResponse>(`/admin/onchain/orders/${id}`)).order

  quote = (id: string, body: OnchainQuoteRefundBody) => this.post(`${id}/quote`, body)
  settle = (id: string, body: OnchainSettleRefundBody) => this.post(`${id}/settle`, body)

  async askAddress(id: string, body: object = {}): Promise<OnchainCreatedAddressRequest> {
    const path = `${PATH}/${id}/address-requests`
    return (await this.merchant.post<OnchainCreatedAddressRequestResponse>(path, body)).address_request
  }

  decideAddress = (id: string, requestId: string, body: object, verb: "approve" | "decline" = "approve") =>
    this.post(`${id}/address-requests/${requestId}/${verb}`, body)

  /** Confirms, approves or cancels the payout of a refund, with the current quote. */
  async act(
    { withdrawal }: Pick<OnchainRefundDetail, "withdrawal">,
    action: "confirm" | "approve" | "cancel"
  ): Promise<OnchainWithdrawalDetail> {
    const body = action === "cancel" ? {} : { quote_id: withdrawal?.quote?.id }
    const path = `/admin/onchain/withdrawals/${withdrawal?.id}/${action}`
    return (await this.merchant.post<OnchainWithdrawalResponse>(path, body)).withdrawal
  }

  /** Adds the address of a customer who is owed a refund. @returns its id */
  async addWallet(refundId: string, address: string = WALLETS[0], change: object = {}): Promise<string> {
    const body = { label: "Wallet", network_id: "base-mainnet", address, refund_id: refundId, ...change }
    return (await this.merchant.post<OnchainDestinationResponse>("/admin/onchain/destinations", body))
      .destination.id
  }

  /** Pays a refund out in full, to a new address of its customer. */
  async payOut(store: StoreUnderTest, id: string): Promise<OnchainRefundDetail> {
    const destination_id = await this.addWallet(id)
    await this.act(await this.quote(id, { destination_id, rate: "payment" }), "confirm")
    await letItBePaid(store)
    return this.until(id, "done")
  }

  until = (id: string, state: OnchainRefundState) => untilState(() => this.view(id), state)

  private async post(path: string, body: object): Promise<OnchainRefundDetail> {
    return (await this.merchant.post<OnchainRefundResponse>(`${PATH}/${path}`, body)).refund
  }
}

/** A captured order, and a partial refund by the merchant in Medusa. */
export type Sale = Purchase & {
  orderId: string
  /** @returns the id of the refund, Medusa's and ours */
  refund: (amount?: number) => Promise<string>
}

/** Sells one piece for 17 and waits for its capture. @param transfer changes to the payment */
export async function sell(store: StoreUnderTest, transfer: object = {}): Promise<Sale> {
  const purchase = await placePurchase(store)
  await store.sandbox.payInFull(purchase.invoiceId, transfer)
  await store.quiet()
  const [id] = await store.db("payment").where({ payment_session_id: purchase.sessionId }).pluck("id")
  const refund = async (amount?: number) => {
    await store.merchant.post(`/admin/payments/${id}/refund`, amount === undefined ? {} : { amount })
    const [made] = await store.db("refund").where({ payment_id: id }).orderBy("id", "desc").pluck("id")
    return String(made)
  }
  return { ...purchase, refund }
}

/** Brings in money besides the sales, to cover the service's fees, which come out of what customers paid. */
export async function fillTreasury(store: StoreUnderTest): Promise<void> {
  await fundTreasury(store, "100")
  await store.sandbox.advance(UNTIL_PAID_MS)
}

/** Lets time pass until pending payouts are paid and known to the store. */
export async function letItBePaid(store: StoreUnderTest): Promise<void> {
  await store.sandbox.advance(UNTIL_PAID_MS)
  await store.quiet()
}

/** Runs a story with other options of the plugin, and restores them. Groups are changed, not replaced. */
export async function underOptions(
  { container }: Pick<StoreUnderTest, "container">,
  change: Partial<Record<"payouts" | "rates" | "notifications" | "refundLinks", object>> & {
    placeOrder?: string
  },
  story: () => Promise<void>
): Promise<void> {
  const { options } = container.resolve("onchain")
  const before = { ...options }
  for (const [name, value] of Object.entries(change))
    Object.assign(options, {
      [name]: typeof value === "string" ? value : { ...Object(options[name as "rates"]), ...Object(value) },
    })
  try {
    await story()
  } finally {
    Object.assign(options, before)
  }
}
