import { createControl } from "../control/control-routes"
import { createApp } from "../http/app"
import type { SandboxOptions } from "../options"
import { createWorldHost } from "../world"

export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string }

export const usdcOnBase = { chain: "evm", networkId: "base-mainnet", token: "USDC" }

/** A sandbox without a port: the app is called directly. */
export function inProcess(options: SandboxOptions = {}) {
  const host = createWorldHost(options)
  const control = createControl(host)
  const app = createApp(host.current, control)
  const { credentials } = host
  const invoicesPath = `/businesses/${credentials.businessId}/invoices`
  let keys = 0

  async function send(path: string, init: RequestInit): Promise<Answer> {
    const response = await app.request(path, init)
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json")
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {}, text }
  }
  async function get(path: string, apiKey = credentials.apiKey): Promise<Answer> {
    return send(`/api/v1${path}`, { headers: { "x-api-key": apiKey } })
  }
  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const defaults = {
      "content-type": "application/json",
      "x-api-key": credentials.apiKey,
      "idempotency-key": `key-${keys++}`,
    }
    const text = typeof body === "string" ? body : JSON.stringify(body)
    return send(`/api/v1${path}`, { method: "POST", headers: { ...defaults, ...headers }, body: text })
  }
  /** A call of an operator in the dashboard; with a body it is a change. */
  async function dashboard(path: string, body?: unknown, session = credentials.dashboardSession) {
    const headers = { "content-type": "application/json", "x-dashboard-session": session }
    const change = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    return send(`/_sandbox/dashboard${path}`, { ...change, headers })
  }
  async function createInvoice(fields: Record<string, unknown> = {}): Promise<string> {
    const answer = await post(invoicesPath, { amount: "12.5", ...usdcOnBase, ...fields })
    if (answer.status !== 201) throw new Error(answer.text)
    return String(answer.body["id"])
  }
  const statusOf = async (id: string) => (await get(`/businesses/invoices/${id}`)).body["status"]
  return { host, control, credentials, invoicesPath, send, get, post, dashboard, createInvoice, statusOf }
}

/** Fields of an error answer, for short assertions. */
export function errorOf({ status, body }: Answer) {
  const { error } = body as { error: { code: string; details: { field: string }[] } }
  return { status, code: error.code, fields: error.details.map(({ field }) => field) }
}
