import { installed } from "../support/installed"
import { transfer } from "../support/intent-purchase"
import { pageText } from "../support/page-text"
import { check } from "../support/partial-payments"
import { findRail, openPurchase, USDC_ON_BASE, type Purchase } from "../support/purchase"
import type { StoreUnderTest } from "../support/store-suite"
import { paymentId } from "../support/unallocated"

const UNTIL_OVER_MS = 31 * 60_000
/** On every network used here. */
const UNTIL_FINAL_MS = 120_000
const USDC_ON_ETHEREUM = "evm:eth-mainnet:USDC"
const MADE_UP = `0x${"ab".repeat(32)}`

type Look = { sent: string | null; status: string; says: string }

/** What a shopper does otherwise than asked. @returns the hash that the shopper knows */
type Mistake = (store: StoreUnderTest, purchase: Purchase) => Promise<string>

const send =
  (change: object = {}): Mistake =>
  async ({ sandbox }, { invoiceId }) =>
    (await sandbox.pay(invoiceId, change)).txHash

async function openAnother({ shopper, sandbox }: StoreUnderTest, { sessionId }: Purchase, rail: string) {
  await shopper.attempt(sessionId, rail)
  return (await sandbox.invoices()).at(-1)?.id ?? ""
}

/** Orders whose quote is over when the mistake is made, then the others; with what the page leads to. */
const AFTER_THE_END: Readonly<Record<string, [Mistake, Look]>> = {
  late: [send(), { sent: null, status: "needs_review", says: "17 USDC arrived late." }],
  "replaced attempt paid": [
    async (store, purchase) => {
      await openAnother(store, purchase, USDC_ON_BASE)
      return send()(store, purchase)
    },
    { sent: null, status: "needs_review", says: "17 USDC arrived late." },
  ],
}

const IN_TIME: Readonly<Record<string, [Mistake, Look]>> = {
  short: [
    async (store, purchase) => {
      const hash = await send({ amount: "8.5" })(store, purchase)
      await check(store, await paymentId(store, purchase.sessionId))
      return hash
    },
    { sent: "8.5", status: "partially_paid", says: "Send the remaining 8.50 USDC" },
  ],
  over: [send({ amount: "20" }), { sent: null, status: "paid", says: "You paid 3 USDC too much." }],
  "wrong token": [
    send({ token: "ETH", amount: "0.01" }),
    { sent: null, status: "needs_review", says: "0.01 ETH arrived instead of 17 USDC." },
  ],
  "wrong network": [
    send({ networkId: "eth-mainnet" }),
    { sent: null, status: "needs_review", says: "17 USDC arrived on Ethereum" },
  ],
  "two attempts paid": [
    async (store, purchase) => {
      const other = await openAnother(store, purchase, USDC_ON_ETHEREUM)
      await store.sandbox.pay(other)
      return send()(store, purchase)
    },
    { sent: null, status: "paid", says: "Paid" },
  ],
  "paid twice to one address": [
    async (store, purchase) => {
      await send()(store, purchase)
      await store.sandbox.advance(UNTIL_FINAL_MS)
      return send()(store, purchase)
    },
    { sent: null, status: "paid", says: "Another 17 USDC arrived on Base" },
  ],
  "paid after cancellation": [
    async (store, purchase) => {
      await store.merchant.cancelOrder(await store.shopper.placeOrder(purchase.cartId))
      return send()(store, purchase)
    },
    { sent: null, status: "needs_review", says: "The order was closed before it arrived." },
  ],
  "made-up hash": [
    async ({ shopper }, { sessionId }) => {
      await shopper.claim(sessionId, MADE_UP)
      return MADE_UP
    },
    { sent: "17", status: "awaiting_payment", says: "Saved. We look for it on the network." },
  ],
}

const ON_STELLAR: Readonly<Record<string, [Mistake, Look]>> = {
  "missing memo": [
    send({ memo: null }),
    { sent: null, status: "needs_review", says: "17 USDC arrived without the memo of this payment." },
  ],
  "wrong memo": [
    send({ memo: "7" }),
    { sent: null, status: "needs_review", says: "17 USDC arrived without the memo of this payment." },
  ],
}

/** A shopper who does what the page says, and knows nothing else. */
export function mistakeStories(store: StoreUnderTest): void {
  const pageOf = async ({ sessionId }: Purchase) => pageText(await store.shopper.page(sessionId))

  /** Reads the lists, as their jobs do. */
  async function readLists(): Promise<void> {
    await (
      await installed("finance/workers/sync-transactions")
    ).syncTransactions(store.container, {
      is_whole: true,
    })
    await store.merchant.deposits.sync()
    await store.quiet()
  }

  async function follow(purchase: Purchase): Promise<Look> {
    const text = await pageOf(purchase)
    const { status } = await store.shopper.payment(purchase.sessionId)
    if (text.includes("Get a new quote")) await store.shopper.attempt(purchase.sessionId, USDC_ON_BASE)
    else if (!/ Send (the remaining )?[\d.]+ /.test(text)) return { sent: null, status, says: text }
    const payment = await store.shopper.payment(purchase.sessionId)
    await transfer(store.sandbox, payment)
    return { sent: payment.remaining_amount, status, says: text }
  }

  it("leads through 12 mistakes without a second payment", async () => {
    const stellar = await findRail(store, "stellar-mainnet", "USDC")
    const opened: { name: string; purchase: Purchase; make: Mistake; expected: Look }[] = []
    const open = async (mistakes: typeof IN_TIME, rail: string) => {
      for (const [name, [make, expected]] of Object.entries(mistakes))
        opened.push({ name, purchase: await openPurchase(store, rail), make, expected })
    }
    await open(AFTER_THE_END, USDC_ON_BASE)
    await store.sandbox.advance(UNTIL_OVER_MS)
    await store.quiet()
    await open(IN_TIME, USDC_ON_BASE)
    await open(ON_STELLAR, stellar)
    expect(opened).toHaveLength(12)
    const hashes: string[] = []
    for (const { purchase, make } of opened) hashes.push(await make(store, purchase))
    await store.sandbox.advance(UNTIL_FINAL_MS)
    await store.quiet()
    await readLists()
    // Money that the service cannot match is found by the hash.
    for (const [index, { purchase }] of opened.entries())
      if ((await pageOf(purchase)).includes("Already sent?"))
        await store.shopper.claim(purchase.sessionId, hashes[index] ?? "")

    const looks: [string, Look][] = []
    for (const { name, purchase, expected } of opened) {
      const { says, ...look } = await follow(purchase)
      looks.push([name, { ...look, says: says.includes(expected.says) ? expected.says : says }])
    }
    expect(looks).toEqual(opened.map(({ name, expected }) => [name, expected]))

    await store.sandbox.advance(UNTIL_FINAL_MS)
    await store.quiet()
    for (const { purchase, expected } of opened) {
      if (expected.sent === null) continue
      expect(await store.shopper.payment(purchase.sessionId)).toMatchObject({ status: "paid" })
    }
  })
}
