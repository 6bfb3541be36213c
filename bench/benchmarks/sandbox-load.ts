import type { Benchmark } from "../benchmark"
import { createRow, type Round } from "../report/row"
import { median } from "../report/statistics"
import { createInvoiceCreator, type InvoiceCreator } from "../sandbox/invoice-creator"
import { readAddress, sandboxArguments, startNode } from "../sandbox/sandbox-command"

const rounds = 3
const warmUpInvoices = 5_000
const invoicesPerRound = 10_000
const compared = 1_000

/**
 * Cost of ten thousand invoices in the sandbox: the median time to create one of the last thousand against
 * one of the first thousand, and the time of a reset against that of an empty sandbox.
 */
export const sandboxLoad: Benchmark = {
  rows: ["sandbox_create_flatness", "sandbox_reset_ms"],
  async measure({ teardown, say }) {
    const sandbox = await startNode(await sandboxArguments(), teardown)
    const creator = createInvoiceCreator(readAddress(sandbox.firstLine))
    const creations: Round[] = []
    const resets: Round[] = []
    say("sandbox, warming up")
    await createMany(creator, warmUpInvoices)
    for (let round = 1; round <= rounds; round++) {
      await creator.reset()
      const times = await createMany(creator, invoicesPerRound)
      const [last, first] = [median(times.slice(-compared)), median(times.slice(0, compared))]
      creations.push({ ours: last, peer: first })
      resets.push({ ours: await creator.reset(), peer: await creator.reset() })
      say(`sandbox: first invoices ${Math.round(first)} us, last ${Math.round(last)} us`)
    }
    creator.close()
    await sandbox.stop()
    return [
      createRow("sandbox_create_flatness", "us", { of: "ratio", is: "<=", limit: 1.2 }, creations),
      createRow("sandbox_reset_ms", "ms", { of: "ours", is: "<=", limit: 50 }, resets),
    ]
  },
}

async function createMany(creator: InvoiceCreator, count: number): Promise<number[]> {
  const times: number[] = []
  while (times.length < count) times.push(await creator.create())
  return times
}
