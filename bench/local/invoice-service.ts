import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Teardown } from "../../demo/teardown"

/** Starts a server that answers only with an invoice. @returns its address */
export async function startInvoiceService(teardown: Teardown): Promise<string> {
  const server = fork(join(__dirname, "invoice-server.ts"), { execArgv: process.execArgv })
  teardown.add(() => server.kill())
  const [port]: unknown[] = await once(server, "message")
  return `http://127.0.0.1:${String(port)}`
}
