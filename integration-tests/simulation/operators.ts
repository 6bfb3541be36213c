import { applyDeposit, resolveDeposit } from "../../src/workflows/deposit/resolve-deposit"
import { syncDeposits } from "../../src/workflows/deposit/workers/sync-deposits"
import { approveWithdrawal, confirmWithdrawal } from "../../src/workflows/payout/execute-withdrawal"
import { requestWithdrawal } from "../../src/workflows/payout/request-withdrawal"
import { quoteRefund } from "../../src/workflows/refund/quote-refund"
import { Purchase } from "./purchase"
import type { Sale } from "./stories"
import { type Node, OPERATORS, type World } from "./world"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const [requester, approver] = OPERATORS.map((id) => ({ id, type: "user" })) as [Person, Person]
type Person = { id: string; type: string }

const ask = (world: World, what: string, work: (node: Node) => Promise<unknown>) =>
  world.run(world.anyNode(), what, work)
const look = (world: World, sql: string, bindings: unknown[] = []) =>
  world.act("an operator looks", () => world.database.read(sql, bindings))

/** A payout that two operators confirm and approve at once, each twice. */
export async function payOut(world: World, amount: string): Promise<void> {
  const destination_id = await addDestination(world, { purpose: "treasury", payment_id: null })
  if (destination_id === null) return
  const request = {
    ...{ destination_id, token: "USDC", amount, request_id: "req_simulated_1", actor: requester },
  } as Parameters<typeof requestWithdrawal>[1]
  const begin = () => ask(world, "request payout", ({ container }) => requestWithdrawal(container, request))
  await Promise.all([begin(), begin()])
  await begin()
  await agree(world)
}

/** An order is paid with too much, and two operators begin to pay the rest back at once. */
export async function payRefundOut(world: World, total: string): Promise<void> {
  const sale: Sale = { kind: "buy", total, change: "none", pays: "more", after: "nothing" }
  await new Purchase(world, sale).tell()
  await world.doWork()
  const [due] = await look(world, "SELECT id, payment_id FROM onchain_refund WHERE state = 'due' ORDER BY id")
  if (!due) return
  const payment_id = String(due["payment_id"])
  const destination_id = await addDestination(world, { purpose: "refund", payment_id })
  if (destination_id === null) return
  const refund_id = String(due["id"])
  const begin = (actor: Person) =>
    ask(world, "quote refund", ({ container }) =>
      quoteRefund(container, { refund_id, destination_id, rate: "payment", actor })
    )
  await Promise.all([begin(requester), begin(requester)])
  await begin(requester)
  await agree(world)
}

async function addDestination(
  world: World,
  use: { purpose: "treasury" | "refund"; payment_id: string | null }
): Promise<string | null> {
  const invoice = { amount: "500", chain: "evm", networkId: "base-mainnet", token: "USDC" }
  await world.act("the treasury is filled", () => world.fillTreasury(invoice))
  await ask(world, "add destination", ({ onchain }) =>
    onchain.payouts.destinations.create(
      {
        ...{ label: "an address", customer_id: null, order_id: null, is_observed_sender: false, ...use },
        ...{ chain: "evm", network_id: "base-mainnet", address: ADDRESS, memo: "", has_no_memo: true },
        ...{ checksum: "verified", created_by: requester.id, created_by_owner: null },
      } as Parameters<typeof onchain.payouts.destinations.create>[0],
      false
    )
  )
  const [destination] = await look(world, "SELECT id FROM onchain_payout_destination")
  if (!destination) return null
  const id = String(destination["id"])
  await ask(world, "approve destination", ({ onchain }) =>
    onchain.payouts.destinations.act(id, "approve", approver)
  )
  return id
}

async function agree(world: World): Promise<void> {
  const row = async () => (await look(world, "SELECT id, quote_id FROM onchain_withdrawal ORDER BY id"))[0]
  const consent = async (what: string, act: typeof confirmWithdrawal, actor: Person) => {
    const known = await row()
    const input = { withdrawal_id: String(known?.["id"]), quote_id: String(known?.["quote_id"]), actor }
    return ask(world, what, ({ container }) => act(container, input))
  }
  if (!(await row())) return
  await consent("confirm payout", confirmWithdrawal, requester)
  await Promise.all([
    consent("approve payout", approveWithdrawal, approver),
    consent("approve payout", approveWithdrawal, approver),
    consent("confirm payout", confirmWithdrawal, requester),
  ])
}

/** Each deposit in review is resolved by two operators at once, who want different things. */
export async function reviewDeposits(
  world: World,
  review: Extract<Sale, { kind: "deposit" }>["review"]
): Promise<void> {
  await ask(world, "read deposits", ({ container }) => syncDeposits(container, { is_forced: true }))
  const waiting = await look(world, "SELECT id FROM onchain_deposit WHERE state = 'in_review' ORDER BY id")
  const [intent] = await look(
    world,
    "SELECT gateway_intent_id AS id FROM onchain_attempt WHERE gateway_intent_id IS NOT NULL ORDER BY created_at DESC, id LIMIT 1"
  )
  const [order] = await look(world, `SELECT id FROM "order" ORDER BY created_at DESC, id LIMIT 1`)
  for (const { id } of waiting) {
    const deposit_id = String(id)
    const refund = () =>
      ask(world, "refund deposit", ({ container }) =>
        resolveDeposit(container, { deposit_id, action: "refund", actor_id: requester.id })
      )
    const other = () =>
      ask(world, `${review} deposit`, ({ container }) => {
        const input = { deposit_id, actor_id: approver.id }
        if (review === "accept") return resolveDeposit(container, { ...input, action: "accept" })
        if (review === "assign")
          return resolveDeposit(container, { ...input, action: "assign", intent_id: String(intent?.["id"]) })
        if (review === "apply") return applyDeposit(container, { ...input, order_id: String(order?.["id"]) })
        return resolveDeposit(container, { ...input, action: "refund" })
      })
    if (review === "refund that fails")
      await world.act("the next refund fails", () => world.control.failRefund(deposit_id))
    await Promise.all([other(), refund()])
    if (review !== "refund that fails") continue
    await world.act("blocks", () => world.control.advance(120_000))
    await ask(world, "read deposits", ({ container }) => syncDeposits(container, { is_forced: true }))
    await refund()
  }
}
