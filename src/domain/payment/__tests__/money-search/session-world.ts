import type { Invoice } from "../../../../gateway/contract"
import { type Money, moneyOf } from "../../../money"
import type { PaymentFacts } from "../../payment-status"
import { expectedPayment } from "../settlement-samples"
import { Numbered, spend, type State } from "./search"
import { DECIMALS, mustHave } from "./world"

/** What a cart can cost: as a number, the first is more than the second; the third is for less. */
export const OFFERS: readonly Money[] = [moneyOf("1800", "jpy"), moneyOf("1793", "usd"), moneyOf("12", "usd")]

/** A payment session of Medusa, with our payment and the invoice of its attempt. */
export type Session = {
  offer: number
  isDeleted: boolean
  invoice: "none" | "open" | "paid"
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

/** Nothing is opened. */
export const START: SessionWorld = {
  ...{ cart: 0, collection: 0, change: null, changes: 0, order: null, sessions: [], calls: [] },
}

/** A copy that can be changed. */
export function copyOf(world: SessionWorld): SessionWorld {
  return { ...world, sessions: world.sessions.map((session) => ({ ...session })), calls: [...world.calls] }
}

export const sessionOf = (world: SessionWorld, index: number): Session => mustHave(world.sessions[index])

/** All that the rules about one session see of another. */
export const lookOf = ({ offer, isDeleted, end }: Session): number =>
  end === "captured" ? 1 << (3 * offer) : isDeleted ? 0 : 1 << (3 * offer + 9)

export const isAlive = ({ isDeleted }: Session): boolean => !isDeleted

/** Lists of sessions and of calls, by number: few of them occur, in many combinations. */
export class SessionWorlds {
  private readonly sessions = new Numbered<Session[]>()
  private readonly calls = new Numbered<Call[]>()

  /** A world in two whole numbers. Two worlds with the same numbers have the same future. */
  stateOf({ cart, collection, change, changes, order, sessions, calls }: SessionWorld): State {
    const sessionsKey = sessions.map((session) => Object.values(session).join()).join("|")
    const callsKey = calls.map(({ session, replaced }) => `${session}<${replaced.join()}`).join("|")
    const digits = [this.calls.numberOf(callsKey, calls), cart, collection, change ?? NONE, order ?? NONE]
    return {
      one: this.sessions.numberOf(sessionsKey, sessions),
      other: SECOND + digits.reduce((sum, digit) => sum * BASE + digit),
      spent: spend(changes),
    }
  }

  worldOf({ one, other, spent }: State): SessionWorld {
    const digits = Array.from({ length: 4 }, (_, at) => Math.floor((other - SECOND) / BASE ** at) % BASE)
    const [order = NONE, change = NONE, collection = 0, cart = 0] = digits
    return {
      ...{ cart, collection, changes: spent },
      change: change === NONE ? null : change,
      order: order === NONE ? null : order,
      sessions: this.sessions.at(one),
      calls: this.calls.at(Math.floor((other - SECOND) / BASE ** 4)),
    }
  }
}

const BASE = 4
const NONE = 3
/** No two worlds differ only in which number is the first. */
const SECOND = 2 ** 31

const RAIL = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
const EXPECTED = "12"

/** Tokens are the same for every session: what they are worth is in its offer. */
export function invoiceOf({ invoice }: Session): Invoice {
  return {
    id: "inv",
    status: invoice === "paid" ? "paid" : "pending",
    ...RAIL,
    amount: EXPECTED,
    receivedAmount: EXPECTED,
  }
}

export function paymentOf({ invoice }: Session): PaymentFacts {
  const state = invoice === "paid" ? "settled" : "awaiting"
  return {
    ...{ ...expectedPayment, state, gateway_invoice_id: "inv" },
    ...{ expected_amount: EXPECTED, decimals: DECIMALS },
  }
}
