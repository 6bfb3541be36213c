import { asValue } from "@medusajs/framework/awilix"
import type { IEventBusModuleService, Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, createMedusaContainer, Modules } from "@medusajs/framework/utils"
import { MockEventBusService } from "@medusajs/test-utils"
import { signDelivery } from "../../src/gateway/signature"
import OnchainModuleService from "../../src/modules/onchain/service"
import type { OnchainOptionsInput } from "../../src/modules/onchain/options/options"
import OnchainPaymentProvider from "../../src/providers/onchain/service"
import { createControl, type SandboxControl } from "../../src/sandbox/control/control-routes"
import { createApp } from "../../src/sandbox/http/app"
import { createWorldHost, type WorldHost } from "../../src/sandbox/world"
import { processInbox } from "../../src/workflows/inbox/workers/process-inbox"
import { closeOrder } from "../../src/workflows/payment/close-order"
import type { Database } from "./database"
import { createWatch } from "./invariants"
import { Medusa } from "./medusa/medusa"
import { SharedLocks } from "./locks"
import type { Plant } from "./plants"
import { type Choices, running, Scheduler, type SimProcess, START_MS } from "./scheduler"
import { workOf } from "./work"
import { type GatewayAnswer, type GatewayRequest, type Surroundings, WEBHOOKS } from "./virtual"

export const OPERATORS = ["user_1", "user_2"] as const
export const UNPAID_MINUTES = 30

/** A process of the store: its own module, container and pool. */
export type Node = {
  process: SimProcess
  container: MedusaContainer
  medusa: Medusa
  onchain: OnchainModuleService
}

type Published = { name: string; data: Record<string, unknown> }

/** A store of several processes with its service, in one process of Node. */
export class World {
  readonly scheduler: Scheduler
  readonly control: SandboxControl
  /** What subscribers heard, in order. */
  readonly heard: Published[] = []
  /** Calls of the service that change something, by their key: how often each was made, with what. */
  readonly keyed = new Map<string, Set<string>>()
  readonly problems: string[] = []
  /** Invoices whose transaction a reorganization has dropped for good. */
  readonly lost = new Set<string>()
  /** Invoices of others. */
  readonly foreign = new Set<string>()
  private hasAccounts = false
  private readonly service: WorldHost
  private readonly app: ReturnType<typeof createApp>
  private readonly nodes = new Map<string, Node>()
  private readonly locks: SharedLocks
  private readonly jobs = new Set<Promise<unknown>>()
  private readonly webhooks: { id: string; body: Buffer }[] = []
  private readonly outside: SimProcess = { name: "outside", isAlive: true, onDeath: [] }

  constructor(
    readonly database: Database,
    choices: Choices,
    private readonly plant: Plant | undefined
  ) {
    this.scheduler = new Scheduler(choices, {
      onTime: (nowMs) => this.service.advanceTo((was) => Math.max(was, nowMs)),
      victims: () =>
        [...this.nodes.values()].map((node) => ({ process: node.process, kill: () => this.kill(node) })),
      recheck: () => database.recheck(),
    })
    this.locks = new SharedLocks(this.scheduler)
    this.service = createWorldHost({
      ...{ seed: choices.seed, startAt: new Date(START_MS).toISOString(), webhook: { url: WEBHOOKS } },
      wallClock: () => this.scheduler.nowMs,
    })
    this.control = createControl(this.service)
    this.app = createApp(this.service.current, this.control)
    database.scheduler = this.scheduler
    database.mutate = plant?.statement ?? ((sql) => sql)
    // A table or column that the model lacks would end every story early.
    database.onFailure = ({ code, message }) => {
      if (code?.startsWith("42")) this.report(`Postgres refuses a statement: ${message}`)
    }
    database.onResult = createWatch((problem) => this.report(problem))
  }

  surroundings(): Surroundings {
    return {
      scheduler: this.scheduler,
      exchange: (process, request) => this.exchange(process, request),
      onWebhook: (id, body) => void this.webhooks.push({ id, body }),
      moduleOf: (process, name) => this.moduleOf(process, name),
      runWorkflow: (process, id, input) => this.runWorkflow(process, id, input as Record<string, string>),
    }
  }

  start(names: readonly string[]): void {
    for (const name of names) this.nodes.set(name, this.boot(name))
  }

