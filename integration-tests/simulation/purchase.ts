import { openAttempt } from "../../src/workflows/payment/open-attempt"
import { holdCancellableOrder } from "../../src/workflows/payment/close-order"
import type { Sale } from "./stories"
import { type Node, UNPAID_MINUTES, type World } from "./world"

const RAIL = "evm:base-mainnet:USDC"
const OTHER_RAIL = "evm:eth-mainnet:USDC"
/** One who has an account, and so a reusable address. */
const CUSTOMER = "cus_simulated_1"
/** Where a customer pays from. */
const WALLET = "0x8617E340B3D01FA5F11F306F4090FD50E238070D"

const BLOCK_MS = 2_000
/** Beyond the confirmations that the service waits for. */
const FINAL_MS = 120_000

/** A shopper, on any process; what fails or dies is tried once more, as a shopper does. */
export class Purchase {
  private readonly cart = { cartId: "", collectionId: "" }
  private readonly customerId: string | undefined

  constructor(
    private readonly world: World,
    private readonly story: Sale
  ) {
    this.customerId = story.kind === "deposit" ? CUSTOMER : undefined
  }

  async tell(): Promise<void> {
    const { story, world, customerId } = this
    if (customerId !== undefined) await world.act("the customer signs in", () => world.addAccount(customerId))
    Object.assign(
      this.cart,
      await this.ask("create cart", ({ medusa }) =>
        medusa.createCart({ total: story.total, currency: "usd", customerId })
      )
    )
    if (this.cart.cartId === "") return
    const rail = story.change === "chosen later" ? {} : { rail: RAIL }
    await this.ask("choose", ({ medusa }) => medusa.choose(this.cart.collectionId, rail, { customerId }))
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
      this.ask("choose", ({ medusa }) =>
        medusa.choose(collectionId, data, { provider, customerId: this.customerId })
      )
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
    const [row] = await this.look(
      `SELECT a.kind, a.deposit_address AS address, a.gateway_invoice_id AS id, a.expected_amount AS amount
       FROM onchain_payment AS p JOIN onchain_attempt AS a ON a.payment_id = p.id
       WHERE p.collection_id = $1 AND coalesce(a.gateway_invoice_id, a.gateway_intent_id) IS NOT NULL ORDER BY a.created_at DESC, a.id LIMIT 1`,
      [this.cart.collectionId]
    )
    if (!row || this.story.pays === "nothing") return
    const amount = String(row["amount"])
    try {
      if (row["kind"] === "auto_deposit") await this.transfer(String(row["address"]), amount)
      else if (typeof row["id"] === "string") await this.payInvoice(row["id"], amount)
    } catch (error) {
      this.world.scheduler.note("chain", `  ${String(error)}`)
    }
  }

  private async payInvoice(id: string, expected: string): Promise<void> {
    const { pays } = this.story
    const { control } = this.world
    const send = (amount?: string) =>
      this.world.act(`${amount ?? "all"} is sent to ${id}`, () =>
        control.pay(id, amount === undefined ? {} : { amount })
      )
    await send(pays === "less" ? "3" : pays === "more" ? "99" : undefined)
    if (pays === "less" && this.world.scheduler.isStruck(50)) await send(String(Number(expected) - 3))
    if (pays === "twice") await send()
    if (pays === "is lost") {
      await this.world.act(`a block for ${id}`, () => control.advance(BLOCK_MS))
      await this.world.doWork()
      return this.world.act(`the chain drops the transaction of ${id}`, () => void this.world.lost.add(id))
    }
    if (pays === "comes back") {
      await this.world.act(`a block for ${id}`, () => control.advance(BLOCK_MS))
      await this.world.doWork()
      await this.world.act(`the chain loses the block of ${id}`, () => control.reorg(id))
    }
    await this.world.act(`blocks for ${id}`, () => control.settle(id))
  }

  private async transfer(toAddress: string, expected: string): Promise<void> {
    const { pays } = this.story
    const { control } = this.world
    const rail = { chain: "evm", networkId: "base-mainnet", fromAddress: WALLET, toAddress }
    const token = pays === "another token" ? "USDT" : "USDC"
    const amount = pays === "less" ? "3" : expected
    for (let times = pays === "twice" ? 2 : 1; times > 0; times--) {
      await this.world.act(`${amount} ${token} is sent to ${toAddress}`, () =>
        control.transfer({ ...rail, token, amount })
      )
      await this.world.act("blocks", () => control.advance(FINAL_MS))
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
    if (after === "edited") await this.ask("edit order", ({ medusa }) => medusa.editOrder(id, "60"))
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
      openAttempt(container, {
        viewer: { session_id, customer_id: this.customerId ?? null, token_hash: null },
        rail,
      })
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
