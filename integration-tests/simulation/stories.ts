import { createRandom } from "../../chaos/plan/random"
import { openAttempt } from "../../src/workflows/payment/open-attempt"
import { holdCancellableOrder } from "../../src/workflows/payment/close-order"
import { approveWithdrawal, confirmWithdrawal } from "../../src/workflows/payout/execute-withdrawal"
import { requestWithdrawal } from "../../src/workflows/payout/request-withdrawal"
import { type Node, OPERATORS, UNPAID_MINUTES, type World } from "./world"

const CHANGES = [
  "none",
  "none",
  "items",
  "region",
  "rival",
  "foreign data",
  "provider",
  "chosen later",
] as const
const PAYS = ["exact", "exact", "exact", "less", "more", "twice", "nothing"] as const
const AFTER = [
  "nothing",
  "nothing",
  "cancelled",
  "credited",
  "edited",
  "second rail",
  "too late",
  "completed again",
] as const

/** What happens to a cart and its order, or to a payout. */
export type Story =
  | {
      kind: "buy"
      total: string
      change: (typeof CHANGES)[number]
      pays: (typeof PAYS)[number]
      after: (typeof AFTER)[number]
    }
  | { kind: "payout"; amount: string }

const RAIL = "evm:base-mainnet:USDC"
const OTHER_RAIL = "evm:eth-mainnet:USDC"
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

/** The stories of a seed. */
export function drawStories(seed: string, only?: Story["kind"]): Story[] {
  const random = createRandom(`stories of ${seed}`)
  if (random.isTrue(only === undefined ? 0.2 : only === "payout" ? 1 : 0))
    return [{ kind: "payout", amount: "5" }]
  const buys = random.isTrue(0.1) ? 2 : 1
  return Array.from({ length: buys }, () => ({
    kind: "buy",
    total: random.pick(["12.50", "40", "7.99"]),
    change: random.pick(CHANGES),
    pays: random.pick(PAYS),
    after: random.pick(AFTER),
  }))
}

export const titleOf = (story: Story): string =>
  story.kind === "payout"
    ? `a payout of ${story.amount}`
    : `a cart of ${story.total}; change: ${story.change}; pays: ${story.pays}; then: ${story.after}`

export const tell = (world: World, story: Story): Promise<void> =>
  story.kind === "buy" ? new Purchase(world, story).tell() : payOut(world, story.amount)

/** A shopper, on any process; what fails or dies is tried once more, as a shopper does. */
class Purchase {
  private readonly cart = { cartId: "", collectionId: "" }
  constructor(
    private readonly world: World,
    private readonly story: Extract<Story, { kind: "buy" }>
  ) {}

  async tell(): Promise<void> {
    const { story, world } = this
    Object.assign(
      this.cart,
      await this.ask("create cart", ({ medusa }) =>
        medusa.createCart({ total: story.total, currency: "usd" })
      )
    )
    if (this.cart.cartId === "") return
    const rail = story.change === "chosen later" ? {} : { rail: RAIL }
    await this.ask("choose", ({ medusa }) => medusa.choose(this.cart.collectionId, rail))
    await this.changeCart()
    const paysEarly = world.scheduler.isStruck(25)
    if (paysEarly) await this.pay()
    await this.ask("complete cart", ({ medusa }) => medusa.completeCart(this.cart.cartId))
    if (story.change === "chosen later") await this.openOn(RAIL)
    await Promise.all([paysEarly ? Promise.resolve() : this.pay(), this.goOn()])
  }

  private async changeCart(): Promise<void> {
    const { cartId, collectionId } = this.cart
    const choose = (data: Record<string, unknown>, provider?: string) =>
      this.ask("choose", ({ medusa }) => medusa.choose(collectionId, data, provider))
    const changeTo = (total: string, currency: string) =>
      this.ask("change cart", ({ medusa }) => medusa.changeCart(cartId, collectionId, { total, currency }))
    switch (this.story.change) {
      case "items":
        // The change deletes a session that another call is opening.
        await Promise.all([changeTo("19.99", "usd"), choose({ rail: RAIL })])
        await choose({ rail: RAIL })
        return
      case "region":
        await changeTo("11", "eur")
        await changeTo(this.story.total, "usd")
        await choose({ rail: RAIL })
        return
      case "rival":
        await Promise.all([choose({ rail: RAIL }), choose({ rail: RAIL })])
        return
      case "foreign data": {
        const [other] = await this.look("SELECT id, session_id FROM onchain_payment ORDER BY id LIMIT 1")
        await choose({ rail: RAIL, session_id: other?.["session_id"], payment_id: other?.["id"] })
        return
      }
      case "provider":
        await choose({}, "pp_system_default")
        await choose({ rail: RAIL })
        return
      default:
    }
  }

