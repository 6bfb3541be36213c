import { createHash } from "node:crypto"
import { STORED } from "../http/support/payment-rows"
import { USDC_ON_BASE } from "../http/support/purchase"
import type { Shopper } from "../http/support/shopper"
import type { StoreUnderTest } from "../http/support/store-suite"
import { ChangingCart, type Regions } from "../http/support/two-currencies"
import { pause } from "./racing-orders"

/** Draws numbers below 1 from a text, always the same ones. */
function numbersFrom(seed: string): () => number {
  let drawn = 0
  return () => createHash("sha256").update(`${seed} ${drawn++}`).digest().readUInt32BE(0) / 2 ** 32
}

/** Longest pause between two moves: about as long as one takes. */
const LONGEST_PAUSE_MS = 500
const MOVES_EACH = 5
const HANDS = 3
const PIECES = [1, 2, 149]
/** So long the service thinks about every other opening: cart changes fit in between. */
const SLOW = { kind: "latency", ms: 700, probability: 0.5, count: 1_000_000 }

export async function slowTheService({ sandbox }: StoreUnderTest): Promise<void> {
  for (const endpoint of ["createInvoice", "createIntent"]) await sandbox.fault({ ...SLOW, endpoint })
}

/** One cart whose shopper does everything at once, from a seed. */
export class RacingCart {
  /** What was done, in the order in which it began. */
  readonly moves: string[] = []
  private readonly paid = new Set<string>()

  private constructor(
    private readonly store: StoreUnderTest,
    private readonly shopper: Shopper,
    private readonly cart: ChangingCart,
    private readonly draw: () => number
  ) {}

  static async fill(store: StoreUnderTest, customers: Shopper[], regions: Regions, seed: string) {
    const draw = numbersFrom(seed)
    const shopper = pick(draw, [store.shopper, ...customers])
    const currency = pick(draw, ["jpy", "usd"] as const)
    const cart = await ChangingCart.fill(store, shopper, regions, { currency, pieces: pick(draw, PIECES) })
    // Money for a cart that cannot be shipped waits for its shopper, and no race ends.
    await cart.addShipping()
    return new RacingCart(store, shopper, cart, draw)
  }

  /** A session, then several hands at once; in the end most of what is open is paid, and the cart completed. */
  async race(): Promise<void> {
    await this.attempt("open", () => this.open())
    const plans = Array.from({ length: HANDS }, () => this.plan())
    await Promise.all(
      plans.map(async (plan) => {
        for (const { pauseMs, name, move } of plan) {
          await pause(pauseMs)
          await this.attempt(name, move)
        }
      })
    )
    if (this.draw() < 0.8) await this.attempt("complete at last", () => this.complete())
    if (this.draw() < 0.8) await this.attempt("pay at last", () => this.pay(1))
  }

  /** Everything is drawn before it runs, so that a seed is a plan. */
  private plan() {
    return Array.from({ length: MOVES_EACH }, () => {
      const [name, move] = this.drawMove()
      return { name, move, pauseMs: this.draw() * LONGEST_PAUSE_MS }
    })
  }

  private drawMove(): [string, () => Promise<unknown>] {
    const currency = pick(this.draw, ["jpy", "usd"] as const)
    const pieces = pick(this.draw, PIECES)
    const isCard = this.draw() < 0.2
    const share = this.draw()
    const moves: [string, () => Promise<unknown>][] = [
      ["open", () => this.open()],
      ["open again", () => this.open()],
      ["open without a rail", () => this.open(undefined)],
      [isCard ? "change to the other provider" : "open once more", () => this.open(USDC_ON_BASE, isCard)],
      [`move to ${currency}`, () => this.cart.moveTo(currency)],
      [
        `move to ${currency}, then ship`,
        () => this.cart.moveTo(currency).then(() => this.cart.addShipping()),
      ],
      [`take ${pieces}`, () => this.cart.setPieces(pieces)],
      ["ship", () => this.cart.addShipping()],
      ["complete", () => this.complete()],
      ["pay", () => this.pay(share)],
    ]
    return pick(this.draw, moves)
  }

  /** A move that the store refuses is a move. */
  private async attempt(name: string, move: () => Promise<unknown>): Promise<void> {
    this.moves.push(name)
    await move().catch(({ response }: { response?: { status: number } }) =>
      this.moves.push(`(${name}: ${response?.status ?? "refused"})`)
    )
  }

  private open(rail: string | undefined = USDC_ON_BASE, isCard = false): Promise<unknown> {
    const provider_id = isCard ? "pp_system_default" : "pp_onchain_default"
    const path = `/store/payment-collections/${this.cart.collectionId}/payment-sessions`
    return this.shopper.post(path, { provider_id, data: { rail } })
  }

  private complete = () => this.shopper.complete(this.cart.cartId)

  /** Pays some of the open attempts, each once. */
  private async pay(share: number): Promise<void> {
    const { rows } = await this.store.db.raw(
      `SELECT attempt_id AS id, kind, gateway_invoice_id AS "invoiceId", deposit_address AS address, memo,
         expected_amount AS amount FROM ${STORED}
       WHERE collection_id = ? AND (gateway_invoice_id IS NOT NULL OR gateway_intent_id IS NOT NULL)
       ORDER BY attempt_created_at DESC`,
      [this.cart.collectionId]
    )
    const open = rows.filter(({ id }: { id: string }) => !this.paid.has(id))
    for (const { id, kind, invoiceId, address, memo, amount } of open.slice(
      0,
      Math.ceil(open.length * share)
    )) {
      this.paid.add(id)
      const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }
      if (kind === "invoice") await this.store.sandbox.payInFull(invoiceId)
      else
        await this.store.sandbox.transfer({ ...rail, toAddress: address, amount, ...(memo ? { memo } : {}) })
    }
  }
}

function pick<T>(draw: () => number, from: readonly T[]): T {
  const found = from[Math.floor(draw() * from.length)]
  if (found === undefined) throw new Error("nothing to draw from")
  return found
}

/** Transfers of which our rows know nothing: neither captured, nor held, nor due back, nor in review. */
export async function lostTransfers({ sandbox, db }: StoreUnderTest): Promise<object[]> {
  const { rows } = await db.raw(
    `SELECT a.gateway_invoice_id AS "invoiceId", a.tx_hash AS "txHash", p.state, a.state AS attempt
     FROM onchain_attempt AS a JOIN onchain_payment AS p ON p.id = a.payment_id
     WHERE (a.id = p.current_attempt_id AND p.state IN ('captured', 'held'))
       OR EXISTS (SELECT 1 FROM onchain_refund AS r WHERE r.attempt_id = a.id)`
  )
  const invoices = new Set(rows.map(({ invoiceId }: { invoiceId: string }) => invoiceId))
  const hashes = new Set(rows.map(({ txHash }: { txHash: string }) => txHash))
  const deposits = new Set(await db("onchain_deposit").pluck("id"))
  return (await sandbox.payments()).filter(
    ({ invoiceId, txHash, depositId }) =>
      !(invoiceId && invoices.has(invoiceId)) &&
      !hashes.has(txHash) &&
      !(depositId && deposits.has(depositId))
  )
}
