import type { Teardown } from "../../demo/teardown"
import type { Benchmark } from "../benchmark"
import { createRow, type Round } from "../report/row"
import { sandboxArguments, startNode } from "../sandbox/sandbox-command"

const rounds = 9
/** The minimum for any node program. */
const bareNode = ["-e", "console.log('ready')"]

/** From the command to its first line, which names the sandbox's address, against node printing a line. */
export const sandboxStart: Benchmark = {
  rows: ["sandbox_start_ms"],
  async measure({ teardown, say }) {
    const sandbox = await sandboxArguments()
    await startTime(sandbox, teardown)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      measured.push({ ours: await startTime(sandbox, teardown), peer: await startTime(bareNode, teardown) })
    }
    const row = createRow("sandbox_start_ms", "ms", { of: "ours", is: "<=", limit: 1_000 }, measured)
    say(`sandbox: started in ${row.ours} ms, node alone in ${row.peer} ms`)
    return [row]
  },
}

async function startTime(args: string[], teardown: Teardown): Promise<number> {
  const { startMs, stop } = await startNode(args, teardown)
  await stop()
  return startMs
}
