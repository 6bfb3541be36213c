import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import Stripe from "stripe"
import { parseAssumptions, signDelivery, verifyDelivery } from "../../src/gateway"
import type { Benchmark } from "../benchmark"
import { invoice } from "../local/invoice"
import { createRow, type Round } from "../report/row"
import { median } from "../report/statistics"

const rounds = 15
const batchesPerRound = 40
const verificationsPerBatch = 100
const toleranceSeconds = 300

type Verify = () => unknown

/**
 * One webhook verified over its raw body: ours against stripe-node and standardwebhooks. Each gets the body
 * in the form it is fastest with, and its secret prepared as far as it allows. The peer of a round is the
 * faster of the two. Ours and standardwebhooks also read the delivery's id.
 */
export const signatureVerification: Benchmark = {
  rows: ["signature_verification"],
  measure({ say }) {
    const sides = createSides()
    runRound(sides)
    const measured = Array.from({ length: rounds }, () => runRound(sides))
    const typical = (side: keyof typeof sides) => median(measured.map((times) => times[side])).toFixed(2)
    say(
      `a verification: ours ${typical("ours")} us, stripe ${typical("stripe")} us, standardwebhooks ${typical("standardwebhooks")} us`
    )
    const compared: Round[] = measured.map(({ ours, stripe, standardwebhooks }) => ({
      ours,
      peer: Math.min(stripe, standardwebhooks),
    }))
    return Promise.resolve([
      createRow("signature_verification", "us", { of: "ratio", is: "<=", limit: 1 }, compared),
    ])
  },
}

function createSides(): Record<"ours" | "stripe" | "standardwebhooks", Verify> {
  const text = JSON.stringify({ event: "invoice.paid", data: invoice })
  const body = Buffer.from(text)
  const timestampMs = Date.now()
  const secret = `whsec_${randomBytes(32).toString("base64")}`

  const rules = parseAssumptions().signature
  const headers = signDelivery({ body, deliveryId: "dlv_1", timestampMs, secret }, rules)
  const secrets = [secret]

  const { webhooks } = new Stripe("sk_test_bench")
  const timestamp = Math.floor(timestampMs / 1_000)
  const stripeHeader = webhooks.generateTestHeaderString({ payload: text, secret, timestamp })

  const standard = new Webhook(secret)
  const standardHeaders = {
    "webhook-id": "dlv_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": standard.sign("dlv_1", new Date(timestampMs), text),
  }
  return {
    ours: () =>
      accepted(verifyDelivery({ rawBody: body, headers, secrets, nowMs: Date.now() }, rules).isValid),
    stripe: () => accepted(webhooks.signature.verifyHeader(text, stripeHeader, secret, toleranceSeconds)),
    standardwebhooks: () => accepted(standard.verify(text, standardHeaders)),
  }
}

/** A side that refused would be fast for the wrong reason. */
function accepted(result: unknown): void {
  if (!result) throw new Error("a correct signature was refused")
}

/** A batch of each side in turn. @returns the median microseconds of one verification */
function runRound<T extends string>(sides: Record<T, Verify>): Record<T, number> {
  const names = Object.keys(sides) as T[]
  const times = new Map<T, number[]>(names.map((name) => [name, []]))
  for (let batch = 0; batch < batchesPerRound; batch++) {
    // The side that goes first alternates.
    for (const name of [...names.slice(batch % names.length), ...names.slice(0, batch % names.length)]) {
      times.get(name)?.push(timeOf(sides[name]))
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<T, number>
}

function timeOf(verify: Verify): number {
  const startedAt = performance.now()
  for (let done = 0; done < verificationsPerBatch; done++) verify()
  return ((performance.now() - startedAt) * 1_000) / verificationsPerBatch
}
