import type { Benchmark } from "../benchmark"
import { createScaledDatabases } from "../database/scaled-databases"
import { fillOpenPayments, makeAllDue } from "../reconciliation/open-payments"
import { type Measured, reconcileAll } from "../reconciliation/reconciliation"
import { createRow, type Round } from "../report/row"

const payments = { few: 1_000, many: 10_000 }
const rounds = 3

/** Cost per payment of polling 10,000 open payments without webhooks, against 1,000. */
export const reconciledPayments: Benchmark = {
  rows: ["reconciled_payments_calls", "reconciled_payments_memory", "reconciled_payments_ms"],
  async measure({ teardown, say }) {
    const { few, many } = await createScaledDatabases(teardown, (knex, size) =>
      fillOpenPayments(knex, payments[size])
    )
    say(`${payments.many} open payments against ${payments.few}`)
    const calls: Round[] = []
    const memory: Round[] = []
    const times: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      await makeAllDue(few)
      await makeAllDue(many)
      const peer = await reconcileAll(few)
      const ours = await reconcileAll(many)
      if (ours.checked !== payments.many || peer.checked !== payments.few)
        throw new Error(`${ours.checked} and ${peer.checked} payments were polled`)
      say(`round ${round}: ${describe(ours)} against ${describe(peer)}`)
      calls.push({ ours: ours.calls / ours.checked, peer: peer.calls / peer.checked })
      memory.push({ ours: ours.peakMemory, peer: peer.peakMemory })
      times.push({ ours: ours.milliseconds / ours.checked, peer: peer.milliseconds / peer.checked })
    }
    return [
      createRow("reconciled_payments_calls", "calls", { of: "ratio", is: "<=", limit: 1 }, calls),
      createRow("reconciled_payments_memory", "MiB", { of: "ratio", is: "<=", limit: 1.2 }, memory),
      createRow("reconciled_payments_ms", "ms", { of: "ratio", is: "<=", limit: 2 }, times),
    ]
  },
}

function describe({ calls, milliseconds, peakMemory }: Measured): string {
  return `${calls} calls, ${(milliseconds / 1_000).toFixed(1)} s, ${peakMemory.toFixed(1)} MiB`
}