  private async pay(): Promise<void> {
    const { pays } = this.story
    const [row] = await this.look(
      `SELECT a.gateway_invoice_id AS id, a.expected_amount FROM onchain_payment AS p JOIN onchain_attempt AS a ON a.payment_id = p.id
       WHERE p.collection_id = $1 AND a.gateway_invoice_id IS NOT NULL ORDER BY a.created_at DESC, a.id LIMIT 1`,
      [this.cart.collectionId]
    )
    const id = row?.["id"]
    if (typeof id !== "string" || pays === "nothing") return
    const { control } = this.world
    const send = (amount?: string) =>
      this.world.act(`${amount ?? "all"} is sent to ${id}`, () =>
        control.pay(id, amount === undefined ? {} : { amount })
      )
    try {
      await send(pays === "less" ? "3" : pays === "more" ? "99" : undefined)
      if (pays === "less" && this.world.scheduler.isStruck(50))
        await send(String(Number(row?.["expected_amount"]) - 3))
      if (pays === "twice") await send()
      await this.world.act(`blocks for ${id}`, () => control.settle(id))
    } catch (error) {
      this.world.scheduler.note("chain", `  ${String(error)}`)
    }
  }

  private async goOn(): Promise<void> {
    const { after } = this.story
    const [order] = await this.look("SELECT order_id AS id FROM order_cart WHERE cart_id = $1", [
      this.cart.cartId,
    ])
    const id = order?.["id"]
    if (typeof id !== "string") return
    if (after === "cancelled")
      await this.ask("cancel order", ({ container, medusa }) =>
        holdCancellableOrder(container, id, () => medusa.cancelOrder(id))
      )
    if (after === "credited") await this.ask("credit line", ({ medusa }) => medusa.changeTotal(id, "5"))
    if (after === "edited") await this.ask("edit order", ({ medusa }) => medusa.changeTotal(id, "60"))
    if (after === "second rail") await this.openOn(OTHER_RAIL)
    if (after === "completed again")
      await this.ask("complete cart", ({ medusa }) => medusa.completeCart(this.cart.cartId))
    if (after === "too late")
      await this.world.act("the order is overdue", () =>
        this.world.scheduler.advance((UNPAID_MINUTES + 1) * 60_000)
      )
    if (after === "too late" || after === "cancelled") await this.world.doWork()
  }

  private async openOn(rail: string): Promise<void> {
    const [row] = await this.look(
      "SELECT session_id FROM onchain_payment WHERE collection_id = $1 ORDER BY created_at DESC, id LIMIT 1",
      [this.cart.collectionId]
    )
    const session_id = row?.["session_id"]
    if (typeof session_id !== "string") return
    await this.ask("choose on the page", ({ container }) =>
      openAttempt(container, { viewer: { session_id, customer_id: null, token_hash: null }, rail })
    )
    if (this.story.pays !== "nothing") await this.pay()
  }

  private ask(what: string, work: (node: Node) => Promise<unknown>): Promise<unknown> {
    return this.world.run(this.world.anyNode(), what, work)
  }

  private look(sql: string, bindings: unknown[] = []) {
    return this.world.act("the shopper looks", () => this.world.database.read(sql, bindings))
  }
}

/** A payout that two operators confirm and approve at once, each twice. */
async function payOut(world: World, amount: string): Promise<void> {
  const [requester, approver] = OPERATORS.map((id) => ({ id, type: "user" }))
  if (!requester || !approver) return
  const invoice = { amount: "500", chain: "evm", networkId: "base-mainnet", token: "USDC" }
  await world.act("the treasury is filled", () => world.fillTreasury(invoice))
  const ask = (what: string, work: (node: Node) => Promise<unknown>) => world.run(world.anyNode(), what, work)
  await ask("add destination", ({ onchain }) =>
    onchain.payouts.destinations.create(
      {
        ...{
          label: "treasury",
          purpose: "treasury",
          customer_id: null,
          order_id: null,
          payment_id: null,
          is_observed_sender: false,
        },
        ...{
          chain: "evm",
          network_id: "base-mainnet",
          address: ADDRESS,
          memo: "",
          has_no_memo: true,
          checksum: "verified",
        },
        ...{ created_by: requester.id, created_by_owner: null },
      } as Parameters<typeof onchain.payouts.destinations.create>[0],
      false
    )
  )
  const [destination] = await world.act("look", () =>
    world.database.read("SELECT id FROM onchain_payout_destination")
  )
  if (!destination) return
  const id = String(destination["id"])
  await ask("approve destination", ({ onchain }) => onchain.payouts.destinations.act(id, "approve", approver))
  const request = {
    ...{
      destination_id: id,
      token: "USDC",
      amount,
      request_id: "req_simulated_1",
      actor: requester,
    },
  } as Parameters<typeof requestWithdrawal>[1]
  const begin = () => ask("request payout", ({ container }) => requestWithdrawal(container, request))
  await Promise.all([begin(), begin()])
  await begin()
  const row = async () =>
    (await world.act("look", () => world.database.read("SELECT id, quote_id FROM onchain_withdrawal")))[0]
  const consent = async (
    what: string,
    agree: typeof confirmWithdrawal,
    actor: { id: string; type: string }
  ) => {
    const known = await row()
    const input = { withdrawal_id: String(known?.["id"]), quote_id: String(known?.["quote_id"]), actor }
    return ask(what, ({ container }) => agree(container, input))
  }
  if (!(await row())) return
  await consent("confirm payout", confirmWithdrawal, requester)
  await Promise.all([
    consent("approve payout", approveWithdrawal, approver),
    consent("approve payout", approveWithdrawal, approver),
    consent("confirm payout", confirmWithdrawal, requester),
  ])
}
