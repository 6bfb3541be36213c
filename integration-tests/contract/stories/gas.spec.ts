import { z } from "zod"
import { toAddress } from "../../../src/sandbox/determinism/identifiers"
import { story } from "../story/story"
import { openPaidInvoice } from "./opened-invoice"
import { ethOnBase, usdcOnBase, usdcOnSolana, xlm } from "./rails"
import {
  A_WHILE_MS,
  EVM_DESTINATION,
  fundTreasury,
  quote,
  SOLANA_DESTINATION,
  STELLAR_DESTINATION,
  withdraw,
  withdrawalOf,
} from "./treasury"

const usageSchema = z.array(z.looseObject({ use: z.string(), usd: z.string() }))

/** Enough for a cheap transfer on Solana, but not for a token account. */
const LITTLE_GAS = { business: { fairUseGasUsd: "0.1" } }
const NO_GAS = { business: { fairUseGasUsd: "0" } }

/** The n-th of many addresses of Solana. */
const solanaAddress = (index: number) => toAddress("sol", Buffer.alloc(32, index + 1))

story(
  "gas is used by sweeps, payouts, dashboard withdrawals, token accounts and contracts, and recorded automatically",
  [
    "rule:gas.sweep",
    "rule:gas.account-close",
    "rule:gas.contract",
    "rule:gas.withdrawal",
    "rule:gas.token-account",
    "rule:gas.recorded",
    "rule:gas.not-the-fee",
    "field:billing.gas",
    "endpoint:getBillingUsage",
  ],
  async (scene) => {
    const { gateway, dashboard, sandbox } = scene
    let read = 0
    const usedBy = async (work: Promise<unknown>) => {
      await work
      await sandbox.advance(A_WHILE_MS)
      const { body } = await dashboard("GET", "/billing/gas-usage")
      const uses = usageSchema.parse(body)
      const total = uses.reduce((sum, { usd }) => sum + Number(usd), 0)
      const usage = await gateway.getBillingUsage()
      expect(usage.includedGasGrantedUsd).toBe("10")
      expect(Number(usage.includedGasUsedUsd)).toBeCloseTo(total, 8)
      expect(Number(usage.includedGasRemainingUsd)).toBeCloseTo(10 - total, 8)
      const added = uses.slice(read)
      read = uses.length
      expect(added.every(({ usd }) => Number(usd) > 0)).toBe(true)
      return added.map(({ use }) => use).sort()
    }
    const toSolana = () => withdraw(scene, { ...usdcOnSolana, destinationAddress: SOLANA_DESTINATION })
    const order = { ...usdcOnBase, amount: "1", destinationAddress: EVM_DESTINATION }
    expect(await usedBy(openPaidInvoice(scene, { ...ethOnBase, amount: "1" }))).toEqual(["automatic_sweep"])
    expect(await usedBy(openPaidInvoice(scene))).toEqual(["automatic_sweep", "contract_execution"])
    expect(await usedBy(openPaidInvoice(scene, { ...usdcOnSolana, amount: "100" }))).toEqual([
      "automatic_sweep",
      "token_account_closing",
    ])
    expect(await usedBy(toSolana())).toEqual(["payout_api_withdrawal", "token_account_creation"])
    expect(await usedBy(toSolana())).toEqual(["payout_api_withdrawal"])
    expect(await usedBy(dashboard("POST", "/withdrawals", { body: order }))).toEqual([
      "contract_execution",
      "sponsored_withdrawal",
    ])
    const execution = dashboard("POST", "/billing/contract-executions", { body: { usd: "0.5" } })
    expect(await usedBy(execution)).toEqual(["contract_execution"])
    expect((await quote(scene)).fee).toBe("0")
  },
  { business: { plan: "Startup" } }
)

story(
  "without gas credit a withdrawal is still created, waits as gas_blocked, and continues after a top-up",
  [
    "state:withdrawal.gas_blocked",
    "transition:withdrawal.queued.gas_blocked",
    "rule:gas.no-error",
    "rule:gas.packs",
    "rule:gas.no-upgrade",
  ],
  async (scene) => {
    const { gateway, sandbox, dashboard } = scene
    await fundTreasury(scene, xlm)
    const created = await withdraw(scene, { ...xlm, destinationAddress: STELLAR_DESTINATION })
    expect(created.status).toBe("queued")
    await sandbox.advance(A_WHILE_MS)
    expect((await withdrawalOf(scene, created.id)).status).toBe("gas_blocked")
    expect((await gateway.getBilling()).gasBlockedOperations).toBe(1)
    for (const usd of ["1", "7", "1000"]) {
      expect((await dashboard("POST", "/billing/top-ups", { body: { usd } })).code).toBe("VALIDATION_ERROR")
    }
    for (const usd of ["5", "10", "25", "50", "100"]) {
      expect((await dashboard("POST", "/billing/top-ups", { body: { usd } })).status).toBe(200)
    }
    expect(Number((await gateway.getBilling()).prepaidGasUsd)).toBeCloseTo(190, 3)
    expect((await gateway.getBilling()).plan).toBe("Free")
    await sandbox.advance(A_WHILE_MS)
    const done = await withdrawalOf(scene, created.id)
    expect(done.status).toBe("completed")
    expect((await gateway.getBilling()).gasBlockedOperations).toBe(0)
  },
  NO_GAS
)

