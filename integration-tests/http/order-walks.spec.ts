import { isAxiosError } from "axios"
import { expectAgreement, payLink, readBooks, type FiveBooks } from "./support/five-books"
import {
  claimReplacement,
  credit,
  requestReturn,
  transfer,
  editQuantity,
  exchange,
} from "./support/order-changes"
import { USDC_ON_BASE } from "./support/purchase"
import type { Shopper } from "./support/shopper"
import type { StoreUnderTest } from "./support/store-suite"
import { storeSuite } from "./support/store-suite"

/**
 * One walk keeps the search working; what each step does alone is in the stories of what orders owe.
 * `WALKS=300 npm test -- corners order-walks` is the long search; `FIRST_WALK` begins at another seed.
 */
const WALKS = Number(process.env.WALKS ?? 1)
const FIRST = Number(process.env.FIRST_WALK ?? 1)
const STEPS = 7

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Walk = {
  store: StoreUnderTest
  random: () => number
  orderId: string
  sessionId: string
  owner: Shopper
  other: Shopper
  /** Takes back the changes that are open. */
  open: (() => Promise<unknown>)[]
  books: FiveBooks
}

const pick = <Item>(random: () => number, items: readonly Item[]) =>
  items[Math.floor(random() * items.length)]
const cents = (amount: number) => Math.floor(amount * 100) / 100

const STEPS_OF = {
  edit: ({ store, orderId, random }) => editQuantity(store, orderId, 1 + Math.floor(random() * 3)),
  return: async (walk) => void walk.open.push(await requestReturn(walk.store, walk.orderId)),
  exchange: ({ store, orderId, random }) => exchange(store, orderId, 1 + Math.floor(random() * 2)),
  claim: async (walk) => void walk.open.push(await claimReplacement(walk.store, walk.orderId)),
  take_back: async ({ open }) => void (await open.pop()?.()),
  credit: async ({ store, orderId, books, random }) => {
    if (books.pending === 0) return
    await credit(store, orderId, random() < 0.3 ? books.pending : cents(books.pending * random()))
  },
  refund: async ({ store, orderId, books, random }) => {
    const { rows } = await store.db.raw(
      `SELECT payment.id, payment.amount::float FROM payment JOIN order_payment_collection AS link
         ON link.payment_collection_id = payment.payment_collection_id WHERE link.order_id = ? AND captured_at IS NOT NULL`,
      [orderId]
    )
    const payment = pick<{ id: string; amount: number }>(random, rows)
    if (!payment) return
    const amount = books.pending < 0 && random() < 0.7 ? -books.pending : cents(payment.amount * random())
    await store.merchant.post(`/admin/payments/${payment.id}/refund`, { amount })
  },
  transfer: async (walk) => {
    await transfer(walk.store, walk.orderId, walk.other.account?.customerId ?? "")
    ;[walk.owner, walk.other] = [walk.other, walk.owner]
  },
  cancel: ({ store, orderId, random }) =>
    random() < 0.3 ? store.merchant.cancelOrder(orderId) : Promise.resolve(undefined),
  pay: async (walk) => {
    const { page_link } = await payLink(walk.store, walk.orderId)
    const { sessionId, payment } = await walk.owner.openLink(page_link.token)
    walk.sessionId = sessionId
    if (payment.status === "choose") await walk.owner.attempt(sessionId, USDC_ON_BASE)
    await payLatest(walk)
  },
  /** The payer chooses on the page, and sends nothing. */
  choose: async ({ owner, sessionId }) => void (await owner.attempt(sessionId, USDC_ON_BASE)),
  /** Money for any address that was ever shown. */
  pay_old: async ({ store, random }) => {
    const unpaid = (await store.sandbox.invoices()).filter(({ status }) => status === "pending")
    const invoice = pick(random, unpaid)
    if (invoice) await store.sandbox.payInFull(invoice.id)
  },
} as const satisfies Record<string, (walk: Walk) => Promise<unknown>>

async function payLatest({ store }: Walk): Promise<void> {
  const invoice = (await store.sandbox.invoices()).at(-1)
  if (invoice?.status === "pending") await store.sandbox.payInFull(invoice.id)
}

const NAMES = Object.keys(STEPS_OF) as (keyof typeof STEPS_OF)[]

/** @returns what Medusa or the plugin refused, which is an answer; anything else fails the walk */
async function attempt(step: () => Promise<unknown>): Promise<string | null> {
  try {
    await step()
    return null
  } catch (error) {
    if (!isAxiosError<{ message?: string }>(error) || !error.response || error.response.status >= 500)
      throw error
    return `${error.response.status} ${error.response.data.message ?? ""}`
  }
}

storeSuite("random walks of an order", {}, (store) => {
  let restore: () => void
  beforeAll(() => {
    const { options } = store.container.resolve("onchain")
    const { collection } = options
    options.collection = "invoice"
    restore = () => void (options.collection = collection)
  })
  afterAll(() => restore())

  const seeds = Array.from({ length: WALKS }, (_, number) => FIRST + number)
  it.each(seeds)(
    "walk %i: outstanding, paid, refunds due, page and ledger agree at each step",
    async (seed) => {
      const random = randomOf(seed)
      const [owner, other] = [await store.shopper.signUp(), await store.shopper.signUp()]
      const { sessionId, cartId } = await owner.choose(await owner.fillCart(), USDC_ON_BASE)
      const orderId = await owner.placeOrder(cartId)
      const read = (walk: Pick<Walk, "owner" | "sessionId">) =>
        readBooks(store, orderId, { payer: walk.owner, sessionId: walk.sessionId })
      const walk: Walk = {
        store,
        random,
        orderId,
        sessionId,
        owner,
        other,
        open: [],
        books: await read({ owner, sessionId }),
      }
      const taken: string[] = []
      for (let step = 0; step < STEPS; step++) {
        const name = pick(random, random() < 0.25 ? (["pay", "pay_old"] as const) : NAMES) ?? "pay"
        const refusal = await attempt(() => STEPS_OF[name](walk))
        taken.push(refusal === null ? name : `${name} (${refusal})`)
        await store.quiet()
        walk.books = await read(walk)
        try {
          expectAgreement(walk.books)
        } catch (error) {
          throw new Error(`walk ${seed}: ${taken.join(" > ")}`, { cause: error })
        }
      }
    }
  )
})
