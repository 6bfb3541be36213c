import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import type { Demo } from "../environment"
import type { Say } from "../progress"
import { logIn } from "../shopper/log-in"
import { createSandboxControl } from "../shopper/sandbox-control"
import { admin, colleague, customer } from "../store/accounts"
import { createOrders, type Orders, ownConnection } from "./orders"
import * as payments from "./payments"
import * as payouts from "./payouts"

const Attention = z.object({ counts: z.record(z.string(), z.number()) })

/** What a situation is made with. */
export interface Stage {
  demo: Demo
  admin: Awaited<ReturnType<typeof logIn>>
  colleague: Awaited<ReturnType<typeof logIn>>
  sandbox: ReturnType<typeof createSandboxControl>
  orders: Orders
}

/** What the first order leaves to look at. */
export interface Samples {
  /** An order with a captured payment. */
  orderId: string
  /** Path of a payment page that waits for its money. */
  payPath: string
}

/** The demo's shop splits no payment, its provider rejects no withdrawal, and money to recover is what two other items are about. */
export const LEFT_EMPTY: ReadonlySet<string> = new Set([
  ...["withdrawal_failed", "leg_blocked", "leg_failed", "recovery"],
])

/**
 * Puts something in every other queue of the admin, through the shop, the sandbox and its webhooks. Only the hours after which a
 * withdrawal without an answer is given up are taken from the database.
 *
 * @throws Error when a queue stays empty
 */
export async function fillQueues(demo: Demo, say: Say): Promise<Samples> {
  const sandbox = createSandboxControl(demo.sandbox.origin)
  const [adminApi, colleagueApi, orders] = await Promise.all([
    logIn(demo.storeUrl, "user", admin, ownConnection),
    logIn(demo.storeUrl, "user", colleague, ownConnection),
    createOrders(demo),
  ])
  const stage: Stage = { demo, sandbox, orders, admin: adminApi, colleague: colleagueApi }
  await sandbox.apply("settings", { sweepDelayMs: 1_000 })
  await ensureAddresses(demo)
  const captured = await payments.sellWithRefunds(stage)
  say("queues, 1 of 4: refunds due, one with a proposed address")
  const open = await orders.place({ country: "de" })
  await Promise.all([
    payments.failWebhook(stage),
    payments.holdForReview(stage),
    payments.proposeApplication(stage),
    payments.contradict(stage),
    payouts.propose(stage),
  ])
  say(
    "queues, 2 of 4: unmatched, partial and contradicted payments, a deposit, payouts to approve, blocked and unknown, a failed webhook"
  )
  // It changes how the sandbox treats money for a while.
  await payments.loseMoney(stage)
  say("queues, 3 of 4: money that the provider cannot book")
  await waitUntil("every queue to have an item", async () => {
    await Promise.all([
      adminApi.get("/admin/onchain/health"),
      adminApi.post("/admin/onchain/transactions/sync", {}),
    ])
    const { counts } = Attention.parse(await adminApi.get("/admin/onchain/attention"))
    return Object.entries(counts).every(([kind, count]) => count > 0 || LEFT_EMPTY.has(kind)) || null
  })
  say("queues, 4 of 4: all filled")
  return { orderId: captured, payPath: open.pagePath }
}

/** Ada's account page shows an address on each. */
const railsOfAda = ["evm:base-mainnet:USDC", "evm:eth-mainnet:USDC", "sol:sol-mainnet:USDC"]

async function ensureAddresses({ storeUrl, seed }: Demo): Promise<void> {
  const headers = { ...ownConnection, "x-publishable-api-key": seed.publishableKey }
  const ada = await logIn(storeUrl, "customer", customer, headers)
  for (const rail of railsOfAda) await ada.get(`/store/onchain/addresses?rail=${rail}`)
}
