import { createCredentials, type Credentials } from "./credentials"
import type { SandboxOptions } from "./options"
import type { ClockMode } from "./time/clock"
import type { WebhookAddress, WebhookTarget } from "./webhooks/delivery"
import { createWorld, type World } from "./world"

/** The current world and what outlives it. */
export type WorldHost = {
  readonly credentials: Credentials
  readonly clockMode: ClockMode
  current(): World
  webhookTarget(): WebhookTarget | null
  setWebhook(address: WebhookAddress | null): void
  reset(seed?: string): Promise<void>
  /**
   * Moves the clock forward, running due work. Concurrent moves run one by one.
   *
   * @param target computes the instant when the move begins
   */
  advanceTo(target: (nowMs: number) => number): Promise<void>
  /** Runs due work, unless a move is running. */
  tick(): void
}

const DEFAULT_SEED = "sandbox"

/** @throws ZodError naming each invalid assumption */
export function createWorldHost(options: SandboxOptions): WorldHost {
  const { seed = DEFAULT_SEED, environment = "sandbox" } = options
  const credentials = createCredentials(seed, environment, options.webhook?.secret)
  const signedTarget = ({ url, secret = credentials.webhookSecret }: WebhookAddress) => ({ url, secret })
  let webhook: WebhookTarget | null = options.webhook ? signedTarget(options.webhook) : null
  const begin = (worldSeed: string) =>
    createWorld(options, { seed: worldSeed, credentials, webhookTarget: () => webhook })
  let world = begin(seed)
  let moves = 0
  let lastMove = Promise.resolve()

  return {
    credentials,
    clockMode: options.clock ?? "manual",
    current: () => world,
    webhookTarget: () => webhook,
    setWebhook(next) {
      webhook = next && signedTarget(next)
    },
    async reset(worldSeed = seed) {
      const old = world
      world = begin(worldSeed)
      await old.webhooks.stop()
    },
    async advanceTo(target) {
      const { agenda, clock, webhooks } = world
      moves += 1
      const move = lastMove.then(() => agenda.runUntil(target(clock.now()), () => webhooks.idle()))
      lastMove = move.then(noop, noop).finally(() => (moves -= 1))
      await move
      await webhooks.idle()
    },
    tick() {
      if (moves === 0) world.agenda.runDue()
    },
  }
}

/** A failed move reports to its own caller; the next one starts anyway. */
function noop(): void {}
