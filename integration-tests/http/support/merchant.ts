import type { AxiosInstance } from "axios"
import type { SeedResult } from "../../../demo/store/seed"
import type { OnchainHealthResponse } from "../../../src/types/http"
import { DepositApi } from "./deposits"
import { RefundApi } from "./refunds"
import { PaymentApi } from "./unallocated"
import { WithdrawalApi } from "./withdrawals"

const ORDER_FIELDS = [
  "id",
  "status",
  "payment_status",
  "total",
  "summary.*",
  "payment_collections.status",
  "payment_collections.payments.id",
  "payment_collections.payments.captures.amount",
  "transactions.reference",
  "transactions.amount",
].join(",")

type Amount = { amount: number }
type Order = {
  id: string
  status: string
  payment_status: string
  total: number
  summary: { paid_total: number; pending_difference: number }
  payment_collections: { status: string; payments: { captures: Amount[] }[] }[]
  transactions: (Amount & { reference: string })[]
}

/** What a merchant sees of an order. Amounts in major units. */
export type OrderFacts = {
  status: string
  payment_status: string
  /** Captures of all payments of the order; one when it was captured once. */
  captures: number[]
  /** Captures booked on the order itself. */
  booked: number[]
  paid: number
  outstanding: number
}

/** The merchant's login in the stories. The configuration allows the id to move money out. */
export const MERCHANT = {
  id: "user_merchant",
  email: "merchant@example.com",
  password: "correct horse battery",
}

export class Merchant {
  readonly deposits = new DepositApi(this)
  readonly refunds = new RefundApi(this)
  readonly withdrawals = new WithdrawalApi(this)
  /** Money without an order. */
  readonly unmatched = new PaymentApi(this)
  private token: string | undefined

  constructor(
    private readonly api: AxiosInstance,
    private readonly login: { email: string; password: string }
  ) {}

  async order(orderId: string): Promise<OrderFacts> {
    const { order } = await this.get<{ order: Order }>(`/admin/orders/${orderId}?fields=${ORDER_FIELDS}`)
    const payments = order.payment_collections.flatMap((collection) => collection.payments)
    return {
      status: order.status,
      payment_status: order.payment_status,
      captures: payments.flatMap((payment) => payment.captures).map((capture) => capture.amount),
      booked: order.transactions.filter((row) => row.reference === "capture").map((row) => row.amount),
      paid: order.summary.paid_total,
      outstanding: order.summary.pending_difference,
    }
  }

  async orderIds(): Promise<string[]> {
    const { orders } = await this.get<{ orders: { id: string }[] }>("/admin/orders?fields=id&limit=200")
    return orders.map((order) => order.id)
  }

  async reserved(inventoryItemId: string): Promise<number> {
    const { inventory_item } = await this.get<{ inventory_item: { reserved_quantity: number } }>(
      `/admin/inventory-items/${inventoryItemId}`
    )
    return inventory_item.reserved_quantity
  }

  restock = (seed: SeedResult, pieces: number) =>
    this.post(`/admin/inventory-items/${seed.inventoryItemIds[0]}/location-levels/${seed.stockLocationId}`, {
      stocked_quantity: pieces,
    })

  /** @param signal of a tab that may be closed before the answer comes */
  cancelOrder = (orderId: string, signal?: AbortSignal) =>
    this.post(`/admin/orders/${orderId}/cancel`, {}, signal)
  health = () => this.get<OnchainHealthResponse>("/admin/onchain/health")

  async get<T>(path: string): Promise<T> {
    return (await this.api.get<T>(path, { headers: await this.headers() })).data
  }

  async post<T = unknown>(path: string, body: object, signal?: AbortSignal): Promise<T> {
    return (await this.api.post<T>(path, body, { headers: await this.headers(), signal })).data
  }

  async delete(path: string): Promise<void> {
    await this.api.delete(path, { headers: await this.headers() })
  }

  private async headers() {
    this.token ??= (await this.api.post<{ token: string }>("/auth/user/emailpass", this.login)).data.token
    return { authorization: `Bearer ${this.token}` }
  }
}
