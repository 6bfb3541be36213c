import { SandboxError } from "../../sandbox-error"
import { receiveTransfer } from "../../payments/receive-transfer"
import { failNextRefund } from "../resolve-deposit"
import type { Happening } from "./random-history"
import { ethOnBase, openShop, usdcOnBase, xlm } from "./shop"

const RAILS = [usdcOnBase, ethOnBase, xlm]
const PATIENCE_MS = 3_600_000

/** A shop with two customers, each with an address on every rail, for random histories. */
export async function openBusyShop() {
  const shop = openShop({ invoiceTtlMs: 120_000 })
  const { world, control, customer, ensure, intent, post, invoicesPath, assign, accept, refund } = shop
  const customers: { id: string; addresses: string[] }[] = []
  for (const externalRef of ["ada", "bob"]) {
    const id = await customer(externalRef)
    const addresses = []
    for (const rail of RAILS) addresses.push(await ensure(id, rail))
    customers.push({ id, addresses })
  }
  const intentIds: string[] = []
  const memos: string[] = []
  const invoiceAt = (index: number) => pickOf(world().invoices.all(), index)?.id ?? "inv_nothing"
  const depositAt = (index: number) => pickOf(world().deposits.newestFirst(), index)?.id ?? "dep_nothing"

  async function intentFor(depositId: string, index: number | undefined): Promise<string> {
    const { customerId, asset } = world().deposits.find(depositId) ?? {}
    if (index !== undefined || customerId === undefined || !asset?.supported) {
      return pickOf(intentIds, index ?? 0) ?? "int_nothing"
    }
    const { chain, networkId, token } = asset
    return (await intent(customerId, { chain, networkId, token, expectedAmount: "10" })).id
  }

  async function happen(what: Happening): Promise<unknown> {
    switch (what.kind) {
      case "intent": {
        const fields = { ...railAt(what.rail), expectedAmount: what.amount }
        const { id, memo } = await intent(pickOf(customers, what.customer)?.id ?? "", fields)
        intentIds.push(id)
        return memo === undefined ? undefined : memos.push(memo)
      }
      case "deposit": {
        const toAddress = pickOf(pickOf(customers, what.customer)?.addresses ?? [], what.rail) ?? ""
        const token = what.isUnlisted ? { token: "SCAM" } : {}
        return receiveTransfer(world(), { ...railAt(what.rail), ...token, toAddress, amount: what.amount })
      }
      case "treasury": {
        const toAddress = world().receivers.treasuryAddress
        const token = what.isUnlisted ? { token: "SCAM" } : {}
        const memo = pickOf([null, "7", ...memos], what.memo)
        return receiveTransfer(world(), { ...xlm, ...token, toAddress, amount: what.amount, memo })
      }
      case "invoice":
        return answered(post(invoicesPath, { ...railAt(what.rail), amount: what.amount }))
      case "pay": {
        const token = what.isMisdirected ? { token: "SCAM" } : {}
        return control.pay(invoiceAt(what.invoice), { amount: what.amount, ...token })
      }
      case "cancel":
      case "fail":
        return control[what.kind](invoiceAt(what.invoice))
      case "assign":
        return answered(
          assign(depositAt(what.deposit), await intentFor(depositAt(what.deposit), what.intent))
        )
      case "accept":
        return answered(accept(depositAt(what.deposit)))
      case "failing refund":
        failNextRefund(world(), depositAt(what.deposit))
        return answered(refund(depositAt(what.deposit)))
      case "refund":
        return answered(refund(depositAt(what.deposit)))
      case "wait":
        return control.advance(what.ms)
    }
  }
  return {
    ...shop,
    /** Runs a step. A refusal is fine; any other failure is thrown. */
    async tryToHappen(what: Happening): Promise<void> {
      await happen(what).catch((error: unknown) => {
        if (!(error instanceof SandboxError)) throw error
      })
    },
    settleDown: () => control.advance(PATIENCE_MS),
  }
}

/** Returns a refusal as a value; any other failure is thrown. */
async function answered(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer
  if (status >= 500) throw new Error(text)
}

function railAt(index: number) {
  return pickOf(RAILS, index) ?? usdcOnBase
}
function pickOf<T>(entries: readonly T[], index: number): T | undefined {
  return entries[index % entries.length]
}
