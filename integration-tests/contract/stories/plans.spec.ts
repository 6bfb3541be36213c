import { planPricesOf } from "../../../src/domain/finance/plan-prices"
import type { PayoutRecipient } from "../../../src/gateway/contract"
import { assumptionSets } from "../assumption-sets/assumption-sets"
import type { Scene } from "../story/scene"
import { story } from "../story/story"
import { bills, payBill } from "./bills"
import { openInvoice, openPaidInvoice } from "./opened-invoice"
import { usdcOnBase } from "./rails"
import { A_WHILE_MS, balanceOf, EVM_DESTINATION, fundTreasury, quote, withdraw } from "./treasury"

/** Figures of the document: the renewal's price, null without one, and what an invoice of 100, and one of 1, leaves. */
const plans = {
  Free: {
    ...{ monthlyUsd: null, invoiceFeePercent: "0.95", minimumFeeUsd: "0.10", includedGas: "fair-use" },
    ...{ includedPayouts: 0, payoutFee: "0.05", dashboardFee: "0.08", netOf100: "99.05", netOf1: "0.9" },
  },
  Startup: {
    ...{ monthlyUsd: "19", invoiceFeePercent: "0.70", minimumFeeUsd: "0.10", includedGas: "10" },
    ...{ includedPayouts: 100, payoutFee: "0.03", dashboardFee: "0.05", netOf100: "99.3", netOf1: "0.9" },
  },
  Growth: {
    ...{ monthlyUsd: "99", invoiceFeePercent: "0.55", minimumFeeUsd: "0.05", includedGas: "35" },
    ...{ includedPayouts: 1_000, payoutFee: "0.01", dashboardFee: "0.03", netOf100: "99.45", netOf1: "0.95" },
  },
  Scale: {
    ...{ monthlyUsd: "499", invoiceFeePercent: "0.35", minimumFeeUsd: "0.05", includedGas: "150" },
    ...{ includedPayouts: 10_000, payoutFee: "0.005", dashboardFee: "0.02" },
    ...{ netOf100: "99.65", netOf1: "0.95" },
  },
}

/** Uses up the quota with invoice legs, a share each, and no gas to pay for. */
async function usePayouts(scene: Scene, count: number): Promise<void> {
  scene.sandbox.setWebhook(null)
  const leg = { destinationAddress: EVM_DESTINATION, shareBps: 10 }
  const legs = Array.from({ length: 1_000 }, (_, index): PayoutRecipient => ({ label: `${index}`, ...leg }))
  for (let left = count; left > 0; left -= legs.length) {
    await openPaidInvoice(scene, { amount: "10000", payoutRecipients: legs.slice(0, left) })
    await scene.sandbox.advance(A_WHILE_MS)
  }
}

for (const plan of ["Free", "Startup", "Growth", "Scale"] as const) {
  const figures = plans[plan]
  story(
    `${plan} charges its documented price and fees, with its quota and gas`,
    [
      `plan:${plan}`,
      ...["endpoint:getBilling", "field:billing.plan", "field:billing.quota", "field:billing.options"],
      ...["rule:fee.percent", "rule:fee.minimum", "rule:fee.dashboard", "gap:billing-fields"],
      ...(plan === "Free" ? ["rule:fee.free-payouts"] : []),
    ],
    async (scene) => {
      const { gateway, dashboard, sandbox } = scene
      expect(await gateway.getBilling()).toMatchObject({
        plan,
        state: "active",
        invoiceFeePercent: figures.invoiceFeePercent,
        minimumFeeUsd: figures.minimumFeeUsd,
        payoutQuotaIncluded: figures.includedPayouts,
        payoutQuotaUsed: 0,
        includedGasGrantedUsd: figures.includedGas,
        topUpOptionsUsd: ["5", "10", "25", "50", "100"],
        gasBlockedOperations: 0,
      })
      expect(Object.values(planPricesOf({ plan })).map((price) => price?.value)).toEqual([
        ...[figures.monthlyUsd ?? "0", figures.invoiceFeePercent, figures.minimumFeeUsd],
        ...[figures.payoutFee, figures.dashboardFee, `${figures.includedPayouts}`, figures.includedGas],
      ])
      await fundTreasury(scene, { amount: "100" })
      expect((await balanceOf(scene)).total).toBe(figures.netOf100)
      await fundTreasury(scene, { ...usdcOnBase, networkId: "eth-mainnet", amount: "1" })
      expect((await balanceOf(scene, { networkId: "eth-mainnet", token: "USDC" })).total).toBe(figures.netOf1)

      const body = { ...usdcOnBase, amount: "10", destinationAddress: EVM_DESTINATION }
      const { body: ordered } = await dashboard("POST", "/withdrawals", { body })
      expect(ordered).toMatchObject({ fee: figures.dashboardFee })
      expect((await gateway.getBillingUsage()).payoutQuotaUsed).toBe(0)

      const fee = figures.includedPayouts > 0 ? "0" : figures.payoutFee
      expect(await withdraw(scene)).toMatchObject({ status: "queued", fee })
      expect((await gateway.getBillingUsage()).payoutQuotaUsed).toBe(1)

      const { cycleEndsAt } = await gateway.getBilling()
      await sandbox.advance(Date.parse(cycleEndsAt ?? "") - sandbox.now() - 60_000)
      const prices = (await bills(dashboard)).map(({ amountUsd }) => amountUsd)
      expect(prices).toEqual(figures.monthlyUsd === null ? [] : [figures.monthlyUsd])
    },
    { business: { plan } }
  )
}

