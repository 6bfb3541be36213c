import type { billingItems } from "../billing-items"
import { inFile, type Mutant, type Mutants } from "./mutant"

const plans = inFile("src/sandbox/billing/plans.ts")
const fees = inFile("src/sandbox/billing/fees.ts")
const credit = inFile("src/sandbox/billing/gas-credit.ts")
const prices = inFile("src/sandbox/billing/gas-price.ts")
const purchases = inFile("src/sandbox/billing/purchases.ts")
const cycle = inFile("src/sandbox/billing/billing-cycle.ts")
const account = inFile("src/sandbox/billing/billing-account.ts")
const view = inFile("src/sandbox/billing/billing-view.ts")
const settled = inFile("src/sandbox/payouts/settle-funds.ts")
const withdrawals = inFile("src/sandbox/withdrawals/withdrawal-creation.ts")
const progress = inFile("src/sandbox/withdrawals/withdrawal-progress.ts")

/** Each figure of a plan as the sandbox has it, replaced by another. */
function planMutants(figures: readonly string[]): Mutant[] {
  const line = `plan(${figures.join(", ")})`
  return figures.slice(1).map((figure, index) => {
    const other = figure === "null" ? '"1"' : figure.startsWith('"') ? '"0.4"' : "7"
    return plans(line, `plan(${figures.map((one, at) => (at === index + 1 ? other : one)).join(", ")})`)
  })
}

const countsNoLeg = settled("  countPayout(world)\n  scheduleStep", "  scheduleStep")
const freeLeg = settled("const feeBaseUnits = payoutFee(world, asset)", "const feeBaseUnits = 0n")
const withinQuota = fees("payoutsUsed < includedPayouts ? 0n", "payoutsUsed < includedPayouts - 1 ? 0n")

