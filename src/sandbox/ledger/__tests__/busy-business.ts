import { formatAmount } from "../../../gateway/amount"
import { changePlan, executeContract, topUp } from "../../billing/purchases"
import { assetKey } from "../../catalog/catalog"
import {
  acceptDeposit,
  assignDeposit,
  failNextRefund,
  refundDeposit,
} from "../../deposits/deposit-operations"
import { createInvoice, takeStep } from "../../invoices/invoice-operations"
import { reorgInvoice } from "../../invoices/settlement"
import { receivePayment, receiveTransfer } from "../../payments/receive-transfer"
import { createRoute, takeRouteStep } from "../../dashboard/dashboard-routes"
import { SandboxError } from "../../sandbox-error"
import { destinations, openBusiness, usdcOnBase, usdcOnSolana, xlm } from "../../__tests__/business"
import {
  createWithdrawal,
  quoteWithdrawal,
  withdrawFromDashboard,
} from "../../withdrawals/withdrawal-creation"
import { failWithdrawal } from "../../withdrawals/withdrawal-progress"
import type { Happening, Payout } from "./money-history"

/** Each with two destinations. */
const RAILS = [
  { rail: usdcOnBase, to: [destinations.evm, destinations.evm2] },
  { rail: { ...usdcOnBase, token: "ETH" }, to: [destinations.evm, destinations.evm2] },
  { rail: usdcOnSolana, to: [destinations.sol, "7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj"] },
  { rail: xlm, to: [destinations.stellar, "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"] },
]
const PATIENCE_MS = 3_600_000

