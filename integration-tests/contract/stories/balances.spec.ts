import { collect } from "../../../src/gateway"
import { story } from "../story/story"
import { deposit, openReview } from "./deposited"
import { openAddress } from "./opened-customer"
import { openInvoice, openPaidInvoice } from "./opened-invoice"
import { usdcOnBase, usdcOnSolana, xlm } from "./rails"
import { A_WHILE_MS, balanceOf, fundTreasury, quote, withdraw, withdrawalOf } from "./treasury"

story(
  "settled money can be withdrawn, money at addresses is held, and misdirected money needs recovery",
  [
    "endpoint:listBalances",
    "field:balance.total",
    "field:balance.totalHeld",
    "field:balance.requiresRecovery",
    "rule:withdrawal.legacy",
  ],
  async (scene) => {
    const { sandbox } = scene
    const confirming = await openInvoice(scene, { amount: "40" })
    await sandbox.pay(confirming.id)
    expect(await balanceOf(scene)).toEqual({ total: "0", totalHeld: "40", requiresRecovery: "0" })
    await expect(quote(scene)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" })
    await sandbox.settle(confirming.id)
    expect((await balanceOf(scene)).total).toBe("39.62")
    await sandbox.advance(A_WHILE_MS)
    expect(await balanceOf(scene)).toEqual({ total: "39.62", totalHeld: "0", requiresRecovery: "0" })

    const misdirected = await openInvoice(scene, { ...usdcOnBase, token: "ETH", amount: "1" })
    await sandbox.pay(misdirected.id, { token: "USDC", amount: "500" })
    expect(await balanceOf(scene)).toMatchObject({ total: "39.62", requiresRecovery: "500" })
    await expect(quote(scene, { amount: "100" })).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE" })
    const { fee, netAmount } = await quote(scene, { amount: "39.62" })
    expect([fee, netAmount]).toEqual(["0.05", "39.57"])
  }
)

story(
  "balances and transactions name chain, network and token, and do not decide about an order",
  [
    "endpoint:listTransactions",
    "rule:service.rail-everywhere",
    "rule:service.invoice-decides",
    "field:transaction",
  ],
  async (scene) => {
    const { gateway, sandbox } = scene
    for (const rail of [usdcOnBase, usdcOnSolana, xlm]) await fundTreasury(scene, rail)
    const rows = [...(await collect(gateway.listBalances())), ...(await collect(gateway.listTransactions()))]
    expect(rows.length).toBeGreaterThan(6)
    for (const { chain, networkId, token } of rows) {
      expect([usdcOnBase, usdcOnSolana, xlm]).toContainEqual({ chain, networkId, token })
    }
    const { id } = await openInvoice(scene, { amount: "10" })
    const { address } = await openAddress(scene, usdcOnBase)
    await deposit(scene, address, { ...usdcOnBase, amount: "10" })
    expect((await balanceOf(scene)).totalHeld).not.toBe("0")
    expect((await gateway.getInvoice(id)).status).toBe("pending")
    expect(sandbox.ledger().length).toBeGreaterThan(0)
  }
)

story(
  "every movement of money is a transaction: receipts, fees, payouts and refunds add up to the balance",
  ["field:transaction", "gap:transaction-fields"],
  async (scene) => {
    const { gateway, key, sandbox, assumptions } = scene
    const invoice = await fundTreasury(scene)
    const withdrawal = await withdraw(scene)
    const { depositId } = await openReview(scene, { amount: "30" })
    await gateway.refundDeposit(depositId, { idempotencyKey: key() })
    await sandbox.advance(A_WHILE_MS)
    const rows = await collect(gateway.listTransactions())
    const found = rows.map(({ kind, direction, amount, reference }) => [kind, direction, amount, reference])
    expect(found).toEqual(
      expect.arrayContaining([
        ["receipt", "in", "100", invoice.id],
        ["fee", "out", "0.95", invoice.id],
        ["payout", "out", assumptions.transactions.payoutAmounts === "gross" ? "10" : "9.95", withdrawal.id],
        ["fee", "out", "0.05", withdrawal.id],
        ["refund", "out", "30", depositId],
      ])
    )
    expect(rows.every(({ createdAt }) => !Number.isNaN(Date.parse(createdAt ?? "")))).toBe(true)
    const payout = rows.find(({ kind }) => kind === "payout")
    expect(payout?.txHash).toBe((await withdrawalOf(scene, withdrawal.id)).txHash)
    expect((await balanceOf(scene)).total).toBe("89.05")
  }
)

story(
  "an invoice that was just paid counts at once, although it is not swept yet",
  ["rule:settled.funds"],
  async (scene) => {
    await openPaidInvoice(scene, { amount: "100" })
    expect((await balanceOf(scene)).total).toBe("99.05")
    const { accounts } = scene.sandbox.ledger()[0] ?? { accounts: undefined }
    expect([accounts?.treasury, accounts?.sweeping]).toEqual(["0", "99.05"])
    await scene.sandbox.advance(A_WHILE_MS)
    expect(scene.sandbox.ledger()[0]?.accounts.treasury).toBe("99.05")
  }
)