  /** A random one that is up. */
  anyNode(): Node {
    const nodes = [...this.nodes.values()]
    const node = nodes[this.scheduler.draw(nodes.length)]
    if (!node) throw new Error("no process is up")
    return node
  }

  /** Runs something in a process, beside everything else. An error is part of the story; a process that dies never answers. */
  run(node: Node, what: string, work: (node: Node) => Promise<unknown>): Promise<unknown> {
    const job = new Promise<unknown>((resolve) => {
      running.run(node.process, () => {
        node.process.onDeath.push(() => resolve(undefined))
        this.scheduler
          .turn(what)
          .then(() => work(node))
          .then(resolve, (error: unknown) => {
            this.scheduler.note(
              node.process.name,
              `  ${what} failed: ${error instanceof Error ? error.message : String(error)}`
            )
            resolve(undefined)
          })
      })
    })
    this.jobs.add(job)
    void job.then(() => this.jobs.delete(job))
    return job
  }

  /** A person, a wallet or the chain: not a process of the store, and never killed. */
  act<T>(what: string, work: () => Promise<T> | T): Promise<T> {
    return this.scheduler.boundary(
      what,
      () =>
        Promise.resolve()
          .then(work)
          .then(
            (done) => ({ done }),
            (failed: unknown) => ({ failed })
          ),
      this.outside
    )
  }

  get isIdle(): boolean {
    return this.jobs.size === 0 && this.webhooks.length === 0
  }

  /** Starts the deliveries of what the service has sent. Some are lost, some come twice. */
  carryWebhooks(): void {
    for (const { id, body } of this.webhooks.splice(0)) {
      if (this.scheduler.isStruck(15)) {
        this.scheduler.note("service", `webhook ${id} is lost`)
        continue
      }
      const copies = this.scheduler.isStruck(15) ? 2 : 1
      for (let copy = 0; copy < copies; copy++) void this.deliver(id, body)
    }
  }

  private deliver(id: string, body: Buffer): Promise<unknown> {
    return this.run(this.anyNode(), `webhook ${id}`, async ({ onchain, container }) => {
      const { webhookSecret: secret } = this.service.credentials
      const { signature } = onchain.options.assumptions
      const headers = signDelivery(
        { body, deliveryId: id, timestampMs: this.scheduler.nowMs, secret },
        signature
      )
      const stored = await onchain.webhooks.accept(headers, () => Promise.resolve({ bytes: body }))
      if (!("refusal" in stored) && stored.isNew) await processInbox(container)
    })
  }

  /** What the jobs do for payments and payouts, without the lists that nothing waits for. */
  async doWork(): Promise<void> {
    await Promise.all(
      Object.entries(workOf(this.hasAccounts)).map(([name, job]) =>
        this.run(this.anyNode(), `work ${name}`, ({ container }) => job(container))
      )
    )
  }

  async addAccount(id: string): Promise<void> {
    this.hasAccounts = true
    await this.database.read(
      "INSERT INTO customer (id, has_account) VALUES ($1, true) ON CONFLICT DO NOTHING",
      [id]
    )
  }

