import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import type OnchainOrderRefund from "../models/order-refund"
import { ownRows, scopeColumns, type Scope } from "../work/scope"

export type OrderRefundRow = InferTypeOf<typeof OnchainOrderRefund>

/** `amount` in major units. */
export type NewOrderRefund = Pick<
  OrderRefundRow,
  "request_id" | "requested_by" | "order_id" | "medusa_payment_id" | "amount" | "note"
>

/** Requests of operators to refund an order in Medusa, by the id that their form made. */
export class OrderRefundRequests {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** Stores a request, or finds the one with its id. */
  async open(request: NewOrderRefund): Promise<OrderRefundRow> {
    const id = generateEntityId(undefined, "ocorf")
    await this.knex("onchain_order_refund")
      .insert({ id, ...scopeColumns(this.scope), ...request })
      .onConflict()
      .ignore()
    const row = await this.find(request)
    if (!row) throw new Error("the request to refund an order was not stored")
    return row
  }

  find({
    requested_by,
    request_id,
  }: Pick<NewOrderRefund, "requested_by" | "request_id">): Promise<OrderRefundRow | undefined> {
    return ownRows<OrderRefundRow>(this.knex, this.scope, "onchain_order_refund")
      .where({ requested_by, request_id })
      .first()
  }

  /** @param refundId of Medusa */
  async done(id: string, refundId: string): Promise<void> {
    await this.knex("onchain_order_refund")
      .where({ id })
      .update({ refund_id: refundId, updated_at: this.knex.fn.now() })
  }
}