/** A business with little gas and two customers, each with an address on every rail, for random histories. */
export async function openBusyBusiness() {
  const business = openBusiness({
    business: { fairUseGasUsd: "0.35", underpaymentToleranceBps: 100 },
    invoiceTtlMs: 600_000,
  })
  const { control } = business
  const world = business.world()
  const routeIds = RAILS.map(({ rail, to }) => {
    const { id } = createRoute(world, { name: "all", ...rail, recipients: recipientsOf(to, [1_111, 8_889]) })
    return takeRouteStep(world, id, "approved").id
  })
  const railAt = (index: number) => pickOf(RAILS, index) ?? { rail: usdcOnBase, to: [] }
  const invoiceAt = (index: number) => pickOf(world.invoices.all(), index)
  let references = 0
  const customers: { id: string; addresses: string[] }[] = []
  for (const externalRef of ["ada", "bob"]) {
    const id = await business.customer(externalRef)
    const addresses = []
    for (const { rail } of RAILS) addresses.push(await business.ensure(id, rail))
    customers.push({ id, addresses })
  }
  const intents: { id: string; memo?: string }[] = []
  const depositAt = (index: number) =>
    world.deposits.get(pickOf(world.deposits.newestFirst(), index)?.id ?? "dep_nothing")

  async function openIntent(customerId: string, rail: object, expectedAmount: string): Promise<void> {
    intents.push(await business.intent(customerId, { ...rail, expectedAmount }))
  }

  /** To an intent that fits, where there can be one; now and then to any other. */
  async function assign(deposit: ReturnType<typeof depositAt>, index: number): Promise<unknown> {
    const { customerId, asset } = deposit
    const { chain, networkId, token } = asset
    if (customerId !== undefined && asset.supported && index > 0)
      await openIntent(customerId, { chain, networkId, token }, "10")
    return assignDeposit(world, deposit, { intentId: intents.at(-1)?.id ?? "int_nothing" })
  }

  function saleOf({ rail: index, amount, payout }: { rail: number; amount: string; payout: Payout }) {
    const { rail, to } = railAt(index)
    const payouts = {
      none: {},
      route: { payoutRouteId: pickOf(routeIds, index) },
      whole: { payoutRecipients: recipientsOf(to, [3_333, 6_667]) },
      part: { payoutRecipients: recipientsOf(to, [10, 5_000]) },
    } satisfies Record<Payout, object>
    return { ...rail, amount, ...payouts[payout] }
  }

  function withdraw({ rail: index, percent, isByHand, destination }: Happening & { kind: "withdraw" }) {
    const { rail, to } = railAt(index)
    const asset = world.catalog.findToken(rail.networkId, rail.token)
    if (!asset) throw new Error(`${rail.token} on ${rail.networkId}`)
    const key = assetKey(asset)
    const total = world.ledger.balance(key, "treasury") + world.ledger.balance(key, "sweeping")
    const amount = formatAmount((total * BigInt(percent)) / 100n, asset.decimals)
    const request = { ...rail, amount, destinationAddress: pickOf(to, destination) ?? "" }
    if (isByHand) return withdrawFromDashboard(world, request)
    const { id: quoteId } = quoteWithdrawal(world, request)
    return createWithdrawal(world, { quoteId, clientReference: `ref-${references++}` })
  }

  async function happen(what: Happening): Promise<unknown> {
    switch (what.kind) {
      case "invoice":
        return createInvoice(world, saleOf(what))
      case "sale": {
        const { id } = createInvoice(world, saleOf(what))
        receivePayment(world, id, {})
        if (what.surplus) receivePayment(world, id, { amount: "0.5" })
        return control.settle(id)
      }
      case "pay": {
        const invoice = invoiceAt(what.invoice)
        const token = what.isWrongAsset ? { token: "SCAM" } : {}
        return invoice && receivePayment(world, invoice.id, { amount: what.amount, ...token })
      }
      case "settle":
        return control.settle(invoiceAt(what.invoice)?.id ?? "inv_nothing")
      case "fail":
      case "expire":
      case "cancel": {
        const invoice = invoiceAt(what.invoice)
        const triggers = { fail: "failed", expire: "expired", cancel: "cancelled" } as const
        return invoice && takeStep(world, invoice, triggers[what.kind])
      }
      case "reorg": {
        const invoice = invoiceAt(what.invoice)
        return invoice && reorgInvoice(world, invoice)
      }
      case "withdraw":
        return withdraw(what)
      case "fail withdrawal":
        return failWithdrawal(world, pickOf(world.withdrawals.all(), what.withdrawal)?.id ?? "wd_nothing")
      case "reject":
        return world.withdrawals.rejectedAddresses.add(
          pickOf(
            RAILS.map(({ to }) => to[1] ?? ""),
            what.destination
          ) ?? ""
        )
      case "intent":
        return openIntent(pickOf(customers, what.customer)?.id ?? "", railAt(what.rail).rail, what.amount)
      case "deposit": {
        const toAddress = pickOf(pickOf(customers, what.customer)?.addresses ?? [], what.rail) ?? ""
        const token = what.isUnlisted ? { token: "SCAM" } : {}
        return receiveTransfer(world, { ...railAt(what.rail).rail, ...token, toAddress, amount: what.amount })
      }
      case "treasury": {
        const toAddress = world.receivers.treasuryAddress
        const token = what.isUnlisted ? { token: "SCAM" } : {}
        const memo = pickOf([null, "7", ...intents.flatMap((intent) => intent.memo ?? [])], what.memo)
        return receiveTransfer(world, { ...xlm, ...token, toAddress, amount: what.amount, memo })
      }
      case "assign":
        return assign(depositAt(what.deposit), what.intent)
      case "accept":
        return acceptDeposit(world, depositAt(what.deposit))
      case "refund":
        return refundDeposit(world, depositAt(what.deposit))
      case "failing refund":
        failNextRefund(world, depositAt(what.deposit).id)
        return refundDeposit(world, depositAt(what.deposit))
      case "top up":
        return topUp(world, what.usd)
      case "change plan":
        return changePlan(world, what.plan)
      case "spend gas":
        return executeContract(world, what.usd)
      case "wait":
        return control.advance(what.ms)
    }
  }

  return {
    ...business,
    world,
    /** Runs a step. A refusal is fine; any other failure is thrown. */
    async tryToHappen(what: Happening): Promise<void> {
      try {
        await happen(what)
      } catch (error) {
        if (!(error instanceof SandboxError)) throw error
      }
    },
    /** Advances until everything that can end has ended. */
    async settleDown(): Promise<void> {
      do {
        topUp(world, "100")
        await control.advance(PATIENCE_MS)
      } while (world.billing.blocked.length > 0)
    },
  }
}

function recipientsOf(to: string[], shares: number[]) {
  return to.map((destinationAddress, index) => ({
    ...{ label: `recipient ${index}`, destinationAddress, shareBps: shares[index] ?? 1 },
  }))
}

function pickOf<T>(entries: readonly T[], index: number): T | undefined {
  return entries[index % entries.length]
}
