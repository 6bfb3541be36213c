import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { SandboxControl } from "../../../src/sandbox"

type Started = { url: string; origin: string; credentials: Record<string, string> }
type Read<K extends "invoices" | "payments" | "requests" | "deliveries"> = ReturnType<SandboxControl[K]>

const CLI = "medusa-payment-onchain/.medusa/server/src/sandbox/cli.js"

/** The sandbox gateway in a process of its own, driven over HTTP. Its clock moves only when told to. */
export class SandboxProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly origin: string,
    readonly credentials: Record<string, string>
  ) {}

  static async start(flags: string[] = ["--manual-clock"]): Promise<SandboxProcess> {
    const args = [require.resolve(CLI, { paths: [process.cwd()] }), "--json", "--port", "0", ...flags]
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    })
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string]
    const started = JSON.parse(line) as Started
    return new SandboxProcess(child, started.url, started.origin, started.credentials)
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.kill("SIGTERM")
    await once(this.child, "exit")
  }

  reset = (seed: string) => this.post("reset", { seed })
  advance = (ms: number) => this.post("advance", { ms })
  pay = (invoiceId: string, request: object = {}) =>
    this.post<{ outcome: string; reason?: string; txHash: string }>("pay", { invoiceId, ...request })
  settle = (invoiceId: string) => this.post("settle", { invoiceId })
  expire = (invoiceId: string) => this.post("expire", { invoiceId })
  cancel = (invoiceId: string) => this.post("cancel", { invoiceId })
  fail = (invoiceId: string) => this.post("fail", { invoiceId })
  fault = (fault: object) => this.post("fault", fault)
  clearFaults = () => this.post("clear-faults", {})
  setWebhook = (url: string | null) => this.post("webhook", { url })
  redeliver = (deliveryId: string, options: object = {}) =>
    this.post<{ statuses: number[] }>("redeliver", { deliveryId, ...options })

  invoices = () => this.get<Read<"invoices">>("invoices")
  payments = () => this.get<Read<"payments">>("payments")
  deliveries = () => this.get<Read<"deliveries">>("deliveries")

  /** Calls of one endpoint that did something: answers replayed from a key are left out. */
  async calls(endpoint: string): Promise<Read<"requests">> {
    const requests = await this.get<Read<"requests">>("requests")
    return requests.filter((request) => request.endpoint === endpoint && !request.isReplay)
  }

  /** Pays an invoice in full and lets the network confirm it. */
  async payInFull(invoiceId: string, request: object = {}): Promise<void> {
    await this.pay(invoiceId, request)
    await this.settle(invoiceId)
  }

  private async get<T>(path: string): Promise<T> {
    return (await this.read(await fetch(`${this.origin}/_sandbox/${path}`))) as T
  }

  private async post<T = unknown>(path: string, body: object): Promise<T> {
    const answer = await fetch(`${this.origin}/_sandbox/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    return (await this.read(answer)) as T
  }

  private async read(answer: Response): Promise<unknown> {
    if (!answer.ok) throw new Error(`sandbox answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
}
