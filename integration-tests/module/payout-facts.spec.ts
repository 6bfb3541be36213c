import { listing } from "../../src/gateway/__tests__/listing"
import type { Balance } from "../../src/gateway/contract"
import { BalanceReader } from "../../src/modules/onchain/finance/finance-service"
import { HealthFacts } from "../../src/modules/onchain/health/facts"
import { optionsWith } from "../../src/modules/onchain/options/__tests__/valid-options"
import { readSentLastDay, type WithdrawalRow } from "../../src/modules/onchain/payout/withdrawal-store"
import { SharedStatus } from "../../src/modules/onchain/work/shared-status"
import { describeTables } from "./onchain-module"
import { withdrawalIn, scope } from "./rows"

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

describeTables(({ knex }) => {
  let serial = 0
  const payout = (columns: Partial<WithdrawalRow>, change: Parameters<typeof withdrawalIn>[2] = {}) =>
    withdrawalIn(knex, columns, { request_key: `request_${(serial += 1)}`, ...change })

  describe("the health check's facts about payouts", () => {
    const none = { unanswered: 0, unfollowed: 0, unknownStatus: 0 }
    const signals = new SharedStatus(knex, scope, () => undefined)
    const facts = () => new HealthFacts(knex, optionsWith(), signals).silentWithdrawals()

    test.each<[string, Partial<WithdrawalRow>]>([
      ["requested", { state: "requested", state_at: ago(48) }],
      ["being sent for a minute", { state: "sending", state_at: ago(1 / 60) }],
      [
        "in progress",
        { state: "sent", gateway_status: "pending_funds", state_at: ago(90), checked_at: ago(0.1) },
      ],
      [
        "in an unknown status since yesterday evening",
        { state: "sent", gateway_status: "weighed", state_at: ago(20), checked_at: ago(0.1) },
      ],
      ["over", { state: "completed", state_at: ago(100) }],
    ])("a payout that is %s is no problem", async (_, columns) => {
      await payout(columns)
      expect(await facts()).toEqual(none)
    })

    test.each<[keyof typeof none, Partial<WithdrawalRow>]>([
      ["unanswered", { state: "sending", state_at: ago(0.2) }],
      ["unfollowed", { state: "sent", state_at: ago(3), due_at: ago(-0.5) }],
      ["unfollowed", { state: "sent", state_at: ago(9), checked_at: ago(3), due_at: ago(-0.5) }],
      [
        "unknownStatus",
        { state: "sent", gateway_status: "weighed", state_at: ago(25), checked_at: ago(0.1) },
      ],
    ])("one that is %s is counted", async (name, columns) => {
      await payout(columns)
      expect(await facts()).toEqual({ ...none, [name]: 1 })
    })
  })

  test("a balance is shown with our outgoing payouts, per asset", async () => {
    const usdc = { chain: "evm", networkId: "base-mainnet", token: "USDC", amounts: { total: "100" } }
    const xlm = {
      chain: "stellar",
      networkId: "stellar-mainnet",
      token: "XLM",
      canonicalAssetId: "stellar:XLM:native",
      amounts: { total: "5" },
    }
    const gateway = {
      listBalances: () =>
        listing<Balance>([
          usdc,
          { ...usdc, networkId: "bnb-mainnet" },
          xlm,
          { ...xlm, canonicalAssetId: "stellar:XLM:GSOMEBODY" },
        ]),
    }
    const stellar = { ...xlm, network_id: xlm.networkId, canonical_asset_id: xlm.canonicalAssetId }
    const { chain, network_id, token, canonical_asset_id } = stellar
    await payout({ state: "sending" }, { amount: "10.5" })
    await payout({ state: "sent" }, { amount: "0.25" })
    await payout({ state: "unknown" }, { chain, network_id, token, canonical_asset_id, amount: "2" })
    for (const state of ["quoted", "completed", "failed"] as const) await payout({ state }, { amount: "50" })
    const { balances: found } = await new BalanceReader(knex, scope, gateway).read()
    expect(found.map(({ onItsWay }) => onItsWay)).toEqual(["10.75", "0", "2", "0"])
  })

  test("a limit counts what was sent, or may have been, within a day", async () => {
    const used = (networkId: string | null = "base-mainnet") =>
      readSentLastDay(knex, scope, { token: "USDC", networkId, canonicalAssetId: null })
    expect(await used()).toBe("0")
    for (const state of ["sending", "sent", "completed", "unknown"] as const)
      await payout({ state, first_sent_at: ago(1) }, { amount: "10.10" })
    for (const state of ["failed", "refused"] as const) await payout({ state, first_sent_at: ago(1) })
    await payout({ state: "completed", first_sent_at: ago(25) })
    await payout({ state: "sent", first_sent_at: ago(1) }, { network_id: "bnb-mainnet" })
    await payout({ state: "quoted" })
    expect(await used()).toBe("40.4")
    expect(await used(null)).toBe("50.4")
  })
})