  /** Money of the business that no order of the run has paid. */
  async fillTreasury(body: Record<string, string>): Promise<void> {
    const { businessId, apiKey } = this.service.credentials
    const response = await this.app.request(`/api/v1/businesses/${businessId}/invoices`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey, "idempotency-key": "treasury" },
      body: JSON.stringify(body),
    })
    const { id } = (await response.json()) as { id: string }
    await this.control.pay(id)
    await this.control.settle(id)
    this.foreign.add(id)
  }

  // Processes

  private boot(name: string): Node {
    const process: SimProcess = { name, isAlive: true, onDeath: [] }
    return running.run(process, () => {
      const node: Node = { process, ...this.load(process) }
      // Marks of health decide nothing, and would be a third of all statements.
      node.onchain.status.note = () => undefined
      this.plant?.prepare?.(node)
      return node
    })
  }

  private load(process: SimProcess): Omit<Node, "process"> {
    const knex = this.database.knexOf(process)
    const logger = this.loggerOf(process)
    const emit = (message: Published) => this.emit(process, message)
    const bus: IEventBusModuleService = Object.assign(new MockEventBusService(), { emit })
    const onchain = new OnchainModuleService(
      { [ContainerRegistrationKeys.PG_CONNECTION]: knex, logger, [Modules.EVENT_BUS]: bus },
      this.options()
    )
    const provider = new OnchainPaymentProvider({ onchain, logger })
    const locks = this.locks.of(process)
    const cancelled = (_: string, { id }: Record<string, unknown>) => {
      const node = this.nodes.get(process.name)
      if (node?.process.isAlive)
        void this.run(node, `order.canceled ${String(id)}`, () => closeOrder(node.container, String(id)))
    }
    const medusa = new Medusa(knex, provider, locks, cancelled)
    const container = createMedusaContainer()
    const parts: Record<string, unknown> = {
      ...{ onchain, [ContainerRegistrationKeys.LOGGER]: logger, [ContainerRegistrationKeys.QUERY]: medusa },
      ...{
        [Modules.PAYMENT]: medusa,
        [Modules.ORDER]: medusa,
        [Modules.CART]: medusa,
        [Modules.CUSTOMER]: medusa,
        [Modules.INVENTORY]: medusa,
      },
      [Modules.LOCKING]: locks,
      [Modules.EVENT_BUS]: bus,
      [ContainerRegistrationKeys.LINK]: this.linksOf(medusa),
      [Modules.WORKFLOW_ENGINE]: NO_SPLIT,
      [Modules.USER]: {
        listUsers: ({ id }: { id: string[] }) => Promise.resolve(id.map((one) => ({ id: one }))),
      },
    }
    for (const [name, part] of Object.entries(parts)) container.register(name, asValue(part))
    return { container, medusa, onchain }
  }

  private options(): OnchainOptionsInput {
    const { apiKey, payoutApiKey, businessId, webhookSecret } = this.service.credentials
    return {
      ...{
        environment: "sandbox",
        baseUrl: "http://service.invalid/api/v1",
        businessId,
        apiKey,
        payoutApiKey,
      },
      ...{
        webhookSecrets: [webhookSecret],
        unpaidOrderTimeoutMinutes: UNPAID_MINUTES,
        collection: "auto",
      },
      payouts: { allowedUsers: [...OPERATORS], approval: "second_user" },
      tuning: { leaseMs: 10_000, callAttempts: 2, callTimeoutMs: 2_000 },
    }
  }

  /** What it only informs about is not part of the story. */
  private loggerOf({ name }: SimProcess): Logger {
    const note = (message: unknown) => this.scheduler.note(name, `  log: ${String(message)}`)
    const silent = () => undefined
    const [quiet, activity] = [
      { silly: silent, debug: silent, verbose: silent, http: silent, info: silent, log: silent },
      () => "",
    ]
    return {
      ...{
        ...quiet,
        activity,
        progress: silent,
        setLogLevel: silent,
        unsetLogLevel: silent,
        failure: silent,
      },
      ...{ shouldLog: () => true, success: () => ({}), panic: note, warn: note, error: note },
    }
  }

  private linksOf(medusa: Medusa) {
    return {
      create: (link: Record<string, Record<string, string>>) =>
        medusa.linkOrder(
          link[Modules.ORDER]?.["order_id"] ?? "",
          link[Modules.PAYMENT]?.["payment_collection_id"] ?? ""
        ),
      dismiss: () => Promise.resolve(),
    }
  }

  private moduleOf(process: SimProcess, name: string): unknown {
    if (name === Modules.LOCKING) return this.locks.of(process)
    if (name === Modules.CUSTOMER) return this.nodes.get(process.name)?.medusa
    return name === Modules.WORKFLOW_ENGINE ? NO_SPLIT : undefined
  }

  private runWorkflow({ name }: SimProcess, id: string, input: Record<string, string>): Promise<unknown> {
    const { medusa } = this.nodes.get(name) ?? this.anyNode()
    if (id === "complete-cart") return medusa.completeCart(input["id"] ?? "")
    if (id === "cancel-order") return medusa.cancelOrder(input["order_id"] ?? "")
    if (id === "reserve-goods-of-onchain-order") return medusa.reserveGoods(input["order_id"] ?? "")
    throw new Error(`the model has no workflow ${id}`)
  }

  /** What is under way in it is lost; a new one takes its place. */
  private async kill(node: Node): Promise<void> {
    const { process } = node
    await this.database.kill(process)
    for (const end of process.onDeath.splice(0)) end()
    this.nodes.set(process.name, this.boot(process.name))
  }

  async end(): Promise<void> {
    for (const { process } of this.nodes.values()) {
      await this.database.kill(process)
      for (const end of process.onDeath.splice(0)) end()
    }
    this.scheduler.forget()
  }

  // What the processes share

  private emit(process: SimProcess, { name, data }: Published): Promise<void> {
    return this.scheduler.boundary(
      `event ${name}`,
      () => {
        this.heard.push({ name, data })
        return Promise.resolve(
          this.scheduler.isStruck(3) ? { failed: new Error("the bus is down") } : { done: undefined }
        )
      },
      process
    )
  }

  /** A process that dies has to find the key of what it may have done. */
  private async requireStoredKey(path: string, key: string | undefined): Promise<void> {
    const place = /\/invoices$/.test(path)
      ? ["onchain_attempt", "idempotency_key"]
      : /\/withdrawals$/.test(path)
        ? ["onchain_withdrawal", "create_key"]
        : null
    if (!place || key === undefined) return
    const found = await this.database.read(`SELECT 1 FROM ${place[0]} WHERE ${place[1]} = $1`, [key])
    if (found.length === 0) this.report(`a call to ${path} has key ${key}, which is not stored`)
  }

  report(problem: string): void {
    if (this.problems.includes(problem)) return
    this.scheduler.note("check", problem)
    this.problems.push(problem)
  }

  /** One attempt of a call. Its answer can be lost before or after its effect. */
  private exchange(process: SimProcess, request: GatewayRequest): Promise<GatewayAnswer> {
    const { method, path } = request
    const what = `${method} ${path.replace(/^\/api\/v1/, "").replace(/\/businesses\/biz_\w+/, "")}`
    return this.scheduler.boundary(
      what,
      async () => {
        const fault = this.scheduler.isStruck(6) ? FAULTS[this.scheduler.draw(FAULTS.length)] : undefined
        if (fault) this.scheduler.note(process.name, `  ${fault}`)
        if (fault === "it does not arrive") return { done: { lost: "ECONNRESET" } }
        if (fault === "503")
          return { done: answer(503, '{"error":{"code":"SERVICE_UNAVAILABLE","message":"busy"}}') }
        if (fault === "409 in progress" && method !== "GET")
          return {
            done: answer(409, '{"error":{"code":"IDEMPOTENCY_REQUEST_IN_PROGRESS","message":"busy"}}'),
          }
        const done = await this.call(request)
        return { done: fault === "its answer is lost" ? { lost: "ECONNRESET" } : done }
      },
      process
    )
  }

  /** The lifecycle of the sandbox brings each transaction back, so one that never returns is left out of its answers. */
  private withoutLost(text: string): string {
    if (this.lost.size === 0 || text === "") return text
    return JSON.stringify(JSON.parse(text), (_, value: unknown) => this.asTold(value))
  }

  private asTold<T>(value: T): T {
    const { id } = Object(value) as { id?: unknown }
    return typeof id === "string" && this.lost.has(id)
      ? { ...value, status: "pending", receivedAmount: "0", txHash: undefined }
      : value
  }

  /** Of the service, as it tells of them. */
  invoices(): ReturnType<SandboxControl["invoices"]> {
    return this.control.invoices().map((invoice) => this.asTold(invoice))
  }

  private async call({ method, path, headers, body }: GatewayRequest): Promise<GatewayAnswer> {
    const { nowMs } = this.scheduler
    await this.service.advanceTo((was) => Math.max(was, nowMs))
    const key = headers["idempotency-key"]
    if (key !== undefined) {
      const sent = this.keyed.get(key) ?? new Set()
      this.keyed.set(key, sent.add(`${path} ${body ?? ""}`))
    }
    await this.requireStoredKey(path, key)
    const response = await this.app.request(path, { method, headers, ...(body !== undefined && { body }) })
    const text = this.withoutLost(await response.text())
    await this.control.flush()
    this.scheduler.seal([response.status, text.replace(/"requestId":"[^"]*"/, "")])
    return answer(response.status, text)
  }
}

const FAULTS = ["it does not arrive", "its answer is lost", "503", "409 in progress"] as const

const answer = (status: number, text: string): GatewayAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(text),
})

/** No store of the simulation splits its money. */
const NO_SPLIT = { run: () => Promise.resolve({ result: { choice: null } }) }
