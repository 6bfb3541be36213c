import { Agent, request } from "node:http"
import type { SandboxAddress } from "./sandbox-command"

const body = JSON.stringify({ amount: "1", chain: "evm", networkId: "base-mainnet", token: "USDC" })

export interface InvoiceCreator {
  /** Creates an invoice over HTTP. @returns how long it took, in microseconds */
  create(): Promise<number>
  /** Resets the sandbox. @returns how long it took, in milliseconds */
  reset(): Promise<number>
  close(): void
}

/** Creates invoices one after the other, over one keep-alive connection. */
export function createInvoiceCreator({ url, origin, credentials }: SandboxAddress): InvoiceCreator {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const path = `${url}/businesses/${credentials.businessId}/invoices`
  let calls = 0

  function post(address: string, text: string, headers: Record<string, string | number>): Promise<number> {
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const call = request(address, {
        method: "POST",
        agent,
        headers: { ...headers, "content-type": "application/json", "content-length": text.length },
      })
      call.on("error", reject)
      call.on("response", (response) => {
        response.resume().on("end", () => {
          const { statusCode = 0 } = response
          if (statusCode < 300) resolve(performance.now() - startedAt)
          else reject(new Error(`${address} answered ${statusCode}`))
        })
      })
      call.end(text)
    })
  }

  return {
    create: async () => {
      const headers = { "x-api-key": credentials.apiKey, "idempotency-key": `bench-${calls++}` }
      return (await post(path, body, headers)) * 1_000
    },
    reset: () => post(`${origin}/_sandbox/reset`, "{}", {}),
    close: () => agent.destroy(),
  }
}
