import { ERROR_CATEGORIES, KNOWN_ERROR_CODES, type KnownErrorCode } from "../../gateway/contract"
import type { RequestFault } from "../faults/fault"
import type { SandboxOptions } from "../options"
import { errorOf, inProcess, usdcOnBase } from "./in-process"
import { startReceiver } from "./receiver"

type Sandbox = ReturnType<typeof inProcess>
type Answer = Awaited<ReturnType<Sandbox["get"]>>

const STATUSES = {
  validation: 400,
  authentication: 401,
  permission: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  server: 500,
} as const
const OWN_STATUSES: Partial<Record<KnownErrorCode, number>> = {
  CACHE_COORDINATION_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
}

const DAY_MS = 86_400_000
const invoice = { amount: "12.5", ...usdcOnBase }
const destinationAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
const one = { "idempotency-key": "one" }

async function withFault(fault: RequestFault): Promise<Answer> {
  const sandbox = inProcess()
  sandbox.control.fault(fault)
  return sandbox.get("/networks")
}

/** Repeats a dashboard action on a delivery, after the receiver answered with these statuses. */
async function onDelivery(
  action: "retry" | "replay",
  { statuses = [], times = 1, ...options }: SandboxOptions & { statuses?: number[]; times?: number }
): Promise<Answer> {
  const receiver = await startReceiver("secret", statuses)
  const sandbox = inProcess({ webhook: { url: receiver.url, secret: "secret" }, ...options })
  await sandbox.control.cancel(await sandbox.createInvoice())
  const path = `/webhooks/${sandbox.control.deliveries()[0]?.id}/${action}`
  let answer = await sandbox.dashboard(path, {})
  for (let i = 1; i < times; i++) {
    await sandbox.control.flush()
    answer = await sandbox.dashboard(path, {})
  }
  await sandbox.control.flush()
  await receiver.close()
  return answer
}

/** Pays a bill in the dashboard, once per payment. */
async function payBill(...payments: object[]): Promise<Answer> {
  const sandbox = inProcess({ business: { plan: "Growth" } })
  await sandbox.control.advance(26 * DAY_MS)
  const [bill] = JSON.parse((await sandbox.dashboard("/billing/invoices")).text)
  const answers: Answer[] = []
  for (const payment of payments) {
    answers.push(await sandbox.dashboard(`/billing/invoices/${bill.id}/pay`, payment))
  }
  const last = answers.at(-1)
  if (!last) throw new Error("no payment")
  return last
}

