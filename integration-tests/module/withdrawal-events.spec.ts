import { createMedusaContainer } from "@medusajs/framework/utils"
import { recordWithdrawal } from "../../src/workflows/payout/follow-withdrawal"
import { describeOnchainModule } from "./onchain-module"
import { addDestination, consent, quotedWithdrawal, reported, send } from "./withdrawal-stories"

const ROUNDS = 15

describeOnchainModule(({ service, knex }) => {
  test("events that are processed at once lose no completion and report it once, in whatever order", async () => {
    const container = createMedusaContainer()
    container.register("onchain", { resolve: () => service })
    const { store } = service.payouts.withdrawals
    await addDestination(knex)
    for (let round = 0; round < ROUNDS; round++) {
      const quote = { quote_id: `quote_${round}` }
      const quoted = await quotedWithdrawal(knex, quote, { request_key: `request_${round}` })
      const claim = await send(service.payouts.withdrawals, quoted, consent({ quoteId: quote.quote_id }))
      const row = await store.mustFind(claim?.id ?? "")
      const statuses = ["queued", "completed", "completed", "broadcast", "processing"]
      await Promise.all(
        statuses.map((status) =>
          recordWithdrawal(container, row, reported({ id: `wd_${round}`, status }), { source: "event" })
        )
      )
      expect(await store.mustFind(row.id)).toMatchObject({ state: "completed", mismatch: null })
      const told = await knex("onchain_outbox").where({ subject: row.id }).pluck("data")
      expect(told.filter(({ state }) => state === "completed")).toHaveLength(1)
    }
  })
})