story(
  "Enterprise stays within its range",
  ["plan:Enterprise"],
  async ({ gateway }) => {
    const { plan, invoiceFeePercent } = await gateway.getBilling()
    expect(plan).toBe("Enterprise")
    expect(Number(invoiceFeePercent)).toBeGreaterThanOrEqual(0.15)
    expect(Number(invoiceFeePercent)).toBeLessThanOrEqual(0.35)
    const { invoice_fee_percent: listed, monthly_usd: price } = planPricesOf({ plan })
    expect([listed?.value, listed?.up_to, price?.value]).toEqual(["0.15", "0.35", null])
  },
  { business: { plan: "Enterprise" } }
)

/** Thousands of payouts take a while: the smallest quota is used up at every service, the largest at one. */
const servicesOf = {
  Startup: assumptionSets,
  Growth: assumptionSets.slice(0, 2),
  Scale: assumptionSets.slice(0, 1),
}

for (const plan of ["Startup", "Growth", "Scale"] as const) {
  story(
    `${plan}: beyond the quota each payout costs the plan's fee, and the next cycle has a new quota`,
    [`plan:${plan}`, "rule:fee.payout-api", "rule:fee.within-quota", "rule:quota.per-cycle"],
    async (scene) => {
      const { gateway, dashboard, sandbox } = scene
      const { includedPayouts, payoutFee } = plans[plan]
      for (let bought = 0; bought < 3; bought++)
        await dashboard("POST", "/billing/top-ups", { body: { usd: "100" } })
      await usePayouts(scene, includedPayouts - 1)
      await fundTreasury(scene)
      expect((await gateway.getBillingUsage()).payoutQuotaUsed).toBe(includedPayouts - 1)
      const last = await quote(scene)
      expect(last.fee).toBe("0")
      const request = { quoteId: last.id, clientReference: "last one" }
      await gateway.createWithdrawal(request, { idempotencyKey: scene.key() })
      expect((await quote(scene)).fee).toBe(payoutFee)

      const { cycleEndsAt } = await gateway.getBilling()
      await sandbox.advance(Date.parse(cycleEndsAt ?? "") - sandbox.now() - 60_000)
      const [bill] = await bills(dashboard)
      const { id, amountUsd } = bill ?? { id: "none", amountUsd: "0" }
      await payBill(dashboard, id, amountUsd, "0xrenewal")
      await sandbox.advance(60_000)
      expect((await gateway.getBillingUsage()).payoutQuotaUsed).toBe(0)
      expect((await quote(scene)).fee).toBe("0")
    },
    { business: { plan } },
    servicesOf[plan]
  )
}

story(
  "an invoice may be as small as the fee leaves something of it",
  ["rule:fee.small-invoice"],
  async (scene) => {
    const { id } = await openInvoice(scene, { amount: "0.100001" })
    await scene.sandbox.pay(id)
    await scene.sandbox.settle(id)
    expect((await balanceOf(scene)).total).toBe("0.000001")
    await expect(openInvoice(scene, { amount: "0.1" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" })
  }
)

const FIGURES = [
  ...["invoiceFeePercent", "minimumFeeUsd", "payoutQuotaIncluded", "payoutQuotaUsed", "gasBlockedOperations"],
  ...[
    "includedGasGrantedUsd",
    "includedGasUsedUsd",
    "includedGasRemainingUsd",
    "prepaidGasUsd",
    "topUpOptionsUsd",
  ],
]

for (const form of ["number", "object"] as const)
  story(
    `billing reads the same where a figure is written as ${form === "object" ? "an object" : "a number"}`,
    [
      ...["field:billing.plan", "field:billing.quota", "field:billing.gas", "field:billing.options"],
      ...["endpoint:getBilling", "endpoint:getBillingUsage", "gap:billing-fields"],
    ],
    async (scene) => {
      const { gateway, sandbox, dashboard } = scene
      await dashboard("POST", "/billing/top-ups", { body: { usd: "5" } })
      await fundTreasury(scene)
      await withdraw(scene)
      const read = async () => {
        const answers = [await gateway.getBilling(), await gateway.getBillingUsage()]
        return answers.map((answer) =>
          FIGURES.map((name) =>
            [answer[name]].flat().map((figure) => (figure === undefined ? null : Number(figure)))
          )
        )
      }
      const asText = await read()
      expect(asText.flat(2).filter((figure) => figure === null)).toHaveLength(3)
      sandbox.changeSettings({ billingFigures: form })
      expect(await read()).toEqual(asText)
    },
    { business: { plan: "Startup" } }
  )