/** Every documented code, with one way to provoke it over HTTP. */
const ways = {
  VALIDATION_ERROR: async () => {
    const { get, invoicesPath } = inProcess()
    return get(`${invoicesPath}?limit=0`)
  },
  UNAUTHORIZED: () => inProcess().get("/networks", "nobody's"),
  FORBIDDEN: async () => {
    const { get, credentials } = inProcess()
    return get("/networks", credentials.payoutApiKey)
  },
  NOT_FOUND: () => inProcess().get("/invoices/inv_0"),
  CONFLICT: async () => {
    const { dashboard } = inProcess()
    const recipients = [{ label: "a", destinationAddress, shareBps: 1 }]
    const { body } = await dashboard("/payout-routes", { name: "a", ...usdcOnBase, recipients })
    await dashboard(`/payout-routes/${body["id"]}/archive`, {})
    return dashboard(`/payout-routes/${body["id"]}/approve`, {})
  },
  DUPLICATE_REQUEST: async () => {
    const { post, credentials } = inProcess()
    const path = `/businesses/${credentials.businessId}/customers`
    await post(path, { externalRef: "a" })
    return post(path, { externalRef: "a" })
  },
  IDEMPOTENCY_REQUEST_IN_PROGRESS: async () => {
    const { post, invoicesPath, control } = inProcess()
    control.fault({ kind: "latency", ms: 300 })
    const [, second] = await Promise.all([post(invoicesPath, invoice, one), post(invoicesPath, invoice, one)])
    return second
  },
  IDEMPOTENCY_KEY_MISMATCH: async () => {
    const { post, invoicesPath } = inProcess()
    await post(invoicesPath, invoice, one)
    return post(invoicesPath, { ...invoice, amount: "1" }, one)
  },
  RATE_LIMIT_EXCEEDED: async () => {
    const { get } = inProcess({ rateLimit: { requests: 1, windowMs: 60_000 } })
    await get("/networks")
    return get("/networks")
  },
  INSUFFICIENT_BALANCE: async () => {
    const { post, credentials } = inProcess()
    const path = `/businesses/${credentials.businessId}/withdrawals/quote`
    const headers = { "x-api-key": credentials.payoutApiKey }
    return post(path, { ...usdcOnBase, amount: "10", destinationAddress }, headers)
  },
  WEBHOOK_EVENT_IN_FLIGHT: async () => {
    const receiver = await startReceiver("secret")
    const sandbox = inProcess({ webhook: { url: receiver.url, secret: "secret" } })
    const cancelled = sandbox.control.cancel(await sandbox.createInvoice())
    await new Promise(setImmediate)
    const answer = await sandbox.dashboard(`/webhooks/${sandbox.control.deliveries()[0]?.id}/retry`, {})
    await cancelled
    await receiver.close()
    return answer
  },
  WEBHOOK_EVENT_ALREADY_SCHEDULED: () => onDelivery("retry", { statuses: [500] }),
  WEBHOOK_EVENT_ALREADY_DELIVERED: () => onDelivery("retry", {}),
  WEBHOOK_EVENT_NOT_FOUND: () => inProcess().dashboard("/webhooks/whk_0/retry", {}),
  WEBHOOK_RETRY_COOLDOWN: () => onDelivery("retry", { statuses: [500], webhookRetryDelaysMs: [] }),
  WEBHOOK_REPLAY_NOT_SUPPORTED: async () => {
    const sandbox = inProcess()
    await sandbox.control.pay(await sandbox.createInvoice())
    return sandbox.dashboard(`/webhooks/${sandbox.control.deliveries()[0]?.id}/replay`, {})
  },
  WEBHOOK_REPLAY_REQUIRES_TERMINAL_STATE: () => onDelivery("replay", { statuses: [500] }),
  WEBHOOK_REPLAY_COOLDOWN: () => onDelivery("replay", { times: 2 }),
  BILLING_INVOICE_NOT_FOUND: () =>
    inProcess().dashboard("/billing/invoices/bill_0/pay", { amountUsd: "1", txHash: "a" }),
  BILLING_UNDERPAYMENT: () => payBill({ amountUsd: "98.99", txHash: "a" }),
  BILLING_INVOICE_NOT_PAYABLE: () =>
    payBill({ amountUsd: "99", txHash: "a" }, { amountUsd: "99", txHash: "b" }),
  BILLING_PAYMENT_REPLAY_CONFLICT: () =>
    payBill({ amountUsd: "99", txHash: "a" }, { amountUsd: "99", txHash: "a" }),
  CACHE_COORDINATION_UNAVAILABLE: () =>
    withFault({ kind: "server_error", code: "CACHE_COORDINATION_UNAVAILABLE" }),
  SERVICE_UNAVAILABLE: () => withFault({ kind: "server_error", status: 503 }),
  INTERNAL_SERVER_ERROR: () => withFault({ kind: "server_error", status: 500 }),
} satisfies Record<KnownErrorCode, () => Promise<Answer>>

describe("every documented error code", () => {
  it.each(KNOWN_ERROR_CODES)("%s occurs, with the status of its category", async (code) => {
    const status = OWN_STATUSES[code] ?? STATUSES[ERROR_CATEGORIES[code]]
    expect(errorOf(await ways[code]())).toMatchObject({ code, status })
  })
})
