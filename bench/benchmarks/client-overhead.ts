import { createRequire } from "node:module"
import { join } from "node:path"
import { installSelf } from "../../scripts/package/install-self"
import type * as gateway from "../../src/gateway"
import type { Benchmark } from "../benchmark"
import { invoice } from "../local/invoice"
import { startInvoiceService } from "../local/invoice-service"
import { createRow, type Round } from "../report/row"
import { median } from "../report/statistics"

const rounds = 9
const callsPerRound = 1_000
const businessId = "biz_bench"
const apiKey = "key_bench"

/**
 * What our client adds to a call: `getInvoice` against the platform's own `fetch` and `json()` of the same
 * address. Ours uses undici, and has a timeout, a size limit, checks of the answer, and reports; plain fetch has none of them.
 */
export const clientOverhead: Benchmark = {
  rows: ["client_overhead"],
  async measure({ teardown, say }) {
    const baseUrl = await startInvoiceService(teardown)
    // The compiled package, as a store runs it.
    const require = createRequire(join(await installSelf(), "package.json"))
    const { createGatewayClient }: typeof gateway = require("medusa-payment-onchain/gateway")
    const client = createGatewayClient({ baseUrl, businessId, apiKey })
    const url = `${baseUrl}/businesses/invoices/${invoice.id}`
    // What the service requires of every request.
    const headers = { "x-api-key": apiKey, "content-type": "application/json" }
    const sides = {
      ours: () => client.getInvoice(invoice.id),
      peer: async () => (await fetch(url, { headers })).json(),
    }
    await runRound(sides)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) measured.push(await runRound(sides))
    const row = createRow("client_overhead", "us", { of: "ratio", is: "<=", limit: 0.6 }, measured)
    say(`client overhead: ours ${row.ours} us, plain fetch ${row.peer} us`)
    return [row]
  },
}

/** One call of each side in turn. @returns the median time of each side in microseconds */
async function runRound(sides: Record<keyof Round, () => Promise<unknown>>): Promise<Round> {
  const times: Record<keyof Round, number[]> = { ours: [], peer: [] }
  for (let call = 0; call < callsPerRound; call++) {
    // The side that goes first alternates.
    for (const side of call % 2 === 0 ? (["ours", "peer"] as const) : (["peer", "ours"] as const)) {
      const startedAt = performance.now()
      await sides[side]()
      times[side].push((performance.now() - startedAt) * 1_000)
    }
  }
  return { ours: median(times.ours), peer: median(times.peer) }
}
