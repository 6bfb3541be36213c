import { createGatewayClient, type GatewayClient, type GatewayClientOptions } from "../../../src/gateway"
import type { Assumptions } from "../../../src/gateway/assumptions"
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox"
import type { AssumptionSet } from "../assumption-sets/assumption-sets"
import { createDashboardCall, type DashboardCall } from "./dashboard-call"
import { createObservations, type Observations } from "./observations"
import { createRawCall, type RawCall } from "./raw-call"
import { startReceiver, type Receiver } from "./receiver"
import { createRecordingFetch } from "./recording-fetch"

/** Tools of a story. */
export type Scene = {
  readonly sandbox: Sandbox
  /** Our real client, with both keys. */
  readonly gateway: GatewayClient
  /** Another client of the same service, with other options. */
  clientWith(options: Partial<GatewayClientOptions>): GatewayClient
  readonly receiver: Receiver
  readonly assumptions: Assumptions
  /** One raw call, for what no client may do. */
  readonly raw: RawCall
  readonly dashboard: DashboardCall
  /** A recording fetch, for calls outside the endpoints. */
  readonly fetch: typeof fetch
  readonly seen: Observations
  /** A new idempotency key. */
  key(): string
}

/**
 * Starts the service, a receiver and a client under one set of assumptions.
 *
 * @param ours settings of the client. @default those of the service
 */
export async function openScene(
  set: AssumptionSet,
  options: SandboxOptions,
  ours = set.assumptions
): Promise<Scene & { close(): Promise<void> }> {
  const { input, assumptions } = set
  const seen = createObservations(assumptions)
  const secrets: string[] = []
  const receiver = await startReceiver(() => secrets, assumptions, seen)
  const sandbox = await createSandbox({ ...options, assumptions: input, webhook: { url: receiver.url } })
  secrets.push(sandbox.credentials.webhookSecret)
  const { businessId, apiKey, payoutApiKey } = sandbox.credentials
  const recordingFetch = createRecordingFetch(seen, assumptions, payoutApiKey)
  const clientWith = (more: Partial<GatewayClientOptions>) =>
    createGatewayClient({
      ...{ baseUrl: sandbox.url, businessId, apiKey, payoutApiKey, assumptions: ours },
      ...{ fetch: recordingFetch, ...skippedTime() },
      ...more,
    })
  let keys = 0
  return {
    ...{ sandbox, receiver, assumptions, seen, clientWith, fetch: recordingFetch },
    gateway: clientWith({}),
    raw: createRawCall({ sandbox, assumptions, fetch: recordingFetch }),
    dashboard: createDashboardCall({ sandbox, assumptions, fetch: recordingFetch }),
    key: () => `story-${(keys += 1)}`,
    async close() {
      await sandbox.close()
      await receiver.close()
    },
  }
}

/** A clock that a sleep advances at once: no story waits for a backoff. */
export function skippedTime() {
  let skippedMs = 0
  return {
    clock: () => Date.now() + skippedMs,
    sleep: async (ms: number) => void (skippedMs += ms),
  }
}
