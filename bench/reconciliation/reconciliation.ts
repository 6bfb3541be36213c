import { createRateLimiter } from "../../src/gateway/client/call"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createGatewayClient } from "../../src/gateway"
import { CircuitBreaker, SyncRuns } from "../../src/modules/onchain/work/sync-runs"
import { PaymentChecks } from "../../src/modules/onchain/payment/payment-checks"
import type { PaymentRow } from "../../src/modules/onchain/payment/payment-row"
import { PaymentStore } from "../../src/modules/onchain/payment/payment-store"
import { pollDuePayments } from "../../src/workflows/payment/workers/poll-payments"
import { invoice } from "../local/invoice"
import { benchScope } from "./open-payments"

const settings = { batchSize: 50, concurrency: 4 }
const callsPerMinute = 60_000
const leaseMs = 120_000
const memoryEvery = 250
const mebibyte = 1024 * 1024

/** Cost of polling every due payment. */
export interface Measured {
  checked: number
  calls: number
  milliseconds: number
  /** Largest reachable memory seen during the run, in MiB. */
  peakMemory: number
}

/** Polls every payment that is due, until none is left. Orders are left out: none is paid. */
export async function reconcileAll(knex: Knex): Promise<Measured> {
  setFlagsFromString("--expose-gc")
  const collectGarbage = runInNewContext("gc") as () => void
  const measured: Measured = { checked: 0, calls: 0, milliseconds: 0, peakMemory: 0 }
  const gateway = createGatewayClient({
    baseUrl: "http://127.0.0.1:1",
    businessId: benchScope.businessId,
    apiKey: "key_bench",
    fetch: (url) => {
      measured.calls++
      const id = String(url).split("/").at(-1)
      return Promise.resolve(Response.json({ ...invoice, id, status: "pending", amountReceived: "0" }))
    },
  })
  const store = new PaymentStore(knex, benchScope)
  const checks = new PaymentChecks(knex, benchScope, leaseMs)
  const parts = {
    checks,
    runs: new SyncRuns(knex, { environment: "sandbox", businessId: "biz_1" }),
    budget: createRateLimiter(Date.now, { perMinute: callsPerMinute }),
    pause: new CircuitBreaker(Date.now),
    clock: Date.now,
    ...settings,
  }
  const check = async (payment: PaymentRow) => {
    await store.record(payment, await gateway.getInvoice(payment.gateway_invoice_id ?? ""))
    await checks.plan(payment.id)
    if (++measured.checked % memoryEvery === 0) {
      collectGarbage()
      measured.peakMemory = Math.max(measured.peakMemory, process.memoryUsage().heapUsed / mebibyte)
    }
    return "unchanged" as const
  }
  const startedAt = performance.now()
  for (let left = await checks.countDue(); left > 0; left = await checks.countDue())
    if (!(await pollDuePayments(parts, check, () => undefined))) throw new Error("Another process is polling")
  measured.milliseconds = performance.now() - startedAt
  return measured
}
