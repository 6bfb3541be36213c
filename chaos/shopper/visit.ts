import type { FateName } from "../plan/fate"
import type { PlannedOrder, RailChoice } from "../plan/plan"
import type { Random } from "../plan/random"
import type { Bill, OpenSession } from "./checkout"
import type { Rails } from "./rails"
import type { SentTransfer, TransferChange } from "./wallet"

/** Record of one shopper, for the verdict. */
export interface VisitRecord {
  index: number
  fate: FateName
  /**
   * Carts that were filled, in this order; each may have become one order, and the fate is about the last.
   */
  cartIds: string[]
  /** Orders as the shopper saw them, by cart. */
  orderIds: Record<string, string>
  /** Sessions whose bill was shown, in this order. */
  sessionIds: string[]
  transfers: SentTransfer[]
  /** Why the shopper stopped. */
  problem: string | null
}

/** A shopper in the store, with a wallet. */
export interface Visit {
  planned: PlannedOrder
  random: Random
  rails: Rails
  /** Fills a cart and chooses the rail of the plan. */
  openPayment(): Promise<{ cartId: string; bill: Bill }>
  addPiece(cartId: string): Promise<void>
  chooseAgain(cartId: string): Promise<Bill>
  placeOrder(cartId: string): Promise<string>
  send(bill: Bill, change?: TransferChange): void
  /** Pays what the session shows by a signature, which a facilitator may send. */
  sign(session: OpenSession): Promise<void>
  cancel(orderId: string): Promise<void>
  /** Waits until the store has cancelled the order. @returns false when that takes too long */
  untilCancelled(orderId: string): Promise<boolean>
  /** Fills a cart and places its order without a choice of network and token. */
  orderUnchosen(): Promise<{ cartId: string; orderId: string; session: OpenSession }>
  /**
   * Chooses a network and a token for a placed order.
   *
   * @returns undefined when the store refuses, such as for an order that was cancelled meanwhile
   */
  attempt(session: OpenSession, rail: RailChoice): Promise<Bill | undefined>
  /** Waits until a payment is captured or in review. @returns false when that takes too long */
  untilEnded(sessionId: string): Promise<boolean>
  /** Lets the bill expire at the service. */
  expire(bill: Bill): Promise<void>
  pause(minMs: number, maxMs: number): Promise<void>
  /** Continues while another shopper takes the place at the checkout. */
  later(rest: () => Promise<void>): void
}
