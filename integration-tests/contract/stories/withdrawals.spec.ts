import { collect } from "../../../src/gateway"
import { fieldOf } from "../../../src/gateway/contract"
import { story } from "../story/story"
import { openPaidInvoice } from "./opened-invoice"
import { nova, usdcOnBase } from "./rails"
import {
  A_WHILE_MS,
  balanceOf,
  EVM_DESTINATION,
  fundTreasury,
  quote,
  withdraw,
  withdrawalOf,
} from "./treasury"

type Envelope = { event: string; data: object }

story(
  "a withdrawal is quoted, created, sent and completed, with its fee out of the amount",
  [
    "endpoint:quoteWithdrawal",
    "endpoint:createWithdrawal",
    "endpoint:getWithdrawal",
    "field:quote-request",
    "field:quote",
    "field:withdrawal-request",
    "rule:withdrawal.fee",
    "state:withdrawal.queued",
    "transition:withdrawal.new.queued",
    "state:withdrawal.broadcast",
    "state:withdrawal.completed",
    "transition:withdrawal.processing.broadcast",
    "transition:withdrawal.broadcast.completed",
    "event:withdrawal.*",
    "gap:quote-fields",
    "gap:withdrawal-states",
    "gap:withdrawal-events",
    "gap:get-paths",
    "rule:fee.payout-api",
  ],
  async (scene) => {
    const { gateway, key, sandbox, receiver, assumptions } = scene
    await fundTreasury(scene)
    receiver.forget()
    const quoted = await quote(scene)
    expect(quoted).toMatchObject({ fee: "0.05", netAmount: "9.95" })
    expect(Date.parse(quoted.expiresAt ?? "")).toBeGreaterThan(sandbox.now())
    const request = { quoteId: quoted.id, clientReference: "payroll-7" }
    const created = await gateway.createWithdrawal(request, { idempotencyKey: key() })
    expect(created).toMatchObject({
      ...usdcOnBase,
      ...{ status: "queued", amount: "10", fee: "0.05", netAmount: "9.95" },
      ...{ destinationAddress: EVM_DESTINATION, quoteId: quoted.id, clientReference: "payroll-7" },
    })
    expect(created.statusWord).toBe(assumptions.statuses.withdrawal.queued.at(-1))
    expect(created.txHash).toBeUndefined()
    expect(Date.parse(created.createdAt ?? "")).toBe(sandbox.now())
    await sandbox.advance(A_WHILE_MS)
    const done = await withdrawalOf(scene, created.id)
    expect(done.status).toBe("completed")
    expect(done.txHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(receiver.events()).toEqual([
      "withdrawal.queued",
      "withdrawal.processing",
      "withdrawal.broadcast",
      "withdrawal.completed",
    ])
    expect(receiver.received.every(({ resource }) => resource["id"] === created.id)).toBe(true)
    const { event, data }: Envelope = JSON.parse(String(receiver.received[0]?.rawBody))
    const { events, ids } = assumptions
    expect(event.startsWith(String(events.withdrawalPrefixes.at(-1)))).toBe(true)
    const path = [events.envelopes.withdrawal.at(-1), ids.withdrawal.at(-1)].filter((name) => name !== "")
    expect(fieldOf(data, path.join("."))).toBe(created.id)
  }
)

story(
  "right after invoice.paid the money is still being swept: the withdrawal waits, and continues by itself",
  [
    "state:withdrawal.pending_funds",
    "transition:withdrawal.queued.pending_funds",
    "transition:withdrawal.pending_funds.processing",
    "rule:withdrawal.after-paid",
  ],
  async (scene) => {
    await openPaidInvoice(scene)
    expect(scene.receiver.events().at(-1)).toBe("invoice.paid")
    const created = await withdraw(scene)
    expect(created.status).toBe("pending_funds")
    await scene.sandbox.advance(A_WHILE_MS)
    const { status } = await withdrawalOf(scene, created.id)
    expect(status).toBe("completed")
  }
)

story(
  "more than the balance is refused at once and not retried",
  ["rule:withdrawal.insufficient"],
  async (scene) => {
    const { sandbox, assumptions, raw } = scene
    await fundTreasury(scene)
    const before = sandbox.requests().length
    const refusal = { code: "INSUFFICIENT_BALANCE", isRetryable: false }
    await expect(quote(scene, { amount: "100" })).rejects.toMatchObject(refusal)
    expect(sandbox.requests().length).toBe(before + 1)
    const body = { ...usdcOnBase, amount: "100", destinationAddress: EVM_DESTINATION }
    const { status } = await raw("quoteWithdrawal", { body })
    expect(status).toBe(assumptions.errors.statuses.insufficientBalance)
  }
)

story(
  "money reserved for another withdrawal is not available twice: the second one waits, and fails when it is spent",
  ["state:withdrawal.funds_reserved", "state:withdrawal.failed"],
  async (scene) => {
    const { gateway, sandbox } = scene
    await fundTreasury(scene, { amount: "20" })
    const first = await quote(scene, { amount: "15" })
    const second = await quote(scene, { amount: "15" })
    const create = (quoteId: string, clientReference: string) =>
      gateway.createWithdrawal({ quoteId, clientReference }, { idempotencyKey: scene.key() })
    await create(first.id, "first")
    const waiting = await create(second.id, "second")
    expect(waiting.status).toBe("funds_reserved")
    await sandbox.advance(A_WHILE_MS)
    const failed = await withdrawalOf(scene, waiting.id)
    expect([failed.status, typeof failed.failureReason]).toEqual(["failed", "string"])
  }
)

story("a withdrawal needs an unused and unexpired quote", ["rule:withdrawal.quote-first"], async (scene) => {
  const { gateway, key, sandbox } = scene
  await fundTreasury(scene)
  const create = (quoteId: string, clientReference: string) =>
    gateway.createWithdrawal({ quoteId, clientReference }, { idempotencyKey: key() })
  const used = await quote(scene)
  await expect(create("quote_of_nobody", "a")).rejects.toMatchObject({ code: "NOT_FOUND" })
  await create(used.id, "b")
  await expect(create(used.id, "c")).rejects.toMatchObject({ code: "CONFLICT" })
  const other = await quote(scene)
  await expect(create(other.id, "b")).rejects.toMatchObject({ code: "DUPLICATE_REQUEST" })
  await sandbox.advance(24 * 60 * 60_000)
  await expect(create(other.id, "d")).rejects.toMatchObject({ code: "CONFLICT" })
  expect((await balanceOf(scene)).total).toBe("89.05")
})

story(
  "withdrawals are listed, the newest first, and one is found there where none can be fetched",
  ["endpoint:listWithdrawals"],
  async (scene) => {
    const { gateway, assumptions } = scene
    await fundTreasury(scene)
    const ids = [(await withdraw(scene)).id, (await withdraw(scene)).id]
    const { getWithdrawal, listWithdrawals } = assumptions.paths
    const one = gateway.getWithdrawal(ids[0] ?? "")
    if (getWithdrawal === null && listWithdrawals === null) {
      expect(gateway.hasWithdrawalReads).toBe(false)
      await expect(one).rejects.toMatchObject({ code: "NO_SUCH_CALL" })
      return
    }
    expect(await one).toMatchObject({ id: ids[0], status: "queued", amount: "10" })
    expect((await collect(gateway.listWithdrawals())).map(({ id }) => id)).toEqual(ids.reverse())
    await expect(gateway.getWithdrawal("wd_none")).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 })
  }
)

story(
  "a withdrawal on an unknown chain is quoted and sent as its caller named it, with its memo",
  ["rule:withdrawal.unknown-chain", "rule:version.unknown-networks"],
  async (scene) => {
    await fundTreasury(scene, { ...nova, amount: "100" })
    const destinationAddress = "nova1qxyzcoldwallet"
    const { id } = await withdraw(scene, { ...nova, amount: "10", destinationAddress, memo: "42" })
    await scene.sandbox.advance(A_WHILE_MS)
    expect(await withdrawalOf(scene, id)).toMatchObject({ ...nova, destinationAddress, status: "completed" })
    const [there] = scene.sandbox.withdrawals().filter((withdrawal) => withdrawal.id === id)
    expect(there).toMatchObject({ destinationAddress })
  }
)
