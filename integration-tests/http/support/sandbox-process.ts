import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { logTail, startTiedProcess, type TiedProcess } from "../../../scripts/process/tied-process"
import type { AssumptionsInput } from "../../../src/gateway"
import type { SandboxControl } from "../../../src/sandbox"

type Started = { url: string; origin: string; credentials: Record<string, string> }
type Records =
  | "invoices"
  | "payments"
  | "requests"
  | "deliveries"
  | "deposits"
  | "intents"
  | "customers"
  | "withdrawals"
  | "ledger"
type Read<K extends Records> = ReturnType<SandboxControl[K]>
type Transfer = Parameters<SandboxControl["transfer"]>[0]

/** A path, because the name of the package is this repository's own outside of tests. */
const CLI = "node_modules/medusa-payment-onchain/.medusa/server/src/cli/index.js"

/**
 * The sandbox gateway in its own process, driven over HTTP. It ends with the run, however that ends. Its clock moves
 * only on command. It begins now, so that invoices are not expired by the store's clock.
 */
export class SandboxProcess {
  private constructor(
    private readonly child: TiedProcess,
    private readonly directory: string,
    readonly url: string,
    readonly origin: string,
    readonly credentials: Record<string, string>
  ) {}

  /**
   * @param flags of the command besides those about time @param assumptions how the service behaves where its document
   * leaves it open
   */
  static async start(flags: string[] = [], assumptions?: AssumptionsInput): Promise<SandboxProcess> {
    const cli = join(process.cwd(), CLI)
    const time = ["--manual-clock", "--start-at", new Date().toISOString()]
    const directory = mkdtempSync(join(tmpdir(), "onchain-sandbox-"))
    const file = join(directory, "assumptions.json")
    if (assumptions) writeFileSync(file, JSON.stringify(assumptions))
    const behaviour = assumptions ? ["--assumptions", file] : []
    const child = startTiedProcess({
      name: "sandbox",
      command: process.execPath,
      args: [cli, "sandbox", "--json", "--port", "0", ...time, ...behaviour, ...flags],
      cwd: process.cwd(),
      env: { ...process.env, NODE_OPTIONS: "" },
      logFile: join(directory, "sandbox.log"),
    })
    const line = await child.firstLine
    if (line === null) throw new Error(`the sandbox did not start: ${logTail(child.logFile)}`)
    const started = JSON.parse(line) as Started
    return new SandboxProcess(child, directory, started.url, started.origin, started.credentials)
  }

  /** What a store's configuration reads. */
  get variables(): Record<string, string> {
    const { businessId = "", apiKey = "", payoutApiKey = "", webhookSecret = "" } = this.credentials
    return {
      ONCHAIN_BASE_URL: this.url,
      ONCHAIN_BUSINESS_ID: businessId,
      ONCHAIN_API_KEY: apiKey,
      ONCHAIN_PAYOUT_API_KEY: payoutApiKey,
      ONCHAIN_WEBHOOK_SECRETS: webhookSecret,
    }
  }

  async stop(): Promise<void> {
    await this.child.stop()
    rmSync(this.directory, { recursive: true, force: true })
  }

  reset = (seed: string) => this.post("reset", { seed })
  /** Waits until every webhook that is due has been sent. */
  flush = () => this.post("flush", {})
  advance = (ms: number) => this.post<{ now: string }>("advance", { ms })
  pay = (invoiceId: string, request: object = {}) =>
    this.post<{ outcome: string; reason?: string; txHash: string }>("pay", { invoiceId, ...request })
  settle = (invoiceId: string) => this.post("settle", { invoiceId })
  expire = (invoiceId: string) => this.post("expire", { invoiceId })
  cancel = (invoiceId: string) => this.post("cancel", { invoiceId })
  fail = (invoiceId: string) => this.post("fail", { invoiceId })
  transfer = (transfer: Transfer) =>
    this.post<{ outcome: string; reason?: string; txHash: string; depositId?: string }>("transfer", transfer)
  failRefund = (depositId: string) => this.post("fail-refund", { depositId })
  failWithdrawal = (withdrawalId: string) => this.post("fail-withdrawal", { withdrawalId })
  /** From now on transfers to this address are rejected. */
  rejectDestination = (address: string) => this.post("reject-destination", { address })
  /** From now on transfers to this address without a memo are rejected. */
  requireMemo = (address: string) => this.post("require-memo", { address })
  /** A call of the service's own dashboard, such as `billing/top-ups`. */
  dashboard = <T = unknown>(path: string, body: object) =>
    this.post<T>(`dashboard/${path}`, body, {
      "x-dashboard-session": this.credentials.dashboardSession ?? "",
    })
  changeSettings = (settings: object) => this.post("settings", settings)
  fault = (fault: object) => this.post("fault", fault)
  clearFaults = () => this.post("clear-faults", {})
  setFacilitator = (fate: string) => this.post("facilitator-fate", { fate })
  setWebhook = (url: string | null) => this.post("webhook", { url })
  redeliver = (deliveryId: string, options: object = {}) =>
    this.post<{ statuses: number[] }>("redeliver", { deliveryId, ...options })

  invoices = () => this.get<Read<"invoices">>("invoices")
  payments = () => this.get<Read<"payments">>("payments")
  deposits = () => this.get<Read<"deposits">>("deposits")
  intents = () => this.get<Read<"intents">>("intents")
  customers = () => this.get<Read<"customers">>("customers")
  withdrawals = () => this.get<Read<"withdrawals">>("withdrawals")
  deliveries = () => this.get<Read<"deliveries">>("deliveries")
  ledger = () => this.get<Read<"ledger">>("ledger")

  async requests(endpoint: string): Promise<Read<"requests">> {
    const requests = await this.get<Read<"requests">>("requests")
    return requests.filter((request) => request.endpoint === endpoint)
  }

  /** Calls of one endpoint that had an effect: answers replayed from a key are left out. */
  async calls(endpoint: string): Promise<Read<"requests">> {
    return (await this.requests(endpoint)).filter((request) => !request.isReplay)
  }

  async payInFull(invoiceId: string, request: object = {}): Promise<void> {
    await this.pay(invoiceId, request)
    await this.settle(invoiceId)
  }

  private async get<T>(path: string): Promise<T> {
    return (await this.read(await fetch(`${this.origin}/_sandbox/${path}`))) as T
  }

  private async post<T = unknown>(
    path: string,
    body: object,
    headers: Record<string, string> = {}
  ): Promise<T> {
    const answer = await fetch(`${this.origin}/_sandbox/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
    return (await this.read(answer)) as T
  }

  private async read(answer: Response): Promise<unknown> {
    if (!answer.ok) throw new Error(`sandbox answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}
