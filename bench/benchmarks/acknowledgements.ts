import { setTimeout as delay } from "node:timers/promises"
import type { Benchmark } from "../benchmark"
import type { Environment } from "../environment/environment"
import { inboxIsQuiet } from "../environment/inbox"
import { type Round, createRow } from "../report/row"
import { ownWebhook } from "../webhooks/own-webhook"
import { peerWebhook } from "../webhooks/peer-webhook"
import type { Webhook } from "../webhooks/webhook"
import { createWebhookClient } from "../webhooks/webhook-client"

const rounds = 5
const webhooksPerRound = 2_000
const connections = 16
/**
 * Stock processes what it acknowledged 5 s later; the next measurement must not pay for it. Ours pauses as
 * long, or the side that goes first in a round would measure a database that is still writing.
 */
const settlingMs = 6_500
/** An event that nothing handles, as long as an invoice's: only the intake is compared. */
const event = "bench.unhandled"
const data = { id: "bench", note: ".".repeat(600) }

/**
 * Webhooks acknowledged per second. Ours are verified and on disk when they are answered, and are claimed,
 * checked and finished while the round still runs; stock's are neither verified nor stored, and are processed
 * afterwards.
 */
export const acknowledgements: Benchmark = {
  rows: ["acknowledgements_per_second"],
  async measure({ say, ...bench }) {
    const environment = await bench.environment()
    const sides = { ours: () => acknowledgeOurs(environment), peer: () => acknowledgePeers(environment) }
    const measured: Round[] = []
    say("acknowledgements, warming up")
    await sides.ours()
    await sides.peer()
    await delay(settlingMs)
    for (let round = 1; round <= rounds; round++) {
      // The side that goes first alternates, so a drift of the machine favours neither.
      const order = round % 2 === 0 ? (["ours", "peer"] as const) : (["peer", "ours"] as const)
      const result: Round = { ours: 0, peer: 0 }
      for (const side of order) {
        result[side] = await sides[side]()
        await delay(settlingMs)
      }
      measured.push(result)
      const { ours, peer } = result
      say(
        `acknowledgements, round ${round} of ${rounds}: ours ${ours.toFixed(0)}/s, peer ${peer.toFixed(0)}/s`
      )
    }
    return [createRow("acknowledgements_per_second", "1/s", { of: "ratio", is: ">=", limit: 1 }, measured)]
  },
}

async function acknowledgeOurs(environment: Environment): Promise<number> {
  const rate = await sendAll(() => ownWebhook(environment, { event, data }))
  await inboxIsQuiet(environment)
  return rate
}

function acknowledgePeers(environment: Environment): Promise<number> {
  const { length } = ownWebhook(environment, { event, data }).body
  return sendAll(() => peerWebhook(environment, { event, data }, length))
}

/** Sends the webhooks of one round. @returns acknowledgements per second */
async function sendAll(create: () => Webhook): Promise<number> {
  const client = createWebhookClient(connections)
  const webhooks = Array.from({ length: webhooksPerRound }, create)
  const sendInTurn = async () => {
    for (let next = webhooks.pop(); next; next = webhooks.pop()) await client.post(next)
  }
  try {
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: connections }, sendInTurn))
    return webhooksPerRound / ((performance.now() - startedAt) / 1_000)
  } finally {
    client.close()
  }
}
