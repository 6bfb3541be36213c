import crypto from "node:crypto"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { LocalWorkflow } from "@medusajs/framework/orchestration"
import { Pool } from "undici"
import { createRandom } from "../../chaos/plan/random"
import { running, type Scheduler, type SimProcess } from "./scheduler"

/** What a run puts in place of time, chance, the network and Medusa's registry of modules. */
export type Surroundings = {
  scheduler: Scheduler
  /** One attempt of a call of the service. */
  exchange: (process: SimProcess, request: GatewayRequest) => Promise<GatewayAnswer>
  /** A webhook of the service that is on its way. */
  onWebhook: (id: string, body: Buffer) => void
  /** Medusa's modules as the provider finds them. */
  moduleOf: (process: SimProcess, name: string) => unknown
  /** A workflow of core, by its id. */
  runWorkflow: (process: SimProcess, id: string, input: unknown) => Promise<unknown>
}
export type GatewayRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}
export type GatewayAnswer =
  { status: number; headers: Record<string, string>; body: Buffer } | { lost: string }

export const WEBHOOKS = "http://simulation.invalid/hooks/onchain"

let now: Surroundings | undefined
let random = createRandom("none")
let restore: (() => void) | undefined
const real = {
  ...{ setTimeout, clearTimeout, now: Date.now, fetch: globalThis.fetch, dispatch: Pool.prototype.dispatch },
  ...{ random: Math.random, randomBytes: crypto.randomBytes, randomUUID: crypto.randomUUID },
  elapsed: performance.now.bind(performance),
  moduleOf: MedusaModule.getModuleInstance,
}

/** Runs something in the surroundings of a run. What belongs to no process keeps the real timers. */
export async function within<T>(
  seed: string,
  surroundings: Surroundings,
  work: () => Promise<T>
): Promise<T> {
  // Once, because V8 compiles again what reads a global that changes.
  restore ??= install()
  now = surroundings
  random = createRandom(`ids of ${seed}`)
  try {
    return await work()
  } finally {
    now = undefined
  }
}

/** Takes everything out of the place of the real one again. */
export function leave(): void {
  restore?.()
  restore = undefined
}

function install(): () => void {
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.between(0, 255)))
  const uuid = () =>
    bytes(16)
      .toString("hex")
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
  const undo = [
    replace(globalThis, "Date", virtualDate),
    replace(globalThis, "setTimeout", virtualTimeout),
    replace(globalThis, "clearTimeout", virtualClear),
    replace(globalThis, "fetch", takeWebhook),
    replace(performance, "now", () => now?.scheduler.nowMs ?? real.elapsed()),
    replace(Math, "random", () => (now ? random.fraction() : real.random())),
    replace(crypto, "randomBytes", (size: number) => (now ? bytes(size) : real.randomBytes(size))),
    replace(crypto, "randomUUID", () => (now ? uuid() : real.randomUUID())),
    replace(Pool.prototype, "dispatch", dispatch),
    replaceRun(),
    replace(MedusaModule, "getModuleInstance", (name: string) =>
      now ? { [name]: moduleOf(name) } : real.moduleOf.call(MedusaModule, name)
    ),
  ]
  return () => {
    for (const put of undo) put()
  }
}

function replace(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { configurable: true, writable: true, enumerable: true, value })
  return () => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  }
}

/** Each runner gets its own `run` when it is made; the model answers instead. */
function replaceRun(): () => void {
  const before = Object.getOwnPropertyDescriptor(LocalWorkflow.prototype, "run")
  Object.defineProperty(LocalWorkflow.prototype, "run", {
    configurable: true,
    get(this: { workflowId: string }) {
      return async ({ input }: { input: unknown }) => {
        const { process } = running
        if (!process || !now) throw new Error(`${this.workflowId} belongs to no process`)
        return { result: await now.runWorkflow(process, this.workflowId, input), errors: [] }
      }
    },
    set: () => undefined,
  })
  return () => before && Object.defineProperty(LocalWorkflow.prototype, "run", before)
}

function moduleOf(name: string): unknown {
  const { process } = running
  return process && now?.moduleOf(process, name)
}

const clock = () => now?.scheduler.nowMs ?? real.now()
const RealDate = Date
const virtualDate = new Proxy(RealDate, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [clock()] : given, self),
  apply: () => new RealDate(clock()).toString(),
  get: (target, name) => (name === "now" ? clock : Reflect.get(target, name)),
})

/** A timer of a simulated process, as Node's own. */
class VirtualTimer {
  constructor(readonly id: number) {}
  readonly unref = () => this
  readonly ref = () => this
  readonly hasRef = () => true
}

function virtualTimeout(fire: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): unknown {
  const { process } = running
  if (!process || !now) return real.setTimeout(fire, ms, ...given)
  return new VirtualTimer(now.scheduler.addTimer(process, ms, () => fire(...given)))
}

function virtualClear(timer: unknown): void {
  if (timer instanceof VirtualTimer) now?.scheduler.dropTimer(timer.id)
  else real.clearTimeout(timer as NodeJS.Timeout)
}

/** The sandbox posts its webhooks by `fetch`; from here on the run carries them. */
function takeWebhook(
  url: unknown,
  init?: { headers?: Record<string, string>; body?: Uint8Array }
): Promise<Response> {
  if (!now) return real.fetch(url as string, init as RequestInit)
  if (String(url) !== WEBHOOKS) return Promise.reject(new Error(`nothing is sent to ${String(url)}`))
  now.onWebhook(init?.headers?.["x-webhook-id"] ?? "", Buffer.from(init?.body ?? []))
  return Promise.resolve(new Response(null, { status: 200 }))
}

type Dispatched = { path: string; method: string; headers?: Record<string, string>; body?: string }
type Handler = {
  onRequestStart: (controller: object) => void
  onResponseStart: (controller: object, status: number, headers: Record<string, string>) => void
  onResponseData: (controller: object, chunk: Buffer) => void
  onResponseEnd: (controller: object) => void
  onResponseError: (controller: object, error: Error) => void
}

/** The connection of the client to the service: a boundary of the process that calls. */
function dispatch(this: Pool, asked: Dispatched, handler: Handler): boolean {
  const { process } = running
  if (!now) return real.dispatch.call(this, asked as never, handler as never)
  const { path, method, headers = {}, body } = asked
  if (!process) throw new Error("a call belongs to a process")
  const state = { isAborted: false }
  const controller = { abort: () => void (state.isAborted = true) }
  handler.onRequestStart(controller)
  void now.exchange(process, { method, path, headers, body }).then((answer) => {
    if (state.isAborted) return
    if ("lost" in answer)
      return handler.onResponseError(controller, Object.assign(new Error("lost"), { code: answer.lost }))
    handler.onResponseStart(controller, answer.status, answer.headers)
    handler.onResponseData(controller, answer.body)
    handler.onResponseEnd(controller)
  })
  return true
}