export const billingMutants: Record<keyof typeof billingItems, Mutants> = {
  "plan:Free": planMutants(['"Free"', '"0"', '"0.95"', '"0.10"', "null", "0", '"0.05"', '"0.08"']),
  "plan:Startup": planMutants(['"Startup"', '"19"', '"0.70"', '"0.10"', '"10"', "100", '"0.03"', '"0.05"']),
  "plan:Growth": planMutants(['"Growth"', '"99"', '"0.55"', '"0.05"', '"35"', "1_000", '"0.01"', '"0.03"']),
  "plan:Scale": planMutants(['"Scale"', '"499"', '"0.35"', '"0.05"', '"150"', "10_000", '"0.005"', '"0.02"']),
  "plan:Enterprise": [
    plans('plan("Enterprise", "2000", "0.15"', 'plan("Enterprise", "2000", "0.14"'),
    plans('plan("Enterprise", "2000", "0.15"', 'plan("Enterprise", "2000", "0.36"'),
  ],
  "rule:fee.percent": fees("amountBaseUnits, bps, WHOLE_BPS", "amountBaseUnits, bps + 1n, WHOLE_BPS"),
  "rule:fee.minimum": fees("share > minimum ? share : minimum", "share"),
  "rule:fee.free-payouts": [
    fees("payoutsUsed < includedPayouts ?", "payoutsUsed <= includedPayouts ?"),
    withdrawals(
      "  checkUse(world, quote, clientReference)\n",
      '  if (world.business.plan === "Free") throw conflict("not in this plan")\n'
    ),
  ],
  "rule:fee.payout-api": fees(
    "{ includedPayouts, payoutFeeUsd }",
    "{ includedPayouts, dashboardWithdrawalFeeUsd: payoutFeeUsd }"
  ),
  "rule:fee.recipient-legs": [freeLeg, countsNoLeg],
  "rule:fee.route-legs": [freeLeg, countsNoLeg],
  "rule:fee.within-quota": withinQuota,
  "rule:fee.dashboard": fees(
    "currentPlan(world).dashboardWithdrawalFeeUsd",
    "currentPlan(world).payoutFeeUsd"
  ),
  "rule:fee.small-invoice": inFile("src/sandbox/invoices/invoice-creation.ts")(
    "if (amountBaseUnits > feeBaseUnits) return",
    "if (amountBaseUnits > 2n * feeBaseUnits) return"
  ),
  "rule:gas.included-first": credit(
    "included === null || cost < included ? cost : included",
    "cost > billing.prepaidGas ? cost - billing.prepaidGas : 0n"
  ),
  "rule:gas.included-resets": cycle(
    "const cycle = newCycle(startsAtMs)",
    "const cycle = { ...newCycle(startsAtMs), includedGasUsed: billing.cycle.includedGasUsed }"
  ),
  "rule:gas.prepaid-stays": cycle(
    "  billing.cycle = cycle\n",
    "  billing.cycle = cycle\n  billing.prepaidGas = 0n\n"
  ),
  "rule:gas.packs": ["5", "10", "25", "50", "100"].map((usd) => {
    const packs = '["5", "10", "25", "50", "100"]'
    return purchases(packs, packs.replace(`"${usd}"`, '"7"'))
  }),
  "rule:gas.no-upgrade": purchases(
    "  const packs: readonly string[] = TOP_UP_PACKS_USD\n",
    '  const packs: readonly string[] = world.business.plan === "Free" ? [] : TOP_UP_PACKS_USD\n'
  ),
  "rule:gas.sweep": settled("gas: sweepGas(sweep.asset)", "gas: []"),
  "rule:gas.withdrawal": [
    withdrawals("unpaidGas: transferGas(", 'unpaidGas: kind === "dashboard" ? [] : transferGas('),
    withdrawals("unpaidGas: transferGas(", 'unpaidGas: kind === "payout_api" ? [] : transferGas('),
  ],
  "rule:gas.token-account": progress(
    "...withdrawal.unpaidGas, ...tokenAccountGas()",
    "...withdrawal.unpaidGas"
  ),
  "rule:gas.account-close": prices("return asset.tokenMint ? [", "return asset.contractAddress ? ["),
  "rule:gas.contract": [
    prices(
      'isContract ? [transfer, line("contract_execution", CONTRACT_CALL_USD)] : [transfer]',
      "[transfer]"
    ),
    purchases('gas: [{ use: "contract_execution", usdUnits }],', "gas: [],"),
  ],
  "rule:gas.recorded": credit("billing.usage.push(", "void [].push("),
  "rule:gas.not-the-fee": fees(
    "payoutsUsed < includedPayouts ? 0n",
    'payoutsUsed < includedPayouts ? baseUnitsWorth("0.02", asset)'
  ),
  "field:billing.plan": [
    view("plan: name,", 'plan: "Other",'),
    view("    invoiceFeePercent,\n", ""),
    view("    minimumFeeUsd,\n", ""),
  ],
  "field:billing.quota": [
    view("payoutQuotaIncluded: currentPlan(world).includedPayouts,", "payoutQuotaIncluded: 1,"),
    view("payoutQuotaUsed: billing.cycle.payoutsUsed,", "payoutQuotaUsed: 0,"),
  ],
  "field:billing.gas": [
    view("includedGasGrantedUsd: figure(includedGasGranted(world)),", ""),
    view("includedGasUsedUsd: fromUsdUnits(billing.cycle.includedGasUsed),", 'includedGasUsedUsd: "0",'),
    view("includedGasRemainingUsd: figure(includedGasRemaining(world)),", 'includedGasRemainingUsd: "0",'),
    view("prepaidGasUsd: fromUsdUnits(billing.prepaidGas),", 'prepaidGasUsd: "0",'),
  ],
  "field:billing.options": [
    view("topUpOptionsUsd: [...TOP_UP_PACKS_USD],", "topUpOptionsUsd: [],"),
    view("gasBlockedOperations: billing.blocked.length,", "gasBlockedOperations: 0,"),
  ],
  "state:billing.active": cycle('state: "active",', 'state: "past_due",'),
  "state:billing.past_due": account('renewal_unpaid: "past_due"', 'renewal_unpaid: "active"'),
  "transition:billing.active.past_due": account('renewal_unpaid: "past_due"', 'renewal_unpaid: "active"'),
  "transition:billing.past_due.active": [
    account('renewal_paid: "active"', 'renewal_paid: "past_due"'),
    account('grace_over: "active"', 'grace_over: "past_due"'),
  ],
  "rule:cycle.renewal": [
    cycle("RENEWAL_LEAD_MS = 5 * DAY_MS", "RENEWAL_LEAD_MS = 4 * DAY_MS"),
    cycle("RENEWAL_LEAD_MS = 5 * DAY_MS", "RENEWAL_LEAD_MS = 6 * DAY_MS"),
  ],
  "rule:cycle.paid": [
    cycle('if (!renewal || renewal.status === "paid")', "if (!renewal)"),
    cycle("payoutsUsed: 0, includedGasUsed: 0n", "payoutsUsed: 0, includedGasUsed: 1n"),
  ],
  "rule:cycle.grace": [
    cycle("GRACE_MS = 14 * DAY_MS", "GRACE_MS = 13 * DAY_MS"),
    cycle("GRACE_MS = 14 * DAY_MS", "GRACE_MS = 15 * DAY_MS"),
  ],
  "rule:cycle.downgrade": cycle('business.plan = "Free"', 'business.plan = "Startup"'),
  "rule:cycle.data-kept": cycle(
    'business.plan = "Free"',
    'business.plan = "Free"\n  billing.invoices.length = 0'
  ),
}
