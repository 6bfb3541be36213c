import type { Invoice } from "../../../../gateway/contract"
import { type Money, moneyOf } from "../../../money"
import type { PaymentFacts } from "../../payment-status"
import { expectedPayment } from "../settlement-samples"
import { DECIMALS, mustHave } from "./world"

/** What a cart can cost: as a number, the first is more than the second; the third is for less. */
export const OFFERS: readonly Money[] = [moneyOf("1800", "jpy"), moneyOf("1793", "usd"), moneyOf("12", "usd")]

/** A payment session of Medusa, with our payment and the invoice of its attempt. */
export type Session = {
  offer: number
  isDeleted: boolean
  /** The order was placed on it. */
  isPlaced: boolean
  hasInvoice: boolean
  isPaid: boolean
  end: "captured" | "held" | null
}

/** A running request for a session. */
type Call = { session: number; replaced: readonly number[] }

export type SessionWorld = {
  /** What the cart costs, and what its collection says, which Medusa writes later. */
  cart: number
  collection: number
  change: number | null
  changes: number
  order: number | null
  sessions: Session[]
  calls: Call[]
}

/** Something that can happen, with the world after it. Its text is a line of a story. */
export type Step = { text: string; world: SessionWorld }

/** Nothing is opened. */
export const START: SessionWorld = {
  ...{ cart: 0, collection: 0, change: null, changes: 0, order: null, sessions: [], calls: [] },
}

/** A copy that can be changed. */
export function copyOf(world: SessionWorld): SessionWorld {
  return { ...world, sessions: world.sessions.map((session) => ({ ...session })), calls: [...world.calls] }
}

export const sessionOf = (world: SessionWorld, index: number): Session => mustHave(world.sessions[index])

export const isAlive = ({ isDeleted }: Session): boolean => !isDeleted

/** Two worlds with the same key have the same future. */
export function keyOf({ sessions, calls, ...rest }: SessionWorld): string {
  return [
    ...Object.values(rest),
    ...sessions.map((session) => Object.values(session).join()),
    ...calls.map(({ session, replaced }) => `${session}<${replaced.join()}`),
  ].join("|")
}

const RAIL = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const EXPECTED = "12"

/** Tokens are the same for every session: what they are worth is in its offer. */
export function invoiceOf({ isPaid }: Session): Invoice {
  return {
    id: "inv",
    status: isPaid ? "paid" : "pending",
    ...RAIL,
    amount: EXPECTED,
    receivedAmount: EXPECTED,
  }
}

export function paymentOf({ isPaid }: Session): PaymentFacts {
  const state = isPaid ? "settled" : "awaiting"
  return {
    ...{ ...expectedPayment, state, gateway_invoice_id: "inv" },
    ...{ expected_amount: EXPECTED, decimals: DECIMALS },
  }
}
