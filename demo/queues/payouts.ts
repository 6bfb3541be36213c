import { randomUUID } from "node:crypto"
import { Client } from "@medusajs/framework/pg"
import { z } from "zod"
import { waitUntil } from "../../scripts/process/wait-until"
import type { JsonApi } from "../shopper/json-api"
import type { Stage } from "."

const Destination = z.object({ destination: z.object({ id: z.string() }) })
const Withdrawal = z.object({
  withdrawal: z.object({
    id: z.string(),
    state: z.string(),
    waits_for: z.string().nullable(),
    quote: z.object({ id: z.string() }).nullable(),
  }),
})
type Withdrawal = z.infer<typeof Withdrawal>["withdrawal"]
const path = "/admin/onchain/withdrawals"
const treasury = {
  label: "Treasury",
  network_id: "base-mainnet",
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
}
const coldWallet = {
  ...treasury,
  label: "Cold wallet",
  address: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
}
/** Attempts of one call. */
const callAttempts = 4

/** A payout that waits for the second user, one without gas, one without an answer, and a new address to approve. */
export async function propose(stage: Stage): Promise<void> {
  const { admin, colleague, sandbox } = stage
  const id = await addAddress(colleague, treasury)
  await admin.post(`/admin/onchain/destinations/${id}/approve`, {})
  await addAddress(colleague, coldWallet)

  await sandbox.apply("fault", { kind: "reset", endpoint: "createWithdrawal", count: callAttempts })
  await giveUp(stage, await send(stage, id, "18"))

  await sandbox.apply("settings", { fairUseGasUsd: "0" })
  const blocked = await send(stage, id, "12")
  await waitUntil("a payout without gas", async () => {
    const { withdrawal } = Withdrawal.parse(await admin.get(`${path}/${blocked.id}`))
    return withdrawal.waits_for === "gas" ? withdrawal : null
  })
  await sandbox.apply("settings", { fairUseGasUsd: null })

  await request(colleague, id, "25")
}

async function addAddress(api: JsonApi, address: typeof treasury): Promise<string> {
  return Destination.parse(await api.post("/admin/onchain/destinations", address)).destination.id
}

/** Requests and confirms a payout, which then waits for the other user. */
async function request(api: JsonApi, destination_id: string, amount: string): Promise<Withdrawal> {
  const body = { request_id: randomUUID(), destination_id, token: "USDC", amount }
  return consent(api, Withdrawal.parse(await api.post(path, body)).withdrawal, "confirm")
}

async function consent(
  api: JsonApi,
  { id, quote }: Withdrawal,
  verb: "confirm" | "approve"
): Promise<Withdrawal> {
  return Withdrawal.parse(await api.post(`${path}/${id}/${verb}`, { quote_id: quote?.id })).withdrawal
}

async function send({ admin, colleague }: Stage, destinationId: string, amount: string): Promise<Withdrawal> {
  return consent(admin, await request(colleague, destinationId, amount), "approve")
}

/** Takes thirteen hours from a payout that the provider has not answered: by then its call may not be repeated. */
async function giveUp({ admin, demo }: Stage, { id }: Withdrawal): Promise<void> {
  const client = new Client({ connectionString: demo.databaseUrl })
  await client.connect()
  try {
    await client.query(
      `UPDATE onchain_withdrawal SET first_sent_at = first_sent_at - interval '13 hours', due_at = now() WHERE id = $1`,
      [id]
    )
  } finally {
    await client.end()
  }
  await waitUntil("a payout to be given up", async () => {
    const { withdrawal } = Withdrawal.parse(await admin.get(`${path}/${id}`))
    return withdrawal.state === "unknown" ? withdrawal : null
  })
}