story(
  "a withdrawal that fails while it waits for gas is no longer counted, and a top-up does not revive it",
  ["field:billing.options"],
  async (scene) => {
    const { gateway, sandbox, dashboard } = scene
    await fundTreasury(scene, xlm)
    const { id } = await withdraw(scene, { ...xlm, destinationAddress: STELLAR_DESTINATION })
    await sandbox.advance(A_WHILE_MS)
    expect((await gateway.getBilling()).gasBlockedOperations).toBe(1)
    await sandbox.failWithdrawal(id)
    expect((await gateway.getBilling()).gasBlockedOperations).toBe(0)
    await dashboard("POST", "/billing/top-ups", { body: { usd: "5" } })
    await sandbox.advance(A_WHILE_MS)
    expect((await withdrawalOf(scene, id)).status).toBe("failed")
  },
  NO_GAS
)

story(
  "a top-up resumes the oldest first, until credit runs out again",
  ["rule:gas.oldest-first", "transition:withdrawal.processing.gas_blocked", "state:withdrawal.processing"],
  async (scene) => {
    const { gateway, sandbox, dashboard } = scene
    await fundTreasury(scene, usdcOnSolana)
    const ids: string[] = []
    while (ids.length < 20) {
      const destinationAddress = solanaAddress(ids.length)
      ids.push((await withdraw(scene, { ...usdcOnSolana, amount: "1", destinationAddress })).id)
    }
    await sandbox.advance(A_WHILE_MS)
    const statuses = () => Promise.all(ids.map(async (id) => (await withdrawalOf(scene, id)).status))
    expect(new Set(await statuses())).toEqual(new Set(["gas_blocked"]))
    await dashboard("POST", "/billing/top-ups", { body: { usd: "5" } })
    await sandbox.advance(A_WHILE_MS)
    const after = await statuses()
    const done = after.filter((status) => status === "completed").length
    expect(done).toBeGreaterThan(10)
    expect(done).toBeLessThan(20)
    expect(after).toEqual(ids.map((_, index) => (index < done ? "completed" : "gas_blocked")))
    expect((await gateway.getBilling()).gasBlockedOperations).toBe(20 - done)
  },
  LITTLE_GAS
)

story(
  "included gas is used first and renewed with each cycle; prepaid gas stays",
  ["rule:gas.included-first", "rule:gas.included-resets", "rule:gas.prepaid-stays", "field:billing.gas"],
  async (scene) => {
    const { gateway, sandbox, dashboard } = scene
    await dashboard("POST", "/billing/top-ups", { body: { usd: "5" } })
    await fundTreasury(scene)
    const first = await gateway.getBilling()
    expect([first.prepaidGasUsd, Number(first.includedGasUsedUsd) > 0]).toEqual(["5", true])
    while (Number((await gateway.getBilling()).includedGasRemainingUsd) >= 0.03) await fundTreasury(scene)
    await fundTreasury(scene)
    const exhausted = await gateway.getBilling()
    expect(Number(exhausted.includedGasRemainingUsd)).toBe(0)
    expect(Number(exhausted.prepaidGasUsd)).toBeLessThan(5)

    await sandbox.advance(Date.parse(exhausted.cycleEndsAt ?? "") - sandbox.now())
    expect(await gateway.getBilling()).toMatchObject({
      ...{ includedGasUsedUsd: "0", includedGasRemainingUsd: "0.1" },
      prepaidGasUsd: exhausted.prepaidGasUsd,
    })
  },
  LITTLE_GAS
)

story(
  "without gas credit payments are still detected and confirmed, and webhooks still arrive",
  ["rule:webhook.without-gas", "rule:detection.without-gas"],
  async (scene) => {
    const { gateway, receiver } = scene
    const { status } = await openPaidInvoice(scene)
    await scene.sandbox.advance(A_WHILE_MS)
    expect(status).toBe("paid")
    expect(receiver.events().at(-1)).toBe("invoice.paid")
    expect((await gateway.getBilling()).gasBlockedOperations).toBe(1)
  },
  NO_GAS
)
