import { createGatewayClient } from "../client/client"
import type { AttemptReport, GatewayClientOptions } from "../client/call"

export const invoiceBody = {
  id: "inv_1",
  status: "pending",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "12.5",
}
export const invoiceRequest = { chain: "evm", networkId: "base-mainnet", token: "USDC", amount: "12.5" }

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers })
export const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(status, { error: { code, message: "words of the service", requestId: "req_body" } }, headers)
export const connectionLost = (): never => {
  throw new TypeError("fetch failed: http://secret-host/?q=secret", {
    cause: Object.assign(new Error("read ECONNRESET secret"), { code: "ECONNRESET" }),
  })
}

export type Sent = { url: URL; init: RequestInit; headers: Headers; atMs: number }

/** A client whose requests are answered by a script, whose sleep moves its clock, and which never waits. */
export function scriptedGateway(script: (() => Response)[], options: Partial<GatewayClientOptions> = {}) {
  let nowMs = 1_700_000_000_000
  const sent: Sent[] = []
  const waits: number[] = []
  const reports: AttemptReport[] = []
  const client = createGatewayClient({
    baseUrl: "https://gateway.test/api/v1",
    businessId: "biz_1",
    apiKey: "key_standard",
    payoutApiKey: "key_payout",
    clock: () => nowMs,
    random: () => 0.5,
    sleep: async (ms) => {
      waits.push(ms)
      nowMs += ms
      await Promise.resolve()
    },
    onAttempt: (report) => reports.push(report),
    fetch: async (input, init = {}) => {
      await Promise.resolve()
      if (typeof input !== "string") throw new Error("the client sends addresses as text")
      sent.push({ url: new URL(input), init, headers: new Headers(init.headers), atMs: nowMs })
      const answer = script.shift()
      if (!answer) throw new Error("the script has no answer left")
      return answer()
    },
    ...options,
  })
  return { client, sent, waits, reports, now: () => nowMs, pass: (ms: number) => (nowMs += ms) }
}

/** The error of a promise that has to fail. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("the call succeeded")
    },
    (error: unknown) => error
  )
}
